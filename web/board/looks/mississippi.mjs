// Mississippi Queen: a river of segments, islands, two steamers.
import { S, W, rotated, toward } from "../hex.mjs";
import { t } from "../hex-texts.mjs";
import { hexPath } from "../svg.mjs";
import { frameOf, inPlay, wholeOf } from "./river-frame.mjs";
import { centre, mapOf } from "./river-map.mjs";
import { overview } from "./river-overview.mjs";
import { steamer } from "./steamer-art.mjs";
import * as river from "./river-art.mjs";
import * as words from "./mississippi-words.mjs";

const SHAPE = 4 / 3; // width to height of the picture where nothing else decides

/* ---- where things are ---- */

const isIsland = (field) => field.kind === "passenger" || field.kind === "island";

/** Where a field is drawn on a river that is turned by so many sixths. */
const placed = (spot, turn) => rotated(centre(spot.x, spot.y), turn);

function shown(view) {
  const numbers = new Set(inPlay(view));
  return view.fields.filter((field) => numbers.has(field.segment));
}

/** As much of the fog as lies close to the known river. */
function nearFog(view) {
  const river = shown(view).map((field) => centre(field.x, field.y));
  return view.facts.fog.filter((spot) => {
    const [x, y] = centre(spot.x, spot.y);
    return river.some((at) => Math.hypot(at[0] - x, at[1] - y) < 1.6 * W);
  });
}

/** Passenger islands come last, because their jetties reach over the neighbours. */
function layout(view, frame) {
  const { turn } = frame;
  const fields = shown(view).sort((a, b) => Number(isIsland(a)) - Number(isIsland(b)));
  const cells = fields.map((field) => {
    const [x, y] = placed(field, turn);
    return { id: field.id, x, y, r: S, shape: "hex" };
  });
  const at = [...fields, ...nearFog(view)].map((field) => placed(field, turn));
  const box = frame.box ? wholeOf(view, frame) : boxAround(at);
  const seen = frame.box ?? box;
  const px = 1 / (frame.scale ?? 1);
  return { box, seen, px, tight: tightAround(at), cells, rows: rowsOf(cells), map: mapOf(view), turn };
}

/**
 * Everything and a margin, always in the same shape, so that the board does not change its size while the river bends.
 */
function boxAround(at) {
  const middle = (axis) => (Math.min(...at.map((p) => p[axis])) + Math.max(...at.map((p) => p[axis]))) / 2;
  const size = (axis) => Math.max(...at.map((p) => p[axis])) - Math.min(...at.map((p) => p[axis]));
  const width = Math.max(size(0) + 2.6 * W, (size(1) + 3.6 * S) * SHAPE, 12 * W);
  const height = width / SHAPE;
  return [middle(0) - width / 2, middle(1) - height / 2, width, height];
}

/** As little as a thumbnail needs. */
function tightAround(at) {
  const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
  const [left, top] = [Math.min(...xs) - 0.8 * W, Math.min(...ys) - 1.4 * S];
  return [left, top, Math.max(...xs) + 0.8 * W - left, Math.max(...ys) + 1.4 * S - top];
}

function rowsOf(cells) {
  const rows = new Map();
  for (const cell of cells) {
    const y = Math.round(cell.y);
    rows.set(y, [...(rows.get(y) ?? []), cell]);
  }
  const sorted = [...rows.keys()].sort((a, b) => a - b);
  return sorted.map((y) =>
    rows
      .get(y)
      .sort((a, b) => a.x - b.x)
      .map((cell) => cell.id),
  );
}

/** Fog and ghosts lie beside the river and turn with it. */
function besides(layout, spot) {
  const [x, y] = placed(spot, layout.turn);
  return { x, y };
}

/* ---- drawing ---- */

function backdrop(view, layout, pen) {
  const [x, y, w, h] = layout.box;
  const bank = (r, colour) =>
    pen.node("path", {
      "d": layout.cells.map((cell) => hexPath(cell.x, cell.y, r)).join(""),
      "fill": colour,
      "stroke": colour,
      "stroke-width": 10,
      "stroke-linejoin": "round",
    });
  return [
    pen.node("rect", { x: x - w, y: y - h, width: 3 * w, height: 3 * h, fill: "--land" }),
    pen.detail > 0 && river.meadow(layout, pen),
    left(view, layout, pen),
    bank(S + 8, "--shore"),
    bank(S + 1, "--shore-wet"),
    fog(view, layout, pen),
  ];
}

/** Beside both ends of every row its fields' names, on the bank; the fog hides them. */
function edge(view, layout, pen) {
  const hidden = new Set(view.facts.fog.map((spot) => spot.id ?? `${spot.x},${spot.y}`));
  return layout.rows.flatMap((row) =>
    [
      [row[0], -1],
      [row.at(-1), 1],
    ].map(([id, side]) => {
      const cell = layout.at(id);
      if (hidden.has(layout.map.beside(id, (side < 0 ? 3 : 0) - layout.turn))) return null;
      return pen.text(cell.x + side * (0.5 * W + 13), cell.y, words.minus(id), 12 * layout.px, {
        "fill": "--ink-soft",
        "text-anchor": side < 0 ? "end" : "start",
        "stroke": "--land",
        "stroke-width": 3,
        "paint-order": "stroke",
      });
    }),
  );
}

/** The part of the river that is not revealed yet; it may go on in three directions. */
function fog(view, layout, pen) {
  const cells = nearFog(view).map((spot) => besides(layout, spot));
  if (!cells.length) return [];
  const d = cells.map((cell) => hexPath(cell.x, cell.y, S - 3)).join("");
  return [
    pen.node("path", {
      d,
      "fill": "--fog-soft",
      "stroke": "--fog-soft",
      "stroke-width": 6,
      "stroke-linejoin": "round",
      "opacity": 0.7,
    }),
    pen.node("path", { d, fill: pen.url("fog"), opacity: 0.7 }),
    pen.detail > 0 && (signpost(view, layout, pen) ?? questionMarks(view, layout, cells, pen)),
  ];
}

/** Where the river may go on. */
function questionMarks(view, layout, cells, pen) {
  const { dir } = view.facts.segments.findLast((segment) => segment.known);
  const ahead = dir + layout.turn;
  const marks = new Set([-1, 0, 1].map((turn) => farthest(cells, ahead + turn)));
  return [...marks].map((cell) => pen.text(cell.x, cell.y, "?", 34, { "fill": "--ink-soft", "font-weight": 800 }));
}

/** An arrow over the first fields of the fog, where the direction of the hidden segment is shown. */
function signpost(view, layout, pen) {
  const next = view.facts.segments.find(({ dir, known }) => !known && dir !== null);
  const last = view.fields.find((field) => field.segment === next?.number - 1 && field.current && field.row === 3);
  if (!last) return null;
  const from = layout.at(last.id);
  const [dx, dy] = toward(next.dir + layout.turn, 1);
  const at = (far) => ({ x: from.x + far * W * dx, y: from.y + far * W * dy });
  const style = { "fill": "--current-line", "stroke": "--surface", "stroke-width": 3, "paint-order": "stroke" };
  return pen.arrow(at(0.7), at(1.9), 16, style);
}

function farthest(cells, heading) {
  const [dx, dy] = toward(heading, 1);
  return cells.reduce((best, cell) => (cell.x * dx + cell.y * dy > best.x * dx + best.y * dy ? cell : best));
}

/** What the ships have left behind stays visible as a shadow. */
function left(view, layout, pen) {
  const [x, y, w, h] = layout.box;
  const gone = view.fields
    .filter((field) => !layout.at(field.id))
    .map((field) => besides(layout, field))
    .filter((cell) => cell.x > x + S && cell.x < x + w - S && cell.y > y + S && cell.y < y + h - S);
  return pen.node("path", {
    d: gone.map((cell) => hexPath(cell.x, cell.y, S)).join(""),
    fill: "--water-b",
    opacity: 0.35,
  });
}

const backdropKey = (view) => JSON.stringify([view.facts.segments, inPlay(view)]);

function ground(cell, field, view, pen) {
  const facts = {
    isFirst: isFirst(field, view),
    flow: flowOn(field, view),
    limit: words.slowEnough(field.kind === "passenger" ? view.fields.find(({ id }) => id === field.landing) : field),
  };
  return river.field(cell, field, facts, pen);
}

/** Which way the current flows on a field: at the entrance of a segment as it lies, then toward the next one. */
function flowOn(field, view) {
  if (!field.current) return null;
  const { segments } = view.facts;
  const next = segments[field.segment + 1]?.dir ?? segments[field.segment].dir;
  return field.row === 0 ? segments[field.segment].dir : next;
}

/** The first open field of a segment carries its number. */
const isFirst = (field, view) =>
  view.fields.find((other) => other.segment === field.segment && other.kind === "water")?.id === field.id;

function pieces(view, layout, pen) {
  const [one, two] = view.pieces;
  const together = two && one.at === two.at;
  const mover = view.pieces.find((ship) => ship.side === view.side) ?? one;
  return view.pieces.map((ship, i) => {
    const cell = layout.at(ship.at) ?? besides(layout, ship);
    const [dx, dy] = together ? toward(mover.dir + pen.turn + 1.5, (i ? -0.25 : 0.25) * W) : [0, 0];
    const angle = -60 * ((ship.dir + pen.turn) % 6);
    return {
      key: ship.side,
      sort: ship.side,
      at: ship.at,
      x: cell.x + dx,
      y: cell.y + dy,
      angle,
      node: pen.group({ transform: together ? "scale(0.72)" : null }, steamer(ship, angle, pen)),
    };
  });
}

/** The way of the last move as a track in the water. */
function trace(move, view, layout, pen) {
  if (!move?.from) return [];
  const way = words
    .walk(move, layout.map)
    .map((step) => layout.at(step.at))
    .filter(Boolean);
  const from = layout.at(move.from);
  return [
    from &&
      pen.hex(
        from.x,
        from.y,
        0.86 * S,
        { "fill": "--last-fill", "stroke": "--last", "stroke-width": 3, "stroke-dasharray": "8 5" },
        5,
      ),
    way.slice(1).map((cell) => pen.hex(cell.x, cell.y, 0.86 * S, { fill: "--last-fill" }, 5)),
    way.length > 1 && pen.polyline(way, { "stroke": "--last", "stroke-width": 6, "stroke-dasharray": "0.1 11" }),
  ];
}

/** The fields that a move of an arrow goes through. */
function course(arrow, view, layout) {
  const ids = words.walkOf(arrow, view).map((step) => step.at);
  const way = ids.filter((id, i) => id !== ids[i - 1]).map((id) => layout.at(id));
  return way.every(Boolean) ? way : [];
}

/** A steamer glides field by field and turns where the move turns. */
function way(move, old, piece, layout) {
  if (!move?.from || old.at !== move.from) return [];
  return words
    .walk(move, layout.map)
    .slice(1, -1)
    .map((step) => {
      const cell = layout.at(step.at);
      return cell && { x: cell.x, y: cell.y, angle: -60 * (step.heading + layout.turn) };
    })
    .filter(Boolean);
}

/** The line from which on the side to move begins the next round: edges between inside and outside. */
function overtake(view, layout, pen) {
  const first = new Set(view.facts.first);
  const solid = new Set(view.fields.filter(isIsland).map((field) => field.id));
  const edges = [];
  for (const id of first) {
    const here = layout.at(id);
    for (let d = 0; d < 6; d++) {
      const next = here && layout.at(layout.map.beside(id, d));
      if (next && !first.has(next.id) && !solid.has(next.id)) edges.push(between(here, next));
    }
  }
  if (!edges.length) return [];
  const d = edges.map(([a, b]) => `M${a}L${b}`).join("");
  const line = (stroke, width, dash) =>
    pen.node("path", {
      d,
      "fill": "none",
      stroke,
      "stroke-width": width,
      "stroke-linecap": "round",
      "stroke-dasharray": dash,
    });
  return [
    line("--surface", 8),
    line("--overtake", 4.5, "9 7"),
    pen.detail > 1 && overtakeLabel(edges, layout, pen, view.facts),
  ];
}

/** Where the name of the line is, by the facts of a position: the search takes a moment, and a move has many actions. */
const labelSpots = new WeakMap();

function overtakeLabel(edges, layout, pen, facts) {
  const text = t("mq.overtake");
  const size = Math.min(14, 13 * layout.px);
  const key = [text, ...layout.seen].join();
  let spot = labelSpots.get(facts);
  if (spot?.key !== key) {
    spot = { key, ...labelSpot(edges.flat(), layout, [text.length * size * 0.32 + size, size]) };
    labelSpots.set(facts, spot);
  }
  if (spot.x === undefined) return null;
  return pen.group(
    { class: "plaque" },
    pen.badge(spot.x, spot.y, text, { size, ink: "--overtake", line: "--overtake" }),
  );
}

/** For a box with these half sides: as near to the line as it can be without hiding a field. */
function labelSpot(points, layout, [w, h]) {
  const [left, top, width, height] = layout.seen;
  const cost = (x, y) => {
    const hidden = layout.cells.filter(
      (cell) => Math.abs(cell.x - x) < w + 0.86 * S && Math.abs(cell.y - y) < h + 0.9 * S,
    );
    return 400 * hidden.length + Math.min(...points.map((point) => gap(point, [x, y], [w, h])));
  };
  let best = null;
  for (let y = top + 1.5 * h; y < top + height - h; y += h)
    for (let x = left + w + h; x < left + width - w - h; x += 2 * h) {
      const spot = { x, y, cost: cost(x, y) };
      if (!best || spot.cost < best.cost) best = spot;
    }
  return best;
}

/** How far a point is from a box with this middle and these half sides. */
const gap = ([px, py], [x, y], [w, h]) =>
  Math.hypot(Math.max(0, Math.abs(px - x) - w), Math.max(0, Math.abs(py - y) - h));

/** The edge that two touching hexagons share. */
function between(a, b) {
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const scale = S / 2 / Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [-(b.y - a.y) * scale, (b.x - a.x) * scale];
  return [
    [mx + ux, my + uy],
    [mx - ux, my - uy],
  ].map((point) => point.map((n) => Math.round(n * 10) / 10));
}

/** How many points a field is worth within its segment. */
function rowPoints(view, layout, pen) {
  return view.fields
    .filter((field) => !isIsland(field) && layout.at(field.id))
    .map((field) => {
      const cell = layout.at(field.id);
      return [
        pen.hex(cell.x, cell.y, 0.9 * S, { fill: "--hint", opacity: 0.08 + 0.11 * field.row }, 5),
        pen.text(cell.x, cell.y - 0.6 * S, `+${field.row}`, 15, {
          "fill": "--hint-text",
          "stroke": "--hint",
          "stroke-width": 4,
          "paint-order": "stroke",
          "font-weight": 700,
        }),
      ];
    });
}

/** The ship that cannot move, and what closes its ways. */
function stuck(view, layout, pen) {
  const side = words.stuckSide(view);
  if (!side) return [];
  const ship = view.pieces.find((piece) => piece.side === side);
  const at = layout.at(ship.at) ?? besides(layout, ship);
  const crosses = words.closedSides(view, side).map((turn) => {
    const [dx, dy] = toward(ship.dir + turn + layout.turn);
    const [x, y] = [at.x + dx, at.y + dy];
    return [
      pen.hex(x, y, 0.9 * S, { "fill": pen.url("danger"), "stroke": "--danger", "stroke-width": 2, "opacity": 0.7 }, 5),
      pen.path(`M${at.x + 0.62 * dx - 6} ${at.y + 0.62 * dy - 6}l12 12m0 -12l-12 12`, {
        "stroke": "--danger",
        "stroke-width": 5,
        "stroke-linecap": "round",
      }),
    ];
  });
  return [crosses, pen.hex(at.x, at.y, 0.94 * S, { "fill": "none", "stroke": "--danger", "stroke-width": 5 }, 5)];
}

const painters = { overtake, rows: rowPoints, stuck };
const overlay = (name, view, layout, pen) => painters[name]?.(view, layout, pen) ?? [];
const overlays = [
  { name: "overtake", key: "O", label: () => t("mq.overlay.overtake"), on: true },
  { name: "rows", key: "R", label: () => t("mq.overlay.rows") },
];

/**
 * The end fields of a move (tinted by coal), what may not be pushed to (hatched): what the steamer's input wants shown.
 */
function touch(wish, layout, pen) {
  const ends = Object.entries(wish.ends ?? {}).map(([id, cost]) => {
    const cell = layout.at(id);
    return (
      cell && [
        pen.hex(
          cell.x,
          cell.y,
          0.92 * S,
          { "fill": `--coal${Math.min(cost, 3)}`, "stroke": "--hint-rim", "stroke-width": 1.2 },
          5,
        ),
        pen.badge(cell.x, cell.y + 0.45 * S, cost ? `−${cost} ■` : "0", { size: 12 }),
      ]
    );
  });
  const closed = (wish.closed ?? [])
    .map(layout.at)
    .filter(Boolean)
    .map((cell) =>
      pen.hex(cell.x, cell.y, 0.93 * S, { "fill": pen.url("danger"), "stroke": "--danger", "stroke-width": 2.5 }, 5),
    );
  const dim = wish.dim
    ? layout.cells
        .filter((cell) => !wish.dim.includes(cell.id))
        .map((cell) => pen.hex(cell.x, cell.y, S, { fill: "--surface", opacity: 0.55 }))
    : [];
  return [dim, ends, closed];
}

function ghost(wish, view, pen) {
  const angle = -60 * (wish.ship.dir + pen.turn);
  return pen.group({ transform: `rotate(${angle})` }, steamer(wish.ship, angle, pen, !wish.isSolid));
}

/** The eight segments in one strip: behind, visible, unknown, and where the steamers are. */
function strip(view, pen) {
  return river.strip(view, pen);
}

export default {
  settings: ["steamer", "neverInvalid"],
  input: async () => (await import("../steamer-input.mjs")).SteamerInput,
  ...words.look,
  name: words.minus,
  nameAt: 0.62,
  zoom: true,
  frame: frameOf,
  shape: SHAPE,
  overview,
  layout,
  backdrop,
  backdropKey,
  edge,
  ground,
  pieces,
  trace,
  way,
  course,
  overlay,
  overlays,
  endings: ["stuck"],
  touch,
  ghost,
  strip,
};
