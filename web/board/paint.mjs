// One painting of one position: layers of SVG, kept up to date with as few changes as possible.
// The live board, thumbnails and exports all use it.
import { familyOf } from "../games.mjs";
import { plan } from "./geometry.mjs";
import { node, Pen, patterns } from "./svg.mjs";
import { rotated } from "./hex.mjs";
import { Motion } from "./motion.mjs";
import { lookOf } from "./looks/index.mjs";

const layerNames = [
  "backdrop",
  "edge",
  "ground",
  "trace",
  "overlay",
  "touch",
  "under",
  "pieces",
  "above",
  "targets",
  "looked",
  "arrows",
  "trouble",
];

export class Painting {
  /**
   * @param {{game: string, look?: Look, detail?: number, flipped?: boolean, coordinates?: string, overlays?: string[],
   *   speed?: number, letters?: boolean}} options
   */
  constructor(options) {
    this.look = options.look ?? lookOf(options.game);
    this.options = {
      detail: 2,
      flipped: false,
      coordinates: "edge",
      overlays: defaultOverlays(this.look),
      speed: 200,
      ...options,
    };
    this.pen = new Pen(this.options);
    this.motion = new Motion();
    /** @type {import("./camera.mjs").Camera | null} */
    this.camera = null;
    /** What a look with frames shows of its board. @type {RiverFrame | null} */
    this.framed = null;
    this.grounds = new Map();
    this.pieces = new Map();
    this.layers = Object.fromEntries(layerNames.map((name) => [name, node("g", { class: `layer ${name}` })]));
    this.art = node("g", { "aria-hidden": "true" }, Object.values(this.layers));
    this.defs = patterns(this.pen);
    this.defs.append(...nodes(this.look.defs?.(this.pen)));
    this.svg = node(
      "svg",
      { class: `board-svg ${familyOf(options.game ?? "")}`, xmlns: "http://www.w3.org/2000/svg" },
      this.defs,
      this.art,
    );
  }

  /**
   * Paints a position; `move` led to it, `past` is the game so far, {side, move} each.  What still moves jumps to its
   * end first.
   */
  show(view, { move = null, animate = false, past = [] } = {}) {
    this.motion.finish();
    const speed = animate ? this.options.speed : 0;
    this.view = view;
    this.move = move;
    this.past = past;
    this.pen.flipped = this.options.flipped;
    this.pen.letters = this.options.letters;
    const before = this.layout?.turn ?? 0;
    this.layout = plan(this.look, view, this.options.flipped, this.framed);
    this.pen.turn = this.layout.turn ?? 0;
    this.pen.px = this.layout.px ?? 1;
    this.frame();
    if (this.pen.turn !== before) this.turnPieces(this.pen.turn - before);
    this.paintBackdrop();
    this.paintGround(speed);
    this.paintPieces(speed);
    fill(this.layers.trace, move && this.look.trace?.(move, view, this.layout, this.pen));
    this.paintOverlays();
  }

  /** The part of the board that is seen: all of it, unless it is zoomed. */
  frame() {
    this.box = (!this.framed && this.pen.detail < 2 && this.layout.tight) || this.layout.box;
    if (!this.camera) this.svg.setAttribute("viewBox", this.box.join(" "));
    if (!this.framed) this.svg.style.aspectRatio = `${this.box[2]} / ${this.box[3]}`;
  }

  /** The pieces shown go round with a board that is turned, so that their moves begin where they are seen. */
  turnPieces(sixths) {
    for (const piece of this.pieces.values()) {
      [piece.x, piece.y] = rotated([piece.x, piece.y], sixths);
      piece.angle = (piece.angle ?? 0) - 60 * sixths;
    }
  }

  paintBackdrop() {
    const { look, view, layout, pen, options } = this;
    const key = [
      layout.box,
      layout.cells.length,
      options.flipped,
      layout.turn,
      options.coordinates,
      look.backdropKey?.(view),
    ].join();
    if (key === this.backdropKey) return;
    this.backdropKey = key;
    fill(this.layers.backdrop, look.backdrop?.(view, layout, pen));
    const named = pen.detail > 1 && options.coordinates !== "off";
    fill(this.layers.edge, named && look.edge?.(view, layout, pen));
    this.grounds.clear();
    this.layers.ground.replaceChildren();
  }

  paintGround(speed) {
    const { look, view, layout, pen } = this;
    const fields = new Map(view.fields.map((field) => [field.id, field]));
    const shared = look.groundKey?.(view) ?? "";
    const gone = new Set(this.grounds.keys());
    for (const cell of layout.cells) {
      const field = fields.get(cell.id);
      const key = `${cell.x},${cell.y},${shared}${JSON.stringify(field)}`;
      gone.delete(cell.id);
      const old = this.grounds.get(cell.id);
      if (old?.key === key) continue;
      const ground = node(
        "g",
        { class: "ground-field" },
        nodes(look.ground?.(cell, field, view, pen)),
        this.name(cell),
      );
      if (old) old.node.replaceWith(ground);
      else this.layers.ground.append(ground);
      if (old && speed) this.motion.vanish(old.node, this.layers.ground, cell, speed * 1.25);
      this.grounds.set(cell.id, { key, node: ground });
    }
    for (const id of gone) {
      this.grounds.get(id).node.remove();
      this.grounds.delete(id);
    }
  }

  /** The name of a field in its lower corner, when all coordinates are wanted. */
  name(cell) {
    if (this.pen.detail < 2 || this.options.coordinates !== "all") return null;
    const low = this.look.nameAt ?? (cell.shape === "square" ? 0.78 : 0.8);
    return this.pen.text(
      cell.x - (cell.shape === "square" ? cell.r * 0.62 : 0),
      cell.y + cell.r * low,
      this.look.name?.(cell.id) ?? cell.id,
      cell.r * 0.3,
      { class: "coordinate", fill: "--ink-soft" },
    );
  }

  /** Pieces have keys; one that disappears and one of its sort that appears are the same piece, moved. */
  paintPieces(speed) {
    const wanted = this.look.pieces(this.view, this.layout, this.pen);
    const seen = new Set(wanted.map((piece) => piece.key));
    const lost = [...this.pieces.values()].filter((piece) => !seen.has(piece.key));
    const fresh = wanted.filter((piece) => !this.pieces.has(piece.key));
    const related = lost.length <= 4 && fresh.length <= 4 && this.pieces.size > 0;
    const pieces = new Map();
    for (const piece of wanted) {
      const old = this.pieces.get(piece.key) ?? (related ? take(lost, piece.sort) : null);
      pieces.set(piece.key, this.place(piece, old, related ? speed : 0));
    }
    const gone = [...this.pieces.values()].filter((piece) => ![...pieces.values()].some((kept) => kept.g === piece.g));
    for (const piece of gone) {
      piece.g.remove();
      if (related && speed) this.motion.vanish(piece.g, this.layers.pieces, piece, speed, true);
    }
    this.pieces = pieces;
    this.layers.pieces.append(...wanted.map((piece) => pieces.get(piece.key).g));
  }

  place(piece, old, speed) {
    const g = old?.g ?? node("g", { class: "piece" });
    const angle = piece.angle ?? 0;
    const isSame = piece.skin !== undefined && old?.skin === piece.skin;
    if (!isSame) g.replaceChildren(typeof piece.node === "function" ? piece.node() : piece.node);
    g.setAttribute(
      "transform",
      `translate(${piece.x.toFixed(2)} ${piece.y.toFixed(2)})${angle ? ` rotate(${angle})` : ""}`,
    );
    const moved = old && (old.x !== piece.x || old.y !== piece.y || (old.angle ?? 0) !== angle);
    if (moved && speed) this.motion.glide(g, this.way(old, piece), speed);
    else if (!old && speed) this.motion.appear(g.firstChild, speed);
    else if (piece.proud && speed) this.motion.pulse(g.firstChild);
    return { ...piece, g };
  }

  /** A piece walks along the path of its move, where the move has one. */
  way(old, piece) {
    const path = this.look.way?.(this.move, old, piece, this.layout);
    return path?.length ? [old, ...path, piece] : [old, piece];
  }

  paintOverlays() {
    const { look, view, layout, pen, options } = this;
    const isAbove = (name) => Boolean(look.overlays?.find((overlay) => overlay.name === name)?.above);
    const paint = (names) => names.flatMap((name) => nodes(look.overlay?.(name, view, layout, pen, this.past)));
    const shown =
      view.over && pen.detail ? [...new Set([...options.overlays, ...(look.endings ?? [])])] : options.overlays;
    fill(this.layers.overlay, paint(shown.filter((name) => !isAbove(name))));
    fill(this.layers.above, paint(shown.filter(isAbove)));
  }
}

/** What a look shows from the beginning. */
function defaultOverlays(look) {
  return (look.overlays ?? []).filter((overlay) => overlay.on).map((overlay) => overlay.name);
}

/** Whatever a look returns (node, list, nothing) as a list. */
export function nodes(some) {
  return some ? [some].flat(Infinity).filter(Boolean) : [];
}

export function fill(layer, content) {
  layer.replaceChildren(...nodes(content));
}

function take(list, sort) {
  const index = list.findIndex((piece) => piece.sort === sort);
  return index < 0 ? null : list.splice(index, 1)[0];
}
