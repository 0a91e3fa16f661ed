// The board of a page: a painting that can be touched.  It knows fields and pieces, never rules.
import { Painting, fill } from "./paint.mjs";
import { paintHints } from "./hints.mjs";
import { paintArrows } from "./arrows.mjs";
import { Pointer } from "./pointer.mjs";
import { Sketch } from "./sketch.mjs";
import { Camera } from "./camera.mjs";
import { Grid } from "./grid.mjs";
import { SmallMap } from "./small-map.mjs";
import { Bubbles } from "./bubble.mjs";
import { gameName } from "../games.mjs";
import { onLang, say, sentence, t } from "./words.mjs";
import { useStyle } from "../style.mjs";

useStyle("board");
useStyle("hexes");

export { thumbnail, exportSvg, exportPng } from "./export.mjs";

export class Board extends EventTarget {
  /**
   * @param {HTMLElement} host
   * @param {{game: string, detail?: number, coordinates?: string, label?: string, speed?: number, fixed?: boolean}}
   *   options
   *        speed: milliseconds of an animation, 0 for none; fixed: only to be looked at
   */
  constructor(host, options) {
    super();
    this.host = host;
    this.options = options;
    this.state = {};
    this.shown = [];
    this.sketch = new Sketch(this);
    this.input = "both"; // or "click", "drag"
    this.dropped = null; // the move whose piece a hand has put down already
    this.painting = new Painting(options);
    host.classList.add("board");
    host.append(this.painting.svg);
    this.bubbles = new Bubbles(this, host);
    this.isPicture = Boolean(options.fixed) && (options.detail ?? 2) < 2;
    this.grid = this.isPicture ? null : new Grid(this, "");
    this.name();
    if (!options.fixed) this.pointer = new Pointer(this);
    this.anchor = null; // the side whose piece is shown in any case, where a board shows a part only
    const isFramed = Boolean(this.look.frame) && (options.detail ?? 2) > 0;
    if (isFramed || (!options.fixed && this.look.zoom)) this.painting.camera = this.camera = new Camera(this);
    if (isFramed) this.painting.svg.style.aspectRatio = this.look.shape;
    this.sizes = isFramed ? new ResizeObserver(() => this.resize()) : null;
    this.sizes?.observe(this.painting.svg);
    this.map = isFramed && !this.isPicture ? new SmallMap(this) : null;
    this.offLang = onLang(() => this.relabel());
  }

  get look() {
    return this.painting.look;
  }

  get view() {
    return this.painting.view;
  }

  get layout() {
    return this.painting.layout;
  }

  /** Shows a position.  Without a word about it, a move is animated and a jump is not. */
  show(view, { move = null, animate = Boolean(move), past = [] } = {}) {
    const first = !this.view;
    if (this.view?.key !== view.key) this.sketch.clear();
    const placed = move && this.dropped?.from === move.from && this.dropped?.to === move.to;
    this.dropped = null;
    this.pointer?.cancel();
    this.paint(view, { move, animate: animate && !first && !placed, isCalm: first, past });
    if (this.camera && !this.camera.isHeld && !this.look.frame)
      this.camera.fit(this.look.focusBox?.(view, this.layout, this.host.clientWidth) ?? null);
    this.host.dataset.side = view.side ?? "over";
    this.bubbles.tell(null);
    this.bubbles.quiet();
    this.refresh();
  }

  /** Paints, in another frame where that is due; `isCalm`: without showing how it gets there. */
  paint(view, { move = this.painting.move, animate = false, isCalm = false, past = this.painting.past } = {}) {
    const last = this.painting.framed;
    const frame = this.reframe(view);
    if (frame) this.painting.framed = frame;
    this.painting.show(view, { move, animate, past });
    if (this.sizes) this.host.dataset.turn = String(this.painting.pen.turn);
    if (frame) this.camera.follow(frame, isCalm ? null : last);
    this.map?.show();
  }

  /**
   * Another frame for a position, or null: the picture stays as it is while a move is being made in this position.
   */
  reframe(view) {
    const { painting } = this;
    if (!this.sizes) return null;
    const { flipped } = painting.options;
    this.room ??= this.measure();
    const key = [view.key, flipped, this.anchor, this.room.width, this.room.height].join();
    if (key === this.framedKey) return null;
    this.framedKey = key;
    const wish = { side: this.anchor, flipped, last: painting.framed, least: this.isPicture ? 0 : undefined };
    const frame = this.look.frame(view, this.room, wish);
    return frame === painting.framed ? null : frame;
  }

  /** The room for the picture, in pixels; before it is on a page the room of a usual one. */
  measure() {
    const { clientWidth: width, clientHeight: height } = this.painting.svg;
    return width && height ? { width, height } : { width: 800, height: 600 };
  }

  /** The picture is as large as its page lets it be: in another room it shows another part. */
  resize() {
    const room = this.measure();
    if (!this.view || (room.width === this.room?.width && room.height === this.room?.height)) return;
    this.room = room;
    this.paint(this.view, { isCalm: true });
    this.refresh();
    this.fire("resized", {});
  }

  /** {flipped, coordinates, overlays, speed, input:"both"|"click"|"drag"} */
  set(options) {
    if (options.input) this.input = options.input;
    Object.assign(this.painting.options, options);
    if (!this.view) return;
    this.paint(this.view);
    this.refresh();
  }

  get overlays() {
    return this.painting.options.overlays;
  }

  /** Shows an overlay or takes it away. */
  toggle(name) {
    const others = this.overlays.filter((one) => one !== name);
    this.set({ overlays: others.length < this.overlays.length ? others : [...others, name] });
  }

  refresh() {
    this.grid?.show();
    paintHints(this.painting, this.state);
    this.arrows();
  }

  /** A grid to walk through; small boards that only show something are pictures. */
  name() {
    const label = this.options.label ?? t("board.label", { game: gameName(this.options.game) });
    if (this.isPicture) this.painting.svg.setAttribute("role", "img");
    (this.grid?.root ?? this.painting.svg).setAttribute("aria-label", label);
  }

  relabel() {
    if (!this.view) return;
    this.name();
    this.painting.backdropKey = null;
    this.painting.show(this.view, { move: this.painting.move, past: this.painting.past });
    this.refresh();
  }

  /**
   * {movable, outlined, counts:{id:n}, selected, marked, targets, look, ghost, hovered, faint, notes:{id:text}}:
   * `outlined` false hides the outlines of what is movable, `faint` tells that it is not this person's turn, `notes`
   * belong to the names of fields.
   */
  hints(state) {
    this.state = state ?? {};
    if (!this.view) return;
    paintHints(this.painting, this.state);
    this.grid?.label();
  }

  /** Arrows of the page; those that a hand has drawn stay. */
  arrows(list = this.shown) {
    this.shown = list;
    if (this.view) paintArrows(this.painting, [...this.shown, ...this.sketch.arrows]);
  }

  /** What can be moved shows itself once; other things of the page may join in. */
  pulse(/** @type {Iterable<Element>} */ others = []) {
    const { pieces, motion } = this.painting;
    const movable = [...pieces.values()]
      .filter((piece) => this.state.movable?.includes(piece.at))
      .map((piece) => piece.g.firstChild);
    for (const element of [...movable, ...others]) motion.pulse(element);
  }

  /** Says why not: at the field, and by a screen reader. */
  complain(refusal) {
    const { painting } = this;
    const text = this.sentence(refusal);
    const [field, ...others] = refusal.fields ?? [];
    const hatched = (id, name) => {
      const cell = painting.layout.at(id);
      return cell && painting.pen.outline(cell, cell.r * 0.05, { class: name, fill: painting.pen.url("danger") });
    };
    const there = others.map((id) => hatched(id, "trouble-there"));
    fill(painting.layers.trouble, [field && hatched(field, "trouble-here"), there]);
    painting.motion.shake(painting.layers.pieces);
    painting.motion.shake(painting.layers.trouble);
    this.bubbles.complain(field, text, others);
    this.announce(text);
    this.fire("refused", { field, text });
  }

  /** Refusals name fields as the rules do; here a look may write them otherwise. */
  sentence(refusal) {
    const names = new Set(refusal.fields);
    return sentence(
      say(refusal).replace(/[a-z]\d\b/g, (word) => (names.has(word) ? (this.look.name?.(word) ?? word) : word)),
    );
  }

  /** The facts of a move at a field; null takes them away. */
  tell(field, text) {
    this.bubbles.tell(field, text);
  }

  /** Takes the last complaint away. */
  quiet() {
    this.bubbles.quiet();
  }

  announce(text) {
    this.bubbles.announce(text);
  }

  /** Asks at a field whether to go on; answers with true or false. */
  ask(field) {
    return new Promise((resolve) =>
      this.bubbles.ask(field, { yes: t("board.confirm"), no: t("board.cancel") }, (answer) => {
        this.bubbles.stopAsking();
        resolve(answer);
      }),
    );
  }

  focus(field) {
    this.grid?.focus(field ?? this.grid.current);
  }

  /** Calls back with the details of an event; answers a function that ends it. */
  hear(name, run) {
    const heard = (event) => run(event.detail);
    this.addEventListener(name, heard);
    return () => this.removeEventListener(name, heard);
  }

  fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail: { from: null, ...detail } }));
  }

  destroy() {
    this.pointer?.cancel();
    this.painting.motion.finish();
    this.bubbles.quiet();
    this.sizes?.disconnect();
    this.offLang?.();
    this.host.replaceChildren();
    this.host.classList.remove("board");
  }
}
