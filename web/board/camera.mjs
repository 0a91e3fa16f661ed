// Which part of a large board is seen: wheel and pinch zoom, dragging empty water pans, double tap and 0 show all
// again.
import { rotated } from "./hex.mjs";
import { pan } from "./pan.mjs";

const MAX_ZOOM = 4;

export class Camera {
  constructor(board) {
    this.board = board;
    this.svg = board.painting.svg;
    this.box = null;
    this.touches = new Map();
    this.isMoving = false;
    this.isHeld = false; // the view was chosen by hand
    if (board.options.fixed) return;
    this.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.svg.addEventListener("pointermove", (event) => this.drag(event));
    this.svg.addEventListener("pointerup", (event) => this.leave(event));
    this.svg.addEventListener("pointercancel", (event) => this.leave(event));
    this.svg.addEventListener("dblclick", () => this.free());
  }

  get whole() {
    return this.board.painting.box;
  }

  free() {
    this.isHeld = false;
    this.fit();
  }

  /** All of the board, or a part that the look thinks worth seeing. */
  fit(box = this.board.painting.framed?.box ?? null) {
    this.look(box ?? this.whole, Math.min(250, this.board.painting.options.speed ?? 250));
    this.box = box;
  }

  /** Goes to a frame, from the last one if that shall be seen: the board may have been turned. */
  follow(frame, last) {
    const { painting } = this.board;
    const sixths = last ? ((frame.turn - last.turn + 9) % 6) - 3 : 0;
    if (sixths) {
      const [x, y, w, h] = this.box ?? last.box;
      const [cx, cy] = rotated([x + w / 2, y + h / 2], sixths);
      this.svg.setAttribute("viewBox", [cx - w / 2, cy - h / 2, w, h].join(" "));
      painting.motion.swing(painting.art, 60 * sixths, { x: cx, y: cy }, painting.options.speed);
    }
    this.isHeld = false;
    this.look(frame.box, last ? Math.min(250, painting.options.speed ?? 250) : 0);
  }

  look(box, ms = 0) {
    const [wx, wy, ww, wh] = this.whole;
    const width = Math.min(ww, Math.max(ww / MAX_ZOOM, box[2]));
    const height = (width * wh) / ww;
    const x = Math.min(wx + ww - width, Math.max(wx, box[0]));
    const y = Math.min(wy + wh - height, Math.max(wy, box[1]));
    this.box = [x, y, width, height];
    pan(this.svg, this.box, ms);
    if (width >= ww - 1) this.box = null;
  }

  /** A field that has the focus is seen: the picture goes there. */
  reveal(cell) {
    if (!this.box || !cell) return;
    const [x, y, w, h] = this.box;
    const into = (value, low, size) => Math.min(value - cell.r, Math.max(low, value + cell.r - size));
    const [left, top] = [into(cell.x, x, w), into(cell.y, y, h)];
    if (left === x && top === y) return;
    this.isHeld = true;
    this.look([left, top, w, h]);
  }

  /** Zooms around a point of the drawing. */
  zoom(factor, at) {
    const [x, y, w, h] = this.box ?? this.whole;
    this.look([at.x - (at.x - x) * factor, at.y - (at.y - y) * factor, w * factor, h * factor]);
  }

  wheel(event) {
    if (!event.deltaY || (event.deltaY > 0 && !this.box)) return;
    event.preventDefault();
    this.isHeld = true;
    this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, this.board.pointer.point(event));
  }

  /** True when a finger or the mouse begins to move the picture instead of a piece. */
  takes(event) {
    const pointer = this.board.pointer;
    this.touches.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.touches.size === 2) pointer.cancel();
    this.isMoving = this.touches.size === 2;
    this.empty = Boolean(this.box) && !pointer.isUseful(pointer.field(event));
    return this.isMoving;
  }

  drag(event) {
    const old = this.touches.get(event.pointerId);
    if (!old || (this.touches.size === 1 && !this.empty)) return;
    const unit = this.svg.getScreenCTM().a || 1;
    const [x, y, w, h] = this.box ?? this.whole;
    const other = [...this.touches].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    if (!other && !this.isMoving && Math.hypot(now.x - old.x, now.y - old.y) < 6) return;
    this.isMoving = this.isHeld = true;
    this.touches.set(event.pointerId, now);
    if (other) {
      const span = (point) => Math.hypot(point.x - other.x, point.y - other.y) || 1;
      const middle = { clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 };
      this.zoom(span(old) / span(now), this.board.pointer.point(middle));
    } else {
      this.board.pointer.cancel();
      this.look([x - (now.x - old.x) / unit, y - (now.y - old.y) / unit, w, h]);
    }
  }

  leave(event) {
    this.touches.delete(event.pointerId);
    if (!this.touches.size) this.isMoving = false;
  }
}
