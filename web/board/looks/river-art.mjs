// What lies in and beside the river: water, islands with trees, jetties, logs, sandbanks, the goal.
import { S, W, toward } from "../hex.mjs";
import { team } from "../svg.mjs";
import { t } from "../hex-texts.mjs";

/** A number that looks drawn by lot but is always the same for the same place. */
const lot = (x, y, n) => (((Math.round(x) * 73856093) ^ (Math.round(y) * 19349663)) >>> 3) % n;

/** Chevrons in the middle of a field show which way the current flows. */
function current(cell, flow, pen) {
  const angle = -60 * (flow + pen.turn);
  const chevron = (x) => `M${x - 4},-9L${x + 5},0L${x - 4},9`;
  return pen.node("path", {
    "d": [-16, 0, 16].map(chevron).join(""),
    "transform": `translate(${cell.x} ${cell.y}) rotate(${angle})`,
    "class": "current",
    "fill": "none",
    "stroke": "--current-line",
    "stroke-width": 3.2,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "opacity": 0.75,
  });
}

function water(cell, field, pen, { flow = null } = {}) {
  if (flow !== null) {
    const style = { "fill": "--current", "stroke": "--water-deep", "stroke-width": 1.2 };
    return [pen.hex(cell.x, cell.y, S - 0.6, style, 2), current(cell, flow, pen)];
  }
  const fill = field.segment % 2 ? "--water-b" : "--water-a";
  const [dx, dy] = [lot(cell.x, cell.y, 17) - 8, lot(cell.y, cell.x, 15) - 7];
  const ripple = (x, y) => `M${cell.x + dx + x},${cell.y + dy + y}q4,-4 8,0t8,0`;
  return [
    pen.hex(cell.x, cell.y, S - 0.6, { fill, "stroke": "--water-deep", "stroke-width": 1.2 }, 2),
    pen.detail > 1 &&
      pen.node("path", {
        "d": ripple(-17, 10) + ripple(3, -9),
        "fill": "none",
        "stroke": "--water-deep",
        "stroke-width": 1.3,
        "stroke-linecap": "round",
        "opacity": 0.75,
      }),
  ];
}

const tree = (x, y, size, pen) =>
  pen.group(
    { transform: `translate(${x} ${y}) scale(${size})` },
    pen.node("path", { d: "M-1.6,0H1.6V6H-1.6Z", fill: "--log" }),
    pen.node("path", { d: "M0,-22L7,-9H3.6L9.4,1H-9.4L-3.6,-9H-7Z", fill: "--tree" }),
    pen.node("path", { d: "M0,-22L7,-9H3.6L9.4,1H0Z", fill: "--shade" }),
  );

const shore = (cell, pen) => [
  pen.hex(cell.x, cell.y, 0.92 * S, { fill: "--sand" }, 12),
  pen.hex(cell.x, cell.y - 1, 0.81 * S, { fill: "--island" }, 12),
];

function island(cell, field, pen) {
  const groves = [
    [
      [-11, 8, 1],
      [11, 12, 0.85],
      [3, -5, 0.8],
    ],
    [
      [9, 6, 1.05],
      [-11, 12, 0.9],
      [-7, -6, 0.7],
    ],
    [
      [0, 2, 1.1],
      [-14, 12, 0.7],
      [14, 11, 0.75],
    ],
  ];
  const trees = pen.detail === 0 ? [[0, 8, 1.3]] : groves[lot(cell.x, cell.y, 3)];
  return [
    water(cell, field, pen),
    shore(cell, pen),
    [...trees].sort((a, b) => a[1] - b[1]).map(([x, y, size]) => tree(cell.x + x, cell.y + y, size, pen)),
  ];
}

function log(cell, field, pen) {
  const trunk = (x, y, turn) =>
    pen.group(
      { transform: `translate(${cell.x + x} ${cell.y + y}) rotate(${turn})` },
      pen.node("rect", {
        "x": -23,
        "y": -5,
        "width": 46,
        "height": 10,
        "rx": 5,
        "fill": "--log",
        "stroke": "--log-deep",
        "stroke-width": 1.2,
      }),
      pen.node("path", {
        "d": "M-12,-1.6H4M-6,2H13",
        "stroke": "--log-deep",
        "stroke-width": 1.2,
        "stroke-linecap": "round",
      }),
      pen.node("ellipse", {
        "cx": 19.6,
        "rx": 3.2,
        "ry": 4.4,
        "fill": "--log-end",
        "stroke": "--log-deep",
        "stroke-width": 1,
      }),
    );
  return [
    water(cell, field, pen),
    trunk(-2, -20, -5),
    trunk(3, 0, 4),
    trunk(-3, 20, -3),
    pen.detail > 1 && pen.badge(cell.x + 0.36 * W, cell.y + 0.4 * S, "2", { size: 13 }),
  ];
}

function sandbank(cell, field, pen) {
  const dots = [
    [-14, -9],
    [-5, -21],
    [8, -24],
    [19, -9],
    [15, 14],
    [4, 25],
    [-9, 20],
    [-21, 3],
    [2, -4],
    [-4, 8],
  ];
  return [
    water(cell, field, pen),
    pen.node("path", {
      "d": "M-31,5C-30,-15 -17,-32 0,-32C17,-34 30,-18 31,-3C32,14 18,33 3,33C-13,36 -30,22 -31,5Z",
      "transform": `translate(${cell.x} ${cell.y})`,
      "fill": "--sand",
      "stroke": "--sand-deep",
      "stroke-width": 1.5,
    }),
    pen.detail > 0 &&
      dots.map(([x, y]) => pen.node("circle", { cx: cell.x + x, cy: cell.y + y, r: 1.7, fill: "--sand-deep" })),
  ];
}

const SMALL_UNITS = 1.3; // for a pixel: words on fields are too small from here on

const speedLimit = ({ limit }) => t("mq.limit", { n: limit > 1 ? `≤ ${limit}` : limit });

function goal(cell, field, pen, facts) {
  const flag = [];
  for (let row = 0; row < 3; row++)
    for (let column = row % 2; column < 4; column += 2) flag.push(`M${-4 + column * 6},${-22 + row * 6}h6v6h-6Z`);
  return [
    water(cell, field, pen, facts),
    pen.hex(
      cell.x,
      cell.y,
      0.86 * S,
      { "fill": "none", "stroke": "--good", "stroke-width": 3, "stroke-dasharray": "6 4" },
      4,
    ),
    pen.group(
      { transform: `translate(${cell.x - 7} ${cell.y - 5})` },
      pen.node("path", { "d": "M-5,-24V18", "stroke": "--insect-ink", "stroke-width": 2.5, "stroke-linecap": "round" }),
      pen.node("rect", {
        "x": -4,
        "y": -22,
        "width": 24,
        "height": 18,
        "fill": "--speed",
        "stroke": "--insect-ink",
        "stroke-width": 1,
      }),
      pen.node("path", { d: flag.join(""), fill: "--insect-ink" }),
    ),
    pen.detail > 1 && limitSign(cell.x, cell.y + 24, field, facts, pen),
  ];
}

const person = (x, y, pen) =>
  pen.group(
    { transform: `translate(${x} ${y})` },
    pen.node("path", {
      "d": "M-8.5,13C-8.5,2 8.5,2 8.5,13Z",
      "fill": "--passenger",
      "stroke": "--insect-ink",
      "stroke-width": 1.5,
      "stroke-linejoin": "round",
    }),
    pen.node("circle", { "cy": -3, "r": 5.6, "fill": "--passenger", "stroke": "--insect-ink", "stroke-width": 1.5 }),
    pen.node("path", {
      "d": "M-6,-5.5H6M-3.6,-6C-3.4,-11 3.4,-11 3.6,-6Z",
      "fill": "--insect-ink",
      "stroke": "--insect-ink",
      "stroke-width": 1.5,
    }),
  );

/** With which speed passengers board: in words, or where these would be too small as on the disc of a ship. */
function limitSign(x, y, field, facts, pen) {
  if (pen.px > SMALL_UNITS) {
    return pen.group(
      {},
      pen.circle(x, y, 11, { "fill": "--speed", "stroke": "--passenger-line", "stroke-width": 2.6 }),
      pen.text(x, y + 0.6, String(facts.limit), 17, { "fill": "--insect-ink", "font-weight": 700 }),
    );
  }
  return pen.text(x, y, speedLimit(facts), 11.5, {
    "fill": "--passenger-ink",
    "stroke": field.segment % 2 ? "--water-b" : "--water-a",
    "stroke-width": 4,
    "paint-order": "stroke",
    "font-weight": 700,
  });
}

/** A jetty leads to the landing field; a ship there with speed 1 takes the passenger aboard. */
function passenger(cell, field, pen, facts) {
  const dir = field.dir + pen.turn;
  const [dx, dy] = toward(dir, W);
  const jetty = pen.group(
    { transform: `translate(${cell.x} ${cell.y}) rotate(${-60 * dir})` },
    pen.node("rect", {
      "x": 12,
      "y": -7,
      "width": 0.5 * W + 2,
      "height": 14,
      "rx": 2,
      "fill": "--log",
      "stroke": "--log-deep",
      "stroke-width": 1.2,
    }),
    pen.node("path", { "d": "M19,-7V7M25,-7V7M31,-7V7M37,-7V7M43,-7V7", "stroke": "--log-deep", "stroke-width": 1.2 }),
  );
  const landing = !field.taken &&
    pen.detail > 0 && [
      pen.node("circle", {
        "cx": cell.x + dx,
        "cy": cell.y + dy,
        "r": 0.78 * S,
        "fill": "none",
        "stroke": "--passenger-line",
        "stroke-width": 2.6,
        "stroke-dasharray": "5 4",
      }),
      pen.detail > 1 && limitSign(cell.x + dx, cell.y + dy - 0.5 * S, field, facts, pen),
    ];
  return [
    water(cell, field, pen),
    shore(cell, pen),
    jetty,
    landing,
    pen.detail > 0 && field.taken && tree(cell.x - 10, cell.y + 4, 0.8, pen),
    !field.taken && person(cell.x - 0.12 * dx, cell.y - 0.12 * dy, pen),
  ];
}

const kinds = { water, island, log, sandbank, goal, passenger };

/**
 * `isFirst`: it carries the number of its segment; `flow`: the direction of the current, or null; `limit`: the greatest
 * speed that counts in the goal or at the landing field.
 */
export function field(cell, field, facts, pen) {
  const nodes = [kinds[field.kind](cell, field, pen, facts)];
  if (facts.isFirst && pen.detail > 1) {
    nodes.push(
      pen.text(cell.x, cell.y + 0.1 * S, String(field.segment + 1), 30, {
        "fill": "--water-deep",
        "font-weight": 800,
        "opacity": 0.8,
      }),
    );
  }
  return nodes;
}

/** Tufts of grass on the banks, few and faint, never under the water. */
export function meadow(layout, pen) {
  const [x0, y0, w, h] = layout.box;
  const tufts = [];
  for (let y = y0 + 20; y < y0 + h - 10; y += 46) {
    for (let x = x0 + 16 + lot(x0, y, 5) * 9; x < x0 + w - 16; x += 62) {
      const [px, py] = [x + lot(x, y, 31) - 15, y + lot(y, x, 27) - 13];
      if (layout.cells.some((cell) => Math.hypot(cell.x - px, cell.y - py) < S + 20)) continue;
      tufts.push(`M${px.toFixed(0)},${py.toFixed(0)}l-3,-7m3,7v-9m0,9l3,-7`);
    }
  }
  return pen.node("path", {
    "d": tufts.join(""),
    "fill": "none",
    "stroke": "--meadow",
    "stroke-width": 1.6,
    "stroke-linecap": "round",
  });
}

/** The eight segments of the river in one strip. */
export function strip(view, pen) {
  const wide = 34;
  const known = new Map((view.facts.segments ?? []).map((segment) => [segment.number, segment]));
  const boxes = Array.from({ length: 8 }, (_, n) => {
    const segment = known.get(n);
    const isVisible = view.fields.some((field) => field.segment === n);
    const fill = isVisible ? (n % 2 ? "--water-b" : "--water-a") : segment?.known ? "--raised" : pen.url("fog");
    return pen.group(
      { transform: `translate(${n * wide} 0)` },
      pen.node("path", {
        "d": `M1,4H${wide - 6}L${wide},14L${wide - 6},24H1L7,14Z`,
        fill,
        "stroke": "--water-deep",
        "stroke-width": isVisible ? 1.6 : 1,
      }),
      pen.text(wide / 2 + 1, 14, n === 7 ? "⚑" : String(n + 1), 11, { fill: "--ink-soft" }),
    );
  });
  const ships = view.pieces.map((ship, i) => {
    const row = view.fields.find((one) => one.id === ship.at)?.row ?? 2;
    const x = ship.segment * wide + 6 + row * 5;
    return pen.group(
      { transform: `translate(${x} ${i ? 25 : 3})` },
      pen.node("circle", { "r": 5.4, "fill": team(ship.side).fill, "stroke": "--surface", "stroke-width": 1.2 }),
      pen.mark(ship.side, 0, 0, 2),
    );
  });
  const label = t("mq.strip", { n: Math.max(...view.pieces.map((ship) => ship.segment)) + 1 });
  return pen.node(
    "svg",
    { "viewBox": `-3 -5 ${8 * wide + 8} 38`, "class": "river-strip", "role": "img", "aria-label": label },
    boxes,
    ships,
  );
}
