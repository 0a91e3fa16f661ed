// The pen that every look draws with.
import { corner } from "./geometry.mjs";

const NS = "http://www.w3.org/2000/svg";

/** An SVG element.  A value that begins with "--" is a colour of tokens.css; null and false leave an attribute out. */
export function node(name, attributes = {}, ...children) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    const text = typeof value === "number" ? String(Math.round(value * 100) / 100) : String(value);
    element.setAttribute(key, text.startsWith("--") ? `var(${text})` : text);
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** The outline of a pointy-top hexagon; round is how much of each corner is cut off as an arc. */
export function hexPath(x, y, r, round = 0) {
  const corners = [0, 1, 2, 3, 4, 5].map((i) => corner(x, y, r, i));
  const text = (point) => point.map((value) => Math.round(value * 100) / 100).join(" ");
  if (!round) return `M${corners.map(text).join("L")}Z`;
  const towards = (from, to) => from.map((value, i) => value + ((to[i] - value) * round) / r);
  return (
    corners
      .map((point, i) => {
        const before = towards(point, corners[(i + 5) % 6]);
        const after = towards(point, corners[(i + 1) % 6]);
        return `${i ? "L" : "M"}${text(before)}Q${text(point)} ${text(after)}`;
      })
      .join("") + "Z"
  );
}

let pens = 0;

export class Pen {
  /** The colours of badges that belong to a hint. */
  coin = { fill: "--hint", ink: "--hint-text", line: "--hint-rim" };

  constructor({ detail = 2, flipped = false } = {}) {
    this.detail = detail;
    this.flipped = flipped;
    this.px = 1; // units for a pixel of the page, about
    this.turn = 0; // sixths, counter-clockwise, of boards that turn like that
    this.letters = false; // insects as letters
    this.prefix = `kw${++pens}-`;
  }

  node(name, attributes, ...children) {
    return node(name, attributes, ...children);
  }

  group(attributes, ...children) {
    return node("g", attributes, ...children);
  }

  path(d, attributes) {
    return node("path", { d, ...attributes });
  }

  circle(cx, cy, r, attributes) {
    return node("circle", { cx, cy, r, ...attributes });
  }

  hex(x, y, r, attributes = {}, round = 0) {
    return node("path", { d: hexPath(x, y, r, round), ...attributes });
  }

  /** The outline of a field, inset by so many units. */
  outline(cell, inset = 0, attributes = {}) {
    if (cell.shape !== "square") return this.hex(cell.x, cell.y, cell.r - inset, attributes, cell.r * 0.08);
    const half = cell.r - inset;
    return node("rect", {
      x: cell.x - half,
      y: cell.y - half,
      width: 2 * half,
      height: 2 * half,
      rx: 4,
      ...attributes,
    });
  }

  line(from, to, attributes) {
    return node("line", {
      "x1": from.x,
      "y1": from.y,
      "x2": to.x,
      "y2": to.y,
      "stroke-linecap": "round",
      ...attributes,
    });
  }

  polyline(points, attributes) {
    const text = points.map((point) => `${Math.round(point.x * 10) / 10},${Math.round(point.y * 10) / 10}`).join(" ");
    const round = { "fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
    return node("polyline", { points: text, ...round, ...attributes });
  }

  text(x, y, text, size, attributes = {}) {
    return node(
      "text",
      {
        x,
        y,
        "font-size": size,
        "text-anchor": "middle",
        "dominant-baseline": "central",
        "fill": "--ink",
        ...attributes,
      },
      text,
    );
  }

  /** A small coin with a word or number on it. */
  badge(x, y, text, { size = 13, fill = "--surface", ink = "--ink", line = "--ink-soft" } = {}) {
    const width = Math.max(size * 1.7, String(text).length * size * 0.62 + size * 0.8);
    return node(
      "g",
      { class: "badge" },
      node("rect", {
        x: x - width / 2,
        y: y - size * 0.85,
        width,
        height: size * 1.7,
        rx: size * 0.85,
        fill,
        stroke: line,
      }),
      this.text(x, y + 0.5, text, size, { "fill": ink, "font-weight": 700 }),
    );
  }

  /** The mark of a side: a triangle for red, a ring for blue.  It tells teams apart without any colour. */
  mark(side, x, y, size, { colour = side === "blue" ? "--mark2" : "--mark1", point = "right" } = {}) {
    if (side === "blue") {
      return this.circle(x, y, size * 0.72, {
        "class": "mark",
        "fill": "none",
        "stroke": colour,
        "stroke-width": size * 0.5,
      });
    }
    const a = size * 1.05;
    const d =
      point === "down"
        ? `M${x - a} ${y - a * 0.75}h${2 * a}L${x} ${y + a}Z`
        : `M${x - a * 0.75} ${y - a}v${2 * a}L${x + a} ${y}Z`;
    return node("path", { class: "mark", d, fill: colour });
  }

  /** An arrow whose tip lies inside the target. */
  arrow(from, to, width, attributes = {}) {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const at = (along, aside) =>
      `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`;
    const neck = Math.max(length - width * 2.4, length * 0.3);
    const w = width / 2;
    const points = [
      at(0, -w),
      at(neck, -w),
      at(neck, -w * 2.6),
      at(length, 0),
      at(neck, w * 2.6),
      at(neck, w),
      at(0, w),
    ];
    return this.path(`M${points.join("L")}Z`, { "stroke-linejoin": "round", ...attributes });
  }

  id(name) {
    return this.prefix + name;
  }

  /** A pattern or gradient of this drawing as a paint. */
  url(name) {
    return `url(#${this.prefix}${name})`;
  }
}

/** The colours of a side. */
export function team(side) {
  const n = side === "blue" ? 2 : 1;
  return { fill: `--team${n}`, deep: `--team${n}-deep`, halo: `--halo${n}` };
}

/** Crossed fields, forbidden regions: patterns every board has. */
export function patterns(pen) {
  const stripes = (name, colour, angle, gap, width) =>
    node(
      "pattern",
      {
        id: pen.id(name),
        width: gap,
        height: gap,
        patternUnits: "userSpaceOnUse",
        patternTransform: `rotate(${angle})`,
      },
      node("line", { "x1": 0, "y1": 0, "x2": 0, "y2": gap, "stroke": colour, "stroke-width": width }),
    );
  return node(
    "defs",
    {},
    stripes("danger", "--danger", 45, 9, 4),
    stripes("red", "--team1", 45, 10, 4),
    stripes("blue", "--team2", -45, 10, 4),
    stripes("fog", "--fog", 30, 9, 2),
  );
}
