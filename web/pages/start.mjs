// The first page: four games, one click to play.
import { button, h, replace } from "../ui/dom.mjs";
import { icon, mark } from "../ui/icons.mjs";
import { complain } from "../ui/fault.mjs";
import { seasonCard, seasonTitle } from "../ui/seasons.mjs";
import { addTexts, say, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import { builtinName, personName, playerName } from "../names.mjs";
import { navigate } from "../router.mjs";
import { FAMILIES, familyOf, gameName, textOf } from "../games.mjs";
import { isOnline, server } from "../net.mjs";
import { mayInvite, startGame } from "../play/open-game.mjs";
import { watchGames } from "../play/game-lists.mjs";
import { secretsOf } from "../play/store.mjs";
import { Demos } from "../play/demo.mjs";

addTexts(texts);

const GAMES_SHOWN = 7;
let known = []; // games of the list
const isMine = ({ id }) => Object.keys(secretsOf(id)).length > 0;
const isOwner = () => isOnline() && server.hello.owner;
const builtin = (player) => ({ kind: "builtin", player, name: builtinName(player) });

async function begin(options) {
  try {
    navigate(`/spiel/${await startGame(options)}`);
  } catch (error) {
    complain(error);
  }
}

const playNow = (game) =>
  begin({ game, rules: "book", red: { kind: "person", name: personName() }, blue: builtin("leicht") });

/** The owner has an exhibition at the server; visitors see what runs there, else have one in their browser. */
function watchNow(game) {
  const running = isOwner() ? [] : known.filter((one) => one.phase === "running" && !one.local && !isMine(one));
  const live = running.find((one) => familyOf(one.game) === familyOf(game)) ?? running[0];
  if (live) return navigate(`/live/${live.id}?vorfuehren`);
  return exhibit(game);
}

const exhibit = (game) => begin({ game, rules: "book", red: builtin("mittel"), blue: builtin("leicht"), paceMs: 1000 });

const card = (family, demos) =>
  seasonCard("li.card.game-card", family, (game, show, element) => {
    const host = h("div");
    demos.add(host, game, element);
    return cardParts(game, host, show);
  });

function cardParts(game, host, show) {
  return [
    h("div", { "class": `demo ${familyOf(game)}`, "aria-hidden": "true", "inert": true }, host),
    h(
      "div.card-about",
      seasonTitle(game, show),
      h(
        "p",
        textOf(game, (name) => `start.goal.${name}`),
        " ",
        h("a", { "href": `/lernen/${game}`, "aria-label": `${t("start.learn")}: ${gameName(game)}` }, t("start.learn")),
      ),
    ),
    h(
      "div.row",
      button(
        () => playNow(game),
        { "class": "primary", "aria-label": `${t("nav.play")}: ${gameName(game)}` },
        icon("play"),
        t("nav.play"),
      ),
      button(
        () => watchNow(game),
        { "aria-label": `${t("nav.watch")}: ${gameName(game)}` },
        icon("eye"),
        t("nav.watch"),
      ),
    ),
  ];
}

const ACCEPT = ".xml,.gz,.kw,.txt";
const open = (files) => files.length && navigate("/analyse", { files: [...files] });

/** Files may be dropped anywhere on the page. */
function dropZone() {
  const input = h("input.hidden", {
    "type": "file",
    "multiple": true,
    "accept": ACCEPT,
    "tabindex": "-1",
    "aria-hidden": "true",
    "onchange": () => open(input.files),
  });
  return h(
    "div",
    button(
      () => input.click(),
      { class: "drop" },
      icon("drop"),
      h("b", t("start.drop")),
      h("small", t("start.dropHint")),
    ),
    input,
  );
}

function acceptDrops(element) {
  const zone = () => element.querySelector(".drop");
  const over = (event) => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    zone().classList.add("over");
  };
  const drop = (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    open(event.dataTransfer.files);
  };
  const out = () => zone()?.classList.remove("over");
  const events = { dragover: over, drop, dragleave: out };
  for (const [name, run] of Object.entries(events)) document.addEventListener(name, run);
  return () => {
    for (const [name, run] of Object.entries(events)) document.removeEventListener(name, run);
  };
}

/** One line of a list of games. */
function gameLine(game) {
  const seat = (side) => [mark(side), playerName(game, side)];
  const result = game.result?.winner
    ? t("start.won", { side: t(`side.${game.result.winner}`) })
    : game.result
      ? t("start.nobodyWon")
      : t("start.move", { n: game.ply });
  return h(
    "li",
    h(
      "a",
      { href: `/spiel/${game.id}` },
      h("span.game-list-what", h("b", gameName(game.game)), h("small", seat("red"), " – ", seat("blue"))),
      h("small", result),
      h("span", { class: `pill ${game.phase}` }, t(`start.phase.${game.phase}`)),
    ),
  );
}

export function mount(element) {
  const demos = new Demos();
  const list = h("ul.game-list");
  const games = h(
    "section.card",
    { hidden: true },
    h("h2", t("start.games")),
    list,
    h("p.row", h("a", { href: "/live" }, t("start.all"))),
  );
  element.append(
    h(
      "div.hero",
      h("div", h("h1", t("start.title")), h("p", t("start.sub"))),
      h(
        "p.row",
        mayInvite() && h("a.button", { href: "/neu?gegner=freund" }, icon("plug"), t("start.friend")),
        h("a.button", { href: "/neu" }, icon("plus"), t("start.own")),
      ),
    ),
    h(
      "ul.games",
      FAMILIES.map((family) => card(family, demos)),
    ),
    h(
      "div.lower",
      h(
        "div.stack",
        { style: { "justify-items": "stretch" } },
        dropZone(),
        isOwner() &&
          h(
            "section.card",
            h("h2", icon("plug"), " ", t("start.connect")),
            h("p", t("start.connectText")),
            h("a.button", { href: "/neu?gegner=manuell" }, t("start.connectGo")),
          ),
      ),
      games,
    ),
  );
  const ends = [
    acceptDrops(element),
    watchGames((all, { problem }) => {
      known = all;
      games.hidden = all.length === 0 && !problem;
      replace(list, problem && h("li", say(problem)), all.map(gameLine));
    }, GAMES_SHOWN),
  ];
  return () => {
    for (const end of ends) end();
    demos.close();
  };
}
