// All games as small boards; one of them on the whole screen for an audience.
import { button, h, replace } from "../ui/dom.mjs";
import { icon, mark } from "../ui/icons.mjs";
import { offer } from "../ui/commands.mjs";
import { Exhibition } from "../ui/exhibition.mjs";
import { Strip } from "../ui/player-line.mjs";
import { addTexts, say, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import playTexts from "../i18n/play.mjs";
import { familyOf, gameName } from "../games.mjs";
import { navigate } from "../router.mjs";
import { watchGames } from "../play/game-lists.mjs";
import { openGame } from "../play/open-game.mjs";
import { thumbnail } from "../board/board.mjs";
import { loadRules } from "../rules.mjs";
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

/** The picture is drawn again only when the position changed. */
class Card {
  constructor(game) {
    this.picture = h("div", { class: `demo ${familyOf(game.game)}` });
    this.about = h("div.card-about");
    this.element = h("li.card.live-card", h("a", { href: `/spiel/${game.id}` }, this.picture, this.about));
  }

  async show(game) {
    const seat = (side) =>
      h(
        "p",
        mark(side),
        h(game.result?.winner === side ? "b" : "span", game[side]?.name || t(`side.${side}`)),
        game.side === side && game.phase === "running" ? h("small", ` · ${t("play.toMove")}`) : null,
      );
    replace(
      this.about,
      h(
        "div.card-line",
        h("span", gameName(game.game), " · ", t("start.move", { n: game.ply })),
        h("span", { class: `pill ${game.phase}` }, t(`start.phase.${game.phase}`)),
      ),
      seat("red"),
      seat("blue"),
    );
    if (this.position === game.position || !game.position) return;
    this.position = game.position;
    const rules = await loadRules(game.game);
    if (this.position === game.position) replace(this.picture, thumbnail(rules.view(game.position), { size: 220 }));
  }
}

function overview(element) {
  const cards = new Map();
  const running = h("ul.live-grid");
  const recent = h("ul.live-grid");
  const none = h("section.card.nothing", h("p", t("live.none")), h("a.button.primary", { href: "/" }, t("live.start")));
  const show = h("a.button", { href: "/live", hidden: true }, icon("full"), t("live.exhibit"));
  const recentTitle = h("h2", { hidden: true }, t("live.recent"));
  const problem = h("p.note", { role: "status" });
  let shown = PAGE;
  let known = [];
  let rest = null;
  const more = button(
    () => {
      shown += PAGE;
      draw(known, rest);
      rest.more?.();
    },
    { class: "button", hidden: true },
    t("live.more"),
  );
  element.append(h("div.hero", h("h1", t("live.title")), show), none, running, recentTitle, problem, recent, more);
  const endOffer = offer(() => [element]);
  const draw = (games, others) => {
    [known, rest] = [games, others];
    const open = games.filter((game) => game.phase !== "over");
    const over = games.filter((game) => game.phase === "over");
    const cardOf = (game) => {
      if (!cards.has(game.id)) cards.set(game.id, new Card(game));
      cards
        .get(game.id)
        .show(game)
        .catch(() => {});
      return cards.get(game.id).element;
    };
    arrange(running, open.map(cardOf));
    arrange(recent, over.slice(0, shown).map(cardOf));
    none.hidden = open.length > 0;
    more.hidden = over.length <= shown && !rest.more;
    problem.textContent = rest.problem ? say(rest.problem) : "";
    recentTitle.hidden = over.length === 0;
    show.hidden = games.length === 0;
    if (games.length) show.setAttribute("href", `/live/${(open[0] ?? over[0]).id}?vorfuehren`);
  };
  const endGames = watchGames(draw);
  return () => {
    endOffer();
    endGames();
  };
}

/** Keeps elements that stay where they are, so that focus is not lost. */
function arrange(list, elements) {
  elements.forEach((element, i) => {
    if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null);
  });
  while (list.children.length > elements.length) list.lastChild.remove();
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
  const exhibition = new Exhibition(element, { head, leave: `/spiel/${id}`, onPace });
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
    else exhibition.say(t("result.wins", { side: state[result.winner].name }));
  };
  let others = [];
  const end = watchGames((games) => {
    others = games.filter((one) => one.phase === "running" && one.id !== id);
  });
  const goOn = () => {
    if (game.isOver && others.length) navigate(`/live/${others[0].id}?vorfuehren`);
  };
  game.addEventListener("change", draw);
  game.addEventListener("ply", () => playMove(game.moveOf(game.ply)));
  game.addEventListener("over", () => {
    sound("over");
    next = setTimeout(goOn, NEXT_MS);
  });
  if (game.isOver) next = setTimeout(goOn, NEXT_MS);
  const clock = setInterval(() => strips.forEach((strip) => strip.tick(game)), 500);
  draw();
  const endOffer = offer(() => [element], { game: () => game.state.game });
  return () => {
    endOffer();
    clearInterval(clock);
    clearTimeout(next);
    end();
    exhibition.close();
    game.close();
  };
}
