// The small map in a corner of a picture that shows a part of its board.
import { replace } from "../ui/dom.mjs";

const EDGE = 6;

export class SmallMap {
  constructor(board) {
    this.board = board;
    this.element = document.createElement("div");
    this.element.className = "river-map";
    this.element.hidden = true;
    board.host.append(this.element);
  }

  show() {
    const { look, view, layout, painting } = this.board;
    const drawing = painting.framed && look.overview(view, layout, painting.framed, painting.pen);
    this.element.hidden = !drawing;
    replace(this.element, drawing);
    if (drawing) this.place();
  }

  /** In the corner where it hides the fewest fields; where two are as good, in the upper one. */
  place() {
    const { layout, painting, host } = this.board;
    const { box, scale } = painting.framed;
    const size = { w: this.element.offsetWidth, h: this.element.offsetHeight };
    const [right, bottom] = [host.clientWidth - size.w - EDGE, host.clientHeight - size.h - EDGE];
    const corners = [
      [EDGE, EDGE],
      [right, EDGE],
      [EDGE, bottom],
      [right, bottom],
    ];
    const hidden = (/** @type {number[]} */ [left, top]) =>
      layout.cells.filter((cell) => {
        const [x, y, r] = [(cell.x - box[0]) * scale, (cell.y - box[1]) * scale, cell.r * scale];
        return x > left - r && x < left + size.w + r && y > top - r && y < top + size.h + r;
      }).length;
    const [left, top] = corners.reduce((a, b) => (hidden(b) < hidden(a) ? b : a));
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
  }
}
