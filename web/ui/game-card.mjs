// A game as a small board with its players: on /live, and beside tests and tournaments while they are played.
import { h, replace } from "./dom.mjs";
import { mark } from "./icons.mjs";
import { addTexts, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import playTexts from "../i18n/play.mjs";
import { familyOf, gameName } from "../games.mjs";
import { playerName } from "../names.mjs";
import { thumbnail } from "../board/board.mjs";
import { loadRules } from "../rules.mjs";

addTexts(texts);
addTexts(playTexts);

const SIDES = /** @type {Side[]} */ (["red", "blue"]);

/** A game of a test is watched on the big board; there is nothing to be done about it. */
const addressOf = (game) => (game.id.startsWith("live-") ? `/live/${game.id}?vorfuehren` : `/spiel/${game.id}`);

/** The picture is drawn again only when the position changed. */
class GameCard {
  constructor() {
    this.picture = h("div");
    this.about = h("div.card-about");
    this.link = h("a", {}, this.picture, this.about);
    this.element = h("li.card.live-card", this.link);
  }

  async show(game) {
    this.link.setAttribute("href", addressOf(game));
    this.picture.className = `demo ${familyOf(game.game)}`;
    const seat = (side) =>
      h(
        "p",
        mark(side),
        h(game.result?.winner === side ? "b" : "span", playerName(game, side)),
        game.side === side && game.phase === "running" ? h("small", ` · ${t("play.toMove")}`) : null,
      );
    replace(
      this.about,
      h(
        "div.card-line",
        h("span", gameName(game.game), " · ", t("start.move", { n: game.ply })),
        h("span", { class: `pill ${game.phase}` }, t(`start.phase.${game.phase}`)),
      ),
      SIDES.map(seat),
    );
    if (this.position === game.position || !game.position) return;
    this.position = game.position;
    const rules = await loadRules(game.game);
    if (this.position === game.position) replace(this.picture, thumbnail(rules.view(game.position), { size: 220 }));
  }
}

/** Cards in a list; each keeps its place and its focus. */
export class GameCards {
  /** @param {(game: any, i: number) => string} keyOf  games of the same key have the same card, one after the other */
  constructor(keyOf = (game) => game.id) {
    this.keyOf = keyOf;
    this.cards = new Map();
    this.element = h("ul.live-grid");
  }

  show(games) {
    const keys = games.map((game, i) => this.keyOf(game, i));
    for (const key of this.cards.keys()) if (!keys.includes(key)) this.cards.delete(key);
    const elements = games.map((game, i) => {
      if (!this.cards.has(keys[i])) this.cards.set(keys[i], new GameCard());
      const card = this.cards.get(keys[i]);
      card.show(game).catch(() => {});
      return card.element;
    });
    elements.forEach((element, i) => {
      if (this.element.children[i] !== element) this.element.insertBefore(element, this.element.children[i] ?? null);
    });
    while (this.element.children.length > elements.length) this.element.lastChild.remove();
  }
}
