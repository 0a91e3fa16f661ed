// Penguins that are not on the ice yet: a row for each side, gone when everybody stands.  They can be dragged onto a
// floe.
import { h, replace } from "../ui/dom.mjs";
import { carry } from "./carry.mjs";
import { Pen } from "./svg.mjs";
import { onLang, t } from "./words.mjs";

const TEAM = 4;

export class Waiting {
  /** @param draw (side, pen) -> a penguin around the origin */
  constructor(input, draw) {
    this.input = input;
    this.draw = draw;
    this.pen = new Pen();
    this.element = h("div.waiting");
    this.offLang = onLang(() => this.view && this.show(this.view, true));
  }

  show(view, anew = false) {
    const left = ["red", "blue"].map((side) => (view.facts.phase === "place" ? TEAM - view.facts[side].placed : 0));
    const key = left.join() + view.side;
    this.view = view;
    if (key === this.key && !anew) return;
    this.key = key;
    this.element.hidden = !left.some(Boolean);
    replace(
      this.element,
      ["red", "blue"].map((side, i) => this.row(side, left[i], view)),
    );
  }

  row(side, n, view) {
    const label = `${t(`board.side.${side}`)}: ${t("penguins.waiting", { n })}`;
    const bird = () => this.pen.node("svg", { viewBox: "-30 -36 60 72" }, this.draw(side, this.pen));
    const birds = Array.from({ length: n }, bird);
    const isNext = side === view.side;
    const row = h("div", { "class": isNext ? "next" : "", "role": "img", "aria-label": label, "title": label }, birds);
    if (isNext && n) row.addEventListener("pointerdown", (event) => this.carry(event, birds[0]));
    return row;
  }

  /** The hand takes a penguin to the floe under it. */
  carry(event, bird) {
    const { board, isMine } = this.input;
    if (event.button !== 0 || !isMine) return;
    event.preventDefault();
    carry(event, board, {
      lift: () => bird.cloneNode(true),
      drop: (field) => field && board.fire("press", { field, pointer: "mouse" }),
    });
  }
}
