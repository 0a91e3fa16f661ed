// Who is ahead, as a bar: red from below.
import { h, replace } from "./dom.mjs";
import { mark } from "./icons.mjs";
import { addTexts, number, t } from "../i18n.mjs";
import texts from "../i18n/analyse.mjs";
import { Engine } from "../engine.mjs";
import { textOf } from "../games.mjs";
import { chanceText, opinionOf, verdictOf } from "../play/review.mjs";

addTexts(texts);

const THINK_MS = 500;
const ownText = (game, n) => textOf(game, (name) => `analyse.own.${name}`, { n });
const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

export class EvalBar {
  constructor(rules) {
    this.rules = rules;
    this.red = h("div.evalbar-red");
    this.text = h("span.evalbar-text");
    this.element = h("div.evalbar", { role: "img", hidden: true }, this.red, this.text);
  }

  /** An opinion of play/review.mjs; null: there is none. */
  show(opinion) {
    this.element.hidden = !opinion;
    if (!opinion) return;
    const percent = Math.round(opinion.win * 100);
    this.red.style.setProperty("--win", `${percent}%`);
    const leader = percent >= 50 ? "red" : "blue";
    this.text.className = `evalbar-text ${leader}`;
    replace(this.text, mark(leader), number(Math.max(percent, 100 - percent)));
    const own = opinion.own === null ? "" : ` · ${ownText(this.rules.name, signed(opinion.own))}`;
    this.element.title = t("analyse.bar", { chance: chanceText("red", opinion.win) }) + own;
    this.element.setAttribute("aria-label", this.element.title);
  }
}

/** A bar that thinks for itself, a moment about each position. */
export class ThinkingBar extends EvalBar {
  async look(position, view) {
    if (position === this.position) return;
    this.position = position;
    this.engine ??= new Engine(this.rules.name);
    try {
      const opinion = verdictOf(view) ?? (await this.#think(position, view));
      if (position === this.position && opinion) this.show(opinion);
    } catch {
      if (position === this.position) this.show(null); // no engine, no bar
    }
  }

  async #think(position, view) {
    const info = await this.engine.go(this.rules.hide(position), { ms: THINK_MS, lines: 1 });
    return info?.lines?.length ? opinionOf(info, view) : null;
  }

  close() {
    this.engine?.close();
    this.engine = null;
    this.position = null;
    this.element.remove();
  }
}
