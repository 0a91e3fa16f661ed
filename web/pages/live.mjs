// All games as small boards; one of them on the whole screen for an audience.
import { button, h, replace } from "../ui/dom.mjs";
import { GameCards } from "../ui/game-card.mjs";
import { icon } from "../ui/icons.mjs";
import { offer } from "../ui/commands.mjs";
import { Exhibition } from "../ui/exhibition.mjs";
import { Strip } from "../ui/player-line.mjs";
import { addTexts, say, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import playTexts from "../i18n/play.mjs";
import { playerName, shownName } from "../names.mjs";
import { isOnline, server } from "../net.mjs";
import { navigate } from "../router.mjs";
import { watchGames } from "../play/game-lists.mjs";
import { isLiveId, runOf, watchLiveGames } from "../play/live-games.mjs";
import { openGame } from "../play/open-game.mjs";
import { get } from "../settings.mjs";
import { readHint } from "../play/bot-annotations.mjs";
import { play as sound, playMove } from "../sound.mjs";

addTexts(texts);
addTexts(playTexts);

const PAGE = 24; // finished games that are shown at first, and with every click
const NEXT_MS = 10000; // how long a result stays before the next game

export function mount(element, params) {
  return params.id ? exhibition(element, params) : overview(element);
}

/** Games of tests and tournaments: a row for each of them. */
class RunRows {
  constructor() {
    this.element = h("div.stack.stretch");
    this.rows = new Map(); // number of the run -> {element, cards}
  }

  row({ id, kind, name, games }) {
    if (!this.rows.has(id)) {
      const cards = new GameCards((game, i) => String(i));
      const [red, blue] = [games[0]?.red.name, games[0]?.blue.name].map((one) => one && shownName(one));
      const href = kind === "match" ? `/test/${id}` : `/turnier/${id}`;
      const title = name || `#${id}${red ? ` ${t("live.versus", { red, blue })}` : ""}`;
      const link = h("a", { href }, t(`live.of.${kind}`, { name: title }));
      this.rows.set(id, { cards, element: h("section", h("h2", link), cards.element) });
    }
    this.rows.get(id).cards.show(games);
    return this.rows.get(id).element;
  }

  show(runs) {
    const shown = runs.filter(({ games }) => games.length > 0);
    for (const id of this.rows.keys()) if (!shown.some((run) => run.id === id)) this.rows.delete(id);
    const elements = shown.map((run) => this.row(run));
    if (elements.some((element, i) => this.element.children[i] !== element) || !elements.length)
      replace(this.element, elements);
    return shown.length > 0;
  }
}

function overview(element) {
  const running = new GameCards();
  const recent = new GameCards();
  const runs = new RunRows();
  const none = h("section.card.nothing", h("p", t("live.none")), h("a.button.primary", { href: "/" }, t("live.start")));
  const loading = h("p.loading", { role: "status" }, t("loading"));
  none.hidden = true;
  const show = h("a.button", { href: "/live", hidden: true }, icon("full"), t("live.exhibit"));
  const recentTitle = h("h2", { hidden: true }, t("live.recent"));
  const problem = h("p.note", { role: "status" });
  let shown = PAGE;
  let known = [];
  let rest = null;
  let hasRuns = false;
  const more = button(
    () => {
      shown += PAGE;
      draw(known, rest);
      rest.more?.();
    },
    { class: "button", hidden: true },
    t("live.more"),
  );
  element.append(
    h("div.hero", h("h1", t("live.title")), show),
    loading,
    none,
    running.element,
    runs.element,
    recentTitle,
    problem,
    recent.element,
    more,
  );
  const endOffer = offer(() => [element]);
  const draw = (games, others) => {
    [known, rest] = [games, others];
    const open = games.filter((game) => game.phase !== "over");
    const over = games.filter((game) => game.phase === "over");
    loading.hidden = true;
    running.show(open);
    recent.show(over.slice(0, shown));
    none.hidden = open.length > 0 || hasRuns;
    more.hidden = over.length <= shown && !rest.more;
    problem.textContent = rest.problem ? say(rest.problem) : "";
    recentTitle.hidden = over.length === 0;
    show.hidden = games.length === 0;
    if (games.length) show.setAttribute("href", `/live/${(open[0] ?? over[0]).id}?vorfuehren`);
  };
  const endGames = watchGames(draw);
  const liveGames =
    isOnline() && server.hello.owner
      ? watchLiveGames((list) => {
          hasRuns = runs.show(list);
          if (rest) draw(known, rest);
        })
      : null;
  return () => {
    endOffer();
    endGames();
    liveGames?.end();
  };
}

async function exhibition(element, { id, query }) {
  if (!query.has("vorfuehren")) return void navigate(`/spiel/${id}`, { replace: true });
  let game;
  try {
    game = await openGame(id);
  } catch (error) {
    element.append(h("section.card.narrow", h("h1", say(error)), h("a.button", { href: "/live" }, t("live.title"))));
    return null;
  }
  const head = h("div.exhibition-strips");
  const onPace = () => game.pace(get("viewMs")).catch(() => {});
  const leave = isLiveId(id) ? "/live" : `/spiel/${id}`;
  const exhibition = new Exhibition(element, { head, leave, onPace });
  exhibition.show(game, game.ply, false);
  const strips = [new Strip("red", exhibition.board), new Strip("blue", exhibition.board)];
  head.append(...strips.map((strip) => strip.element));
  let shown = null;
  let next = null;
  const draw = () => {
    const { ply, state } = game;
    const view = game.viewOf(ply);
    if (shown !== ply) {
      exhibition.show(game, ply, shown !== null && ply === shown + 1);
      if (get("annotations")) exhibition.board.arrows(readHint(state.plies[ply - 1]?.hint).arrows);
    }
    shown = ply;
    for (const strip of strips) strip.show(game, view, ply);
    const { result } = state;
    if (!result) exhibition.say(t("play.round", { round: view.round, rounds: view.rounds }));
    else if (!result.winner) exhibition.say(t("result.draw"));
    else exhibition.say(t("result.wins", { side: playerName(state, result.winner) }));
  };
  let others = [];
  const hear = (games) => {
    others = games.filter((one) => one.phase === "running" && one.id !== id);
    if (isGone) goOn();
  };
  let isGone = false;
  const goOn = () => {
    if ((game.isOver || isGone) && others.length) navigate(`/live/${others[0].id}?vorfuehren`);
  };
  const runs = isLiveId(id) ? watchLiveGames(([run]) => hear(run?.games ?? []), runOf(id)) : null;
  const endGames = runs ? () => runs.end() : watchGames(hear);
  game.addEventListener("change", draw);
  game.addEventListener("ply", () => playMove(game.moveOf(game.ply)));
  game.addEventListener("over", () => {
    sound("over");
    next = setTimeout(goOn, NEXT_MS);
  });
  game.addEventListener("gone", () => {
    isGone = true;
    exhibition.say(t("live.gone"));
    goOn();
  });
  if (game.isOver) next = setTimeout(goOn, NEXT_MS);
  const clock = setInterval(() => strips.forEach((strip) => strip.tick(game)), 500);
  draw();
  const endOffer = offer(() => [element], { game: () => game.state.game });
  return () => {
    endOffer();
    clearInterval(clock);
    clearTimeout(next);
    endGames();
    exhibition.close();
    game.close();
  };
}
