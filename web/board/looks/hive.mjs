// Hive 2020: a hexagon of 91 fields, insects on tiles, stacks.
import { S, SMALL_PX, W, toward } from "../hex.mjs";
import { t } from "../hex-texts.mjs";
import { Reserve } from "../reserve.mjs";
import { Pen, hexPath, team } from "../svg.mjs";
import { isLettered, tile } from "./hive-tile.mjs";
import * as words from "./hive-words.mjs";

const RADIUS = 5;
const LIFT = { x: 0.1 * S, y: -0.18 * S }; // what one layer of a stack is shifted by
const around = [
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
]; // cube x, y by direction

/** The centre of the field with the cube coordinates x, y. */
function centre(x, y) {
  const z = -x - y;
  return [W * (x + z / 2), 1.5 * S * z];
}

/* ---- where things are ---- */

function cellsOf(view) {
  return view.fields.map((field) => {
    const [x, y] = centre(field.x, field.y);
    return { id: field.id, x, y, r: S, shape: "hex" };
  });
}

/** Rows from the top, each from the left: what a reader of the grid hears. */
function rowsOf(view) {
  const rows = Array.from({ length: 2 * RADIUS + 1 }, () => []);
  for (const field of view.fields) rows[-field.x - field.y + RADIUS].push(field);
  return rows.map((row) => row.sort((a, b) => a.x - b.x).map((field) => field.id));
}

function layout(view) {
  const margin = 0.78 * S;
  const [w, h] = [(2 * RADIUS + 1) * W + 2 * margin, (3 * RADIUS + 2) * S + 2 * margin];
  return { box: [-w / 2, -h / 2, w, h], cells: cellsOf(view), rows: rowsOf(view) };
}

/** On a small screen the occupied part and one ring more come first; the rest is a pinch away. */
function focusBox(view, layout, width) {
  if (width > SMALL_PX || !view.pieces.length) return null;
  const taken = view.pieces.map((piece) => layout.at(piece.at));
  const [xs, ys] = [taken.map((cell) => cell.x), taken.map((cell) => cell.y)];
  const [left, top] = [Math.min(...xs) - 1.6 * W, Math.min(...ys) - 2.7 * S];
  const [w, h] = [Math.max(...xs) + 1.6 * W - left, Math.max(...ys) + 2.7 * S - top];
  const wide = Math.max(w, (h * layout.box[2]) / layout.box[3], 6 * W);
  const high = (wide * layout.box[3]) / layout.box[2];
  return wide > 0.85 * layout.box[2] ? null : [left - (wide - w) / 2, top - (high - h) / 2, wide, high];
}

const stackAt = (view, id) => view.pieces.filter((piece) => piece.at === id);

/** Where a piece of this level lies on its field. */
const lifted = (cell, level) => ({ x: cell.x + LIFT.x * level, y: cell.y + LIFT.y * level });

/* ---- drawing ---- */

/** Brambles: leaves, thorny twigs and berries on a tinted field. */
function bramble(cell, pen) {
  const ground = pen.hex(
    cell.x,
    cell.y,
    S - 1,
    { "fill": "--bramble-field", "stroke": "--obstacle", "stroke-width": 1.5 },
    3,
  );
  if (pen.detail === 0) return [ground, pen.node("circle", { cx: cell.x, cy: cell.y, r: 15, fill: "--obstacle" })];
  const twigs =
    "M-24,15C-12,4 10,14 24,-13M-25,-11C-8,-20 6,18 23,16M-17,9l-5,-3M-3,8l1,-6M13,2l6,2M-14,-12l1,-6M16,16l2,-6";
  const leaves = [
    [-12, -12, 200],
    [12, -13, 320],
    [15, 9, 20],
    [-14, 12, 150],
  ];
  const berries = [
    [-8.5, -6],
    [0, -9],
    [8.5, -6],
    [-4.6, 1.6],
    [4.6, 1.6],
    [0, 9.6],
  ];
  return [
    ground,
    pen.group(
      { transform: `translate(${cell.x} ${cell.y})` },
      pen.node("path", {
        "d": twigs,
        "fill": "none",
        "stroke": "--bramble-twig",
        "stroke-width": 2.2,
        "stroke-linecap": "round",
      }),
      leaves.map(([x, y, turn]) =>
        pen.node("path", {
          "d": "M-6,0C-1,-8 8,-8 14,0C8,6 0,6 -6,0ZM-5,0H10",
          "transform": `translate(${x} ${y}) rotate(${turn})`,
          "fill": "--tree",
          "stroke": "--bramble-field",
          "stroke-width": 0.8,
        }),
      ),
      berries.map(([x, y]) => [
        pen.node("circle", {
          "cx": x,
          "cy": y,
          "r": 6.2,
          "fill": "--obstacle",
          "stroke": "--bramble-field",
          "stroke-width": 1,
        }),
        pen.node("circle", { cx: x - 1.9, cy: y - 2, r: 1.6, fill: "--bramble-shine" }),
      ]),
    ),
  ];
}

/** The rim is part of the rules: a queen at the edge has fewer free fields. */
function backdrop(view, layout, pen) {
  const rim = (r, colour, dy = 0) =>
    pen.node("path", {
      "d": layout.cells.map((cell) => hexPath(cell.x, cell.y + dy, r)).join(""),
      "fill": colour,
      "stroke": colour,
      "stroke-width": 6,
      "stroke-linejoin": "round",
    });
  return [
    rim(S + 21, "--shade", 5),
    rim(S + 21, "--hive-rim"),
    rim(S + 1, "--hive-rim-deep"),
    rim(S - 3, "--field-line"),
  ];
}

function ground(cell, field, view, pen) {
  if (field.kind === "bramble") return bramble(cell, pen);
  return [pen.hex(cell.x, cell.y, S - 1, { fill: "--field" }, 2)];
}

/** At the lower end of the lines of equal x and the upper end of those of equal y their number stands on the rim. */
function edge(view, layout, pen) {
  const end = (d, axis) =>
    view.fields
      .filter((field) => !layout.at(`${field.x + around[d][0]},${field.y + around[d][1]}`))
      .map((field) => {
        const cell = layout.at(field.id);
        const [dx, dy] = toward(pen.flipped ? d + 3 : d, 0.5 * W + 13);
        return pen.text(cell.x + dx, cell.y + dy, `${axis}\u2009${words.minus(String(field[axis]))}`, 10.5, {
          "fill": "--hive-rim-ink",
          "font-weight": 600,
        });
      });
  return [end(5, "x"), end(1, "y")];
}

/** At the rim of a stack: a crown for the queen that lies in it, in the colour of her side. */
function crown(side, pen) {
  const { fill, halo } = team(side);
  return pen.group(
    { transform: `translate(${-0.6 * S} ${-0.64 * S})` },
    pen.circle(0, 0, 12.5, { "fill": fill, "stroke": halo, "stroke-width": 2 }),
    pen.path("M-7.5 5.5L-8.5-4.5L-3.6-.6L0-7L3.6-.6L8.5-4.5L7.5 5.5Z", {
      "fill": "--insect-crown",
      "stroke": "--insect-ink",
      "stroke-width": 1,
      "stroke-linejoin": "round",
    }),
  );
}

/** What lies higher is drawn later: no neighbour covers the number of a stack. */
function pieces(view, layout, pen) {
  const tiles = view.pieces.map((piece) => {
    const stack = piece.top ? stackAt(view, piece.at) : [piece];
    const height = stack.length;
    const queen = words.queenUnder(stack);
    const count =
      height > 1 &&
      pen.badge(0.62 * S, -0.66 * S, `×${height}`, { size: 13, fill: "--ink", ink: "--surface", line: "--surface" });
    return {
      key: `${piece.side} ${piece.kind} ${piece.at} ${piece.level}`,
      sort: `${piece.side} ${piece.kind}`,
      at: piece.at,
      ...lifted(layout.at(piece.at), piece.level),
      level: piece.level,
      skin: [pen.detail, words.letter("beetle"), isLettered(pen), height, queen?.side].join(),
      node: () => pen.group({}, tile(piece, pen), count, queen && crown(queen.side, pen)),
    };
  });
  return tiles.sort((a, b) => a.level - b.level);
}

/** The last move: a bright rim where the piece is, a hollow hexagon where it was, its way between. */
function trace(move, view, layout, pen) {
  if (!move?.to) return [];
  const at = lifted(layout.at(move.to), Math.max(0, stackAt(view, move.to).length - 1));
  const glow = pen.hex(at.x, at.y, 1.02 * S, { "fill": "--last-fill", "stroke": "--last", "stroke-width": 4 }, 5);
  if (!move.from) return [glow];
  const from = layout.at(move.from);
  return [
    pen.hex(
      from.x,
      from.y,
      0.84 * S,
      { "fill": "--last-fill", "stroke": "--last", "stroke-width": 3, "stroke-dasharray": "8 5" },
      5,
    ),
    way(move.path?.length > 1 ? move.path : [move.from, move.to], layout, pen, "--last"),
    glow,
  ];
}

/** Ants and spiders walk along their path. */
function walk(move, old, piece, layout) {
  return move?.path && old.at === move.from ? move.path.slice(1, -1).map(layout.at).filter(Boolean) : [];
}

/** A dotted line through the middles of fields. */
function way(path, layout, pen, colour) {
  return pen.polyline(path.map(layout.at), {
    "stroke": colour,
    "stroke-width": 5,
    "stroke-dasharray": "0.1 9",
    "class": "way",
  });
}

/** The way to the target under the pointer; short walks carry the numbers of their steps. */
function path(move, layout, pen) {
  if (!(move?.path?.length > 1)) return [];
  const steps = move.path.slice(1).map((id, i) => {
    const cell = layout.at(id);
    return pen.badge(cell.x, cell.y, String(i + 1), {
      size: 12,
      fill: "--hint",
      ink: "--hint-text",
      line: "--hint-rim",
    });
  });
  return [way(move.path, layout, pen, "--hint-rim"), ...steps];
}

const anchor =
  "M0,-3.4V6M-3,-1H3M-6,1.4C-5.6,5 -3,6.4 0,6.6C3,6.4 5.6,5 6,1.4M-1.7,-5.2a1.7,1.7 0 1 0 3.4,0a1.7,1.7 0 1 0 -3.4,0";
const gate = "M-5,6.5V-1.5A5,5 0 0 1 5,-1.5V6.5M-6.5,2H6.5M-1.7,-6V6.5M1.7,-6V6.5";

/** Anchors on the pieces that hold the hive together, gates on those that find no way out. */
function pinned(view, layout, pen) {
  return view.pieces
    .filter((piece) => piece.pinned || piece.stuck)
    .map((piece) => {
      const at = lifted(layout.at(piece.at), piece.level);
      return pen.group(
        { transform: `translate(${at.x - 0.6 * S} ${at.y - 0.5 * S})` },
        pen.node("circle", { "r": 11, "fill": "--ink", "stroke": "--surface", "stroke-width": 1.5 }),
        pen.node("path", {
          "d": piece.pinned ? anchor : gate,
          "fill": "none",
          "stroke": "--surface",
          "stroke-width": 1.7,
          "stroke-linecap": "round",
        }),
      );
    });
}

/** The six fields around each queen; those outside the board are hatched ghosts, so that the count explains itself. */
function freedom(view, layout, pen) {
  return ["red", "blue"].flatMap((side) => {
    const { queen, around: ring } = view.facts[side];
    if (!queen || !ring) return [];
    const here = layout.at(queen);
    return ring.map((spot, d) => {
      const [dx, dy] = toward(pen.flipped ? 3 - d : -d);
      const isFree = spot.cause === "free";
      return pen.hex(
        here.x + dx,
        here.y + dy,
        0.9 * S,
        {
          "fill": isFree ? "--free" : spot.cause === "edge" ? pen.url(side) : "none",
          "stroke": team(side).fill,
          "stroke-width": isFree ? 2.5 : 4,
          "stroke-dasharray": isFree ? "5 5" : null,
        },
        5,
      );
    });
  });
}

const painters = { pinned, freedom };
const overlay = (name, view, layout, pen) => painters[name]?.(view, layout, pen) ?? [];

/** Over the pieces: the part of the hive that would be cut off, the way to a target, a stack that was opened. */
function above(look, layout, pen, view) {
  const falls = (look.falls ?? []).map((id) => {
    const cell = layout.at(id);
    return pen.hex(
      cell.x,
      cell.y,
      0.96 * S,
      { "fill": pen.url("danger"), "stroke": "--danger", "stroke-width": 3, "opacity": 0.75 },
      5,
    );
  });
  return [falls, path(look.hovered, layout, pen), look.fan && fan(look.fan, view, layout, pen)];
}

/** A stack spread out beside its field, bottom to top.  It only shows; nothing in it can be selected. */
function fan(id, view, layout, pen) {
  const stack = stackAt(view, id);
  if (stack.length < 2) return [];
  const cell = layout.at(id);
  const step = 1.75 * S;
  const height = stack.length * step + 0.5 * S;
  const [, top, , room] = layout.box;
  const y = Math.max(top + 4, Math.min(cell.y - height / 2, top + room - height - 4));
  const x = cell.x + (cell.x > 0 ? -1 : 1) * 1.75 * W;
  return [
    pen.group(
      { class: "fan" },
      pen.line(cell, { x, y: cell.y }, { "stroke": "--ink", "stroke-width": 3 }),
      pen.node("rect", {
        "x": x - 1.25 * S,
        y,
        "width": 2.5 * S,
        height,
        "rx": 14,
        "fill": "--surface",
        "stroke": "--ink",
        "stroke-width": 2,
      }),
      stack.map((piece, i) =>
        pen.group(
          { transform: `translate(${x + 6} ${y + height - 0.25 * S - step * (i + 0.5)})` },
          tile(piece, pen),
          pen.text(-1.08 * S, 0, String(i + 1), 13, { fill: "--ink-soft" }),
        ),
      ),
    ),
  ];
}

/** A small queen and the six fields around her: filled is blocked, and the filling tells by what. */
function meter(view, side, pen = new Pen()) {
  const { queen, around: ring } = view.facts[side]; // clockwise from the right
  const fill = { free: "--free", insect: team(side).fill, bramble: "--obstacle", edge: "--hive-rim" };
  const small = 0.5 * S;
  return pen.node(
    "svg",
    { "viewBox": "-60 -58 120 116", "width": 40, "height": 38, "class": "strip-freedom", "aria-hidden": "true" },
    pen.group({ transform: "scale(0.52)", opacity: queen ? 1 : 0.35 }, tile({ side, kind: "bee" }, pen)),
    around.map((_, d) => {
      const [x, y] = toward(-d, (W * small) / S);
      return pen.hex(
        x,
        y,
        small - 1.5,
        { "fill": fill[ring?.[d]?.cause] ?? "none", "stroke": "--field-line", "stroke-width": 2 },
        2,
      );
    }),
  );
}

const ghost = (wish, view, pen) => tile(wish, pen);

const overlays = [
  { name: "pinned", key: "P", above: true, label: () => t("hive.overlay.pinned") },
  { name: "freedom", key: "S", above: true, label: () => t("hive.overlay.freedom") },
];

const facts = (view, side) => words.facts(view, side, () => meter(view, side));
const panel = (input) => new Reserve(input);

export default {
  settings: ["input", "hints", "confirm", "insects"],
  ...words.look,
  name: words.minus,
  nameAt: 0.62,
  layout,
  backdrop,
  ground,
  edge,
  focusBox,
  zoom: true,
  ghost,
  pieces,
  trace,
  way: walk,
  overlay,
  overlays,
  endings: ["freedom"],
  above,
  facts,
  panel,
};
