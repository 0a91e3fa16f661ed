// The engine beside the board: its best lines for the position shown, as long as it is switched on.
import { button, h, replace } from "./dom.mjs";
import { t, number } from "../i18n.mjs";
import * as settings from "../settings.mjs";
import { chanceText, opinionOf, verdictOf } from "../play/review.mjs";

const LINE_MOVES = 6;
const SEPARATOR = " · ";
const LINE_LETTERS = 60; // no move is cut: a line has as many as find room in two rows

export class EnginePanel {
  /**
   * @param {import("../analyse/study.mjs").Study} study
   * @param {{onOpinion(node: TreeNode, opinion: Opinion): void, onLine(node: TreeNode, words: string[]): void,
   *   onHover(words: string[] | null): void}} handlers
   */
  constructor({ rules, look, engine }, handlers) {
    this.rules = rules;
    this.look = look;
    this.engine = engine;
    this.handlers = handlers;
    this.isOn = true;
    this.asked = 0;
    this.status = h("span.quiet.engine-status");
    this.list = h("ol.engine-lines");
    this.power = button(
      () => this.toggle(),
      { "class": "small", "aria-pressed": "true", "title": `${t("analyse.engineKey")} (E)` },
      t("analyse.engine"),
    );
    this.count = h(
      "select.small",
      { "aria-label": t("analyse.lineCount"), "onchange": () => this.setLines(Number(this.count.value)) },
      settings.choices.engineLines.map((n) =>
        h("option", { value: n, selected: n === this.lines }, t("analyse.lines", { n })),
      ),
    );
    this.off = [
      settings.on("engineLines", (n) => this.#again(n)),
      settings.on("engineMs", () => this.#again(this.lines)),
    ];
    this.element = h(
      "section.engine",
      { "aria-label": t("analyse.engine") },
      h("div.engine-head", this.power, this.count, this.status),
      this.list,
    );
  }

  toggle() {
    this.isOn = !this.isOn;
    this.power.setAttribute("aria-pressed", String(this.isOn));
    if (this.isOn) this.think(this.node, this.view);
    else this.pause();
  }

  get lines() {
    return settings.get("engineLines");
  }

  setLines(n) {
    settings.set("engineLines", n);
  }

  #again(n) {
    this.count.value = n;
    this.think(this.node, this.view);
  }

  close() {
    this.pause();
    for (const end of this.off) end();
  }

  /** Stops thinking; what was found stays. */
  pause() {
    this.asked++;
    this.engine.stop();
    replace(this.status);
    replace(this.list);
  }

  /** Thinks about the position of a node, and tells what it finds until the next question. */
  async think(node, view) {
    this.node = node;
    this.view = view;
    if (!this.isOn || !node) return;
    const asked = ++this.asked;
    this.engine.stop();
    const verdict = verdictOf(view);
    if (verdict) {
      replace(this.status, t("analyse.over"));
      replace(this.list);
      this.handlers.onOpinion(node, verdict);
      return;
    }
    const tell = (info) => asked === this.asked && info?.lines?.length && this.#show(node, opinionOf(info, view), info);
    try {
      tell(await this.engine.go(node.position, { ms: settings.get("engineMs"), lines: this.lines }, tell));
    } catch {
      if (asked === this.asked) replace(this.status, t("analyse.noEngine"));
    }
  }

  #show(node, opinion, info) {
    const speed = info.ms > 0 ? Math.round(info.nodes / info.ms) : 0;
    replace(this.status, t("analyse.depth", { depth: info.depth, speed: number(speed) }));
    replace(
      this.list,
      opinion.lines.map((line, index) => this.#line(node, line, index, this.view.side)),
    );
    this.handlers.onOpinion(node, opinion);
  }

  /** The chance is that of the side to move. */
  #line(node, line, index, side) {
    const words = line.words.slice(0, LINE_MOVES);
    return h(
      "li",
      { onpointerenter: () => this.handlers.onHover(words), onpointerleave: () => this.handlers.onHover(null) },
      button(
        () => this.handlers.onLine(node, words),
        { class: "bare engine-line", title: t("analyse.playLine") },
        h(
          "b",
          { class: index === 0 ? "engine-win best" : "engine-win" },
          chanceText(side, side === "red" ? line.win : 1 - line.win),
        ),
        " ",
        this.#notation(node.position, words),
      ),
    );
  }

  /** The words of a line as people write them. */
  #notation(position, words) {
    const texts = [];
    for (const word of words) {
      const view = this.rules.view(position),
        played = this.rules.play(position, word);
      if (!played.ok) break;
      texts.push(this.look.notation(played.move, view));
      if (texts.join(SEPARATOR).length > LINE_LETTERS && texts.length > 1) {
        texts.pop();
        break;
      }
      position = played.position;
    }
    return texts.map((text, i) => [i > 0 && SEPARATOR, h("span.engine-move", text)]);
  }
}
