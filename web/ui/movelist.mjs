// The moves of a game, one row per round. A click looks at the position after a move.
import { h, replace } from "./dom.mjs";
import { mark } from "./icons.mjs";
import { markCurrent, moveText, timeText } from "./movelist-parts.mjs";
import { duration, t } from "../i18n.mjs";

export class MoveList {
  constructor(viewer, look) {
    this.viewer = viewer;
    this.look = look;
    this.buttons = [];
    this.rows = [];
    this.words = [];
    this.list = h("ol.moves", { "aria-label": t("play.moves"), "tabindex": "0" });
    this.empty = h("p.muted", t("play.noMoves"));
    this.element = h("div.movelist", this.empty, this.list);
  }

  show() {
    const { game, ply } = this.viewer;
    const { plies } = game.state;
    const kept = this.words.findIndex((words, i) => plies[i]?.words !== words);
    if (kept >= 0) this.clear();
    for (let i = this.words.length; i < plies.length; i++) this.add(i + 1);
    this.empty.hidden = plies.length > 0;
    this.list.hidden = plies.length === 0;
    this.current = markCurrent(this.list, this.current, this.buttons[ply - 1]);
    if (!this.current) this.list.scrollTop = 0;
  }

  clear() {
    this.buttons = [];
    this.rows = [];
    this.words = [];
    this.round = null;
    replace(this.list);
  }

  add(ply) {
    const { game } = this.viewer;
    const before = game.viewOf(ply - 1);
    if (this.round !== before.round) {
      this.round = before.round;
      this.row = h("li", h("span.moves-number", String(before.round)));
      this.list.append(this.row);
    }
    const { words, ms, lag } = game.state.plies[ply - 1];
    const move = game.moveOf(ply);
    const limit = game.state.limitMs;
    const isLate = limit && ms > limit && game.state[before.side]?.kind !== "person";
    const button = h(
      "button",
      {
        type: "button",
        class: before.side,
        title: [move && this.look.spoken(move, before), timeText({ ms, lag })].filter(Boolean).join(" · "),
        onclick: () => this.viewer.go(ply),
      },
      mark(before.side),
      h("span", moveText(this.look, move, before, words)),
      isLate && h("span.moves-late", { title: t("play.tooSlow") }, "⏱"),
      lag > 0 && h("small.moves-lag", t("play.lagShort", { time: duration(lag) })),
    );
    this.row.append(button);
    this.buttons.push(button);
    this.words.push(words);
  }
}
