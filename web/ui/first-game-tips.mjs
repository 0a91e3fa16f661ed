// Three sentences for the first time a game is played. They never return after three moves or „Verstanden".
import { button, h, replace } from "./dom.mjs";
import { icon } from "./icons.mjs";
import { proseOf } from "../lessons/prose.mjs";
import { t } from "../i18n.mjs";
import { textOf } from "../games.mjs";

const STORE = "kielwasser.coached";
const ENOUGH = 3;

const coached = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
};

export class Coach {
  /** `pulse` shows once what the first sentence speaks of. */
  constructor(game, pulse) {
    this.pulse = pulse;
    this.name = game.state.game;
    this.text = h("p");
    this.element = h(
      "div.coach",
      { hidden: true, role: "status" },
      icon("hint"),
      this.text,
      button(() => this.finish(), { class: "link" }, t("coach.understood")),
    );
    this.side = game.mine.red !== game.mine.blue ? (game.mine.red ? "red" : "blue") : null;
    this.isDone = !this.side || coached().includes(this.name) || game.ply > 1;
    this.hasTouched = false;
  }

  touched() {
    this.hasTouched = true;
    if (this.game) this.show(this.game);
  }

  show(game) {
    this.game = game;
    if (this.isDone) return;
    const own = game.state.plies.filter((ply, i) => game.viewOf(i).side === this.side).length;
    if (own >= ENOUGH || game.isOver) return void this.finish();
    const step = own > 0 ? 3 : this.hasTouched ? 2 : 1;
    const facts = game.viewOf(game.ply).facts[this.side] ?? {};
    const me = `${t(`side.${this.side}`)} ${this.side === "red" ? "▶" : "○"}`;
    this.say(
      textOf(this.name, (name) => `coach.${name}.${step}`, {
        me,
        missing: facts.missing ?? 0,
        fish: facts.fish ?? 0,
        heaviest: facts.heaviest ?? 0,
        free: facts.free ?? 6,
      }),
    );
    this.element.hidden = false;
    if (step === 1) this.pulse?.();
    this.pulse = null;
  }

  /** Only for a new sentence: an explanation open in the old one stays. */
  say(text) {
    if (text === this.said) return;
    this.said = text;
    replace(this.text, proseOf(text));
  }

  finish() {
    this.isDone = true;
    this.element.hidden = true;
    localStorage.setItem(STORE, JSON.stringify([...new Set([...coached(), this.name])]));
  }
}
