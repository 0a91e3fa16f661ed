// Mouse, pen and finger: presses, drags with the piece in hand, long presses, and taps that find the field that was
// meant.
import { node } from "./svg.mjs";
import { pieceCopy } from "./hints.mjs";

const DRAG_PX = 6;
const SNAP_PX = 26;
const LONG_MS = 400;

export class Pointer {
  constructor(board) {
    this.board = board;
    this.svg = board.painting.svg;
    this.down = null;
    this.held = null; // what was down for long, as it seems
    const on = (name, listener) => this.svg.addEventListener(name, listener);
    on("pointerdown", (event) => this.press(event));
    on("pointermove", (event) => this.move(event));
    on("pointerup", (event) => this.release(event));
    on("pointercancel", () => {
      this.cancel();
      this.held = null;
      this.board.sketch.end(null);
    });
    on("pointerleave", () => this.hover(null));
    this.svg.addEventListener("touchstart", (event) => this.holdPage(event), { passive: false });
    on("contextmenu", (event) => event.preventDefault());
  }

  /**
   * A finger on a piece drags it, two zoom; elsewhere they may scroll the page.  (touch-action does nothing inside of
   * an SVG.)
   */
  holdPage(event) {
    const [finger] = event.changedTouches;
    const field = this.field({ clientX: finger.clientX, clientY: finger.clientY, pointerType: "touch" });
    const { camera } = this.board;
    const pans = camera && (event.touches.length > 1 || camera.box);
    if ((pans || this.canGrab(field)) && event.cancelable) event.preventDefault();
  }

  /** A point of the screen in units of the drawing. */
  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  /** The field that is meant: the one that was hit, or for a finger the nearest one where something can be done. */
  field(event) {
    const { layout } = this.board.painting;
    const at = this.point(event);
    const hit = layout.nearest(at.x, at.y);
    if (event.pointerType !== "touch" || this.isUseful(hit)) return hit;
    const unit = this.svg.getScreenCTM().a || 1;
    let best = hit;
    let least = SNAP_PX;
    for (const cell of layout.cells) {
      const distance = Math.hypot(cell.x - at.x, cell.y - at.y) * unit;
      if (distance < least && this.isUseful(cell.id)) [best, least] = [cell.id, distance];
    }
    return best;
  }

  isUseful(id) {
    const { movable, targets, selected } = this.board.state;
    if (id === null) return false;
    return id === selected || Boolean(movable?.includes(id) || targets?.some((target) => target.id === id));
  }

  canGrab(id) {
    return id !== null && (this.board.state.movable?.includes(id) || this.board.state.selected === id);
  }

  press(event) {
    const field = this.field(event);
    if (event.button === 2) return this.draw(event, field);
    if (event.button !== 0 || this.board.camera?.takes(event)) return;
    this.board.sketch.clear();
    const touch = event.pointerType === "touch";
    const grabs = this.canGrab(field);
    const { pointerId: id, clientX: x, clientY: y, timeStamp: at } = event;
    this.down = { field, grabs, touch, id, x, y, at, told: false, dragging: false };
    this.down.timer = touch ? setTimeout(() => this.longPress(), LONG_MS) : null;
    // A finger on an empty field may be about to scroll; a press on the selected piece may become a drag.
    if (field !== null && field !== this.board.state.selected && (!touch || grabs)) this.tell();
    if (grabs) this.svg.setPointerCapture(event.pointerId);
    this.board.grid?.move(field);
  }

  tell() {
    this.down.told = true;
    this.board.fire("press", { field: this.down.field, pointer: this.down.touch ? "touch" : "mouse" });
  }

  longPress() {
    if (!this.down || this.down.dragging) return;
    const { field } = this.down;
    this.held = this.down;
    this.cancel();
    if (field !== null) this.board.fire("menu", { field, pointer: "touch" });
  }

  /** A busy machine hears late that a finger was down for a moment only: that was a tap. */
  lift(event) {
    const { held } = this;
    this.held = null;
    if (held?.id !== event.pointerId || event.timeStamp - held.at >= LONG_MS) return;
    this.board.fire("nomenu", {});
    if (!held.told) this.board.fire("press", { field: held.field, pointer: "touch" });
  }

  move(event) {
    const down = this.down;
    if (!down || down.id !== event.pointerId) {
      this.board.sketch.reach(this.field(event));
      if (event.pointerType === "mouse" && !this.board.camera?.isMoving) this.hover(this.field(event));
      return;
    }
    if (!down.dragging && Math.hypot(event.clientX - down.x, event.clientY - down.y) > DRAG_PX) {
      clearTimeout(down.timer);
      if (!down.grabs || this.board.input === "click") return down.touch ? this.cancel() : undefined;
      this.startDrag();
    }
    if (down.dragging) this.drag(event);
  }

  startDrag() {
    const { painting } = this.board;
    if (!this.down.told && this.board.state.selected !== this.down.field) this.tell();
    this.down.dragging = true;
    this.down.hand = node("g", { class: "hand" }, pieceCopy(painting, this.down.field) ?? []);
    this.lifted = [...painting.pieces.values()].filter((piece) => piece.at === this.down.field).pop()?.g ?? null;
    this.lifted?.classList.add("lifted");
    this.aim = node("g", { class: "aim" });
    painting.layers.targets.after(this.aim, this.down.hand);
  }

  /** Above a finger, so that the field under it can be seen. */
  drag(event) {
    const { painting } = this.board;
    const at = this.point(event);
    const unit = this.svg.getScreenCTM().a || 1;
    const lift = this.down.touch ? 44 / unit : 0;
    const y = Math.max(at.y - lift, painting.box[1] + 30);
    this.down.hand.setAttribute("transform", `translate(${at.x} ${y}) scale(${this.down.touch ? 1.35 : 1.12})`);
    const field = this.field(event);
    const cell = field !== this.down.field && this.isUseful(field) ? painting.layout.at(field) : null;
    this.aim.replaceChildren(...(cell ? [painting.pen.outline(cell, 0, { class: "aimed" })] : []));
    this.hover(field, "drag");
  }

  draw(event, field) {
    this.svg.setPointerCapture(event.pointerId);
    this.board.sketch.begin(field);
  }

  release(event) {
    const down = this.down;
    if (event.button === 2) return this.board.sketch.end(this.field(event));
    if (!down || down.id !== event.pointerId) return this.lift(event);
    const field = this.field(event);
    const pointer = down.touch ? "touch" : "mouse";
    const { lifted } = this;
    this.cancel();
    if (!down.dragging) {
      if (!down.told) this.board.fire("press", { field: down.field, pointer });
      return;
    }
    if (field !== down.field) this.board.fire("drop", { field, from: down.field, pointer });
    if (lifted?.isConnected && this.board.layout.at(down.field)) this.putDown(lifted, down.field, this.point(event));
  }

  /** A piece stays where it was dropped until the new position comes; if no move takes it there it glides back. */
  putDown(lifted, from, hand) {
    const { painting, dropped } = this.board;
    const piece = [...painting.pieces.values()].find((each) => each.g === lifted && each.at === from);
    if (!piece) return;
    const [home, to] = [painting.layout.at(from), dropped && painting.layout.at(dropped.to)];
    if (to) lifted.setAttribute("transform", `translate(${piece.x + to.x - home.x} ${piece.y + to.y - home.y})`);
    else painting.motion.glide(lifted, [{ x: hand.x, y: hand.y, angle: piece.angle }, piece], 150);
  }

  cancel() {
    if (!this.down) return;
    clearTimeout(this.down.timer);
    this.down.hand?.remove();
    this.aim?.remove();
    this.lifted?.classList.remove("lifted");
    this.down = this.lifted = this.aim = null;
  }

  hover(field, pointer = "mouse") {
    if (field === this.hovered) return;
    this.hovered = field;
    this.board.fire("hover", { field, pointer });
  }
}
