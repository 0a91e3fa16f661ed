// Penguins (2023): eight rows of floes, every second one shifted to the right.  Names: column a-h, row 1-8 from the
// top.
import { team } from "../svg.mjs";
import { t } from "../words.mjs";
import { Waiting } from "../unplaced-penguins.mjs";
import { index } from "./common.mjs";

const R = 46;
const WIDTH = Math.sqrt(3) * R;
const MARGIN = 26;

const fishBody = "M-13 0C-9-7 3-8 9-1L15-6C13.5-2 13.5 2 15 6L9 1C3 8-9 7-13 0Z";
const pips = {
  1: [[0, 0]],
  2: [
    [0, -11],
    [0, 11],
  ],
  3: [
    [0, -13],
    [-16, 9],
    [16, 9],
  ],
  4: [
    [-16, -11],
    [16, -11],
    [-16, 11],
    [16, 11],
  ],
};

const body = "M0-31C11-31 15-22 16-12C20-2 21 12 16 24C12 29-12 29-16 24C-21 12-20-2-16-12C-15-22-11-31 0-31Z";
const wings = "M-16-9C-26 0-28 12-23 18C-19 14-17 8-17 1ZM16-9C26 0 28 12 23 18C19 14 17 8 17 1Z";
const belly = "M0-9C9-12 13-2 13 9C13 21 8 25 0 25C-8 25-13 21-13 9C-13-2-9-12 0-9Z";

function catchOf(n, x, y, pen) {
  const at = (dx, dy) => `translate(${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)})`;
  return pips[n].map(([dx, dy]) =>
    pen.group(
      { class: "catch", transform: at(dx, dy) },
      pen.path(fishBody, { "fill": "--catch", "stroke": "--catch-line", "stroke-width": pen.detail ? 1.2 : 0 }),
      pen.detail > 0 && pen.circle(-7, -1.4, 1.4, { fill: "--catch-line" }),
    ),
  );
}

/** A penguin around the origin: its coat is the colour of the side, the mark is on its belly. */
function penguin({ side, stuck = false }, pen) {
  const { fill, deep, halo } = team(side);
  const eye = (x) => [pen.circle(x, -20, 4.3, { fill: "#fff" }), pen.circle(x * 0.85, -19.6, 2, { fill: "#12202b" })];
  const outline = pen.path(body + wings, {
    "fill": "none",
    "stroke": halo,
    "stroke-width": 5.5,
    "stroke-linejoin": "round",
  });
  if (pen.detail < 1) {
    return pen.group(
      {},
      outline,
      pen.path(body + wings, { fill }),
      pen.path(belly, { fill: "#fff" }),
      pen.mark(side, 0, 8, 8, { colour: deep, point: "down" }),
    );
  }
  return pen.group(
    { class: "penguin" },
    pen.node("ellipse", { cx: 0, cy: 28, rx: 20, ry: 5, fill: "--shade" }),
    outline,
    pen.path("M-14 30.5q6-9 12 0ZM14 30.5q-6-9-12 0Z", {
      "fill": "--hint",
      "stroke": "--hint-rim",
      "stroke-width": 0.8,
    }),
    pen.path(wings, { fill: deep }),
    pen.path(body, { fill }),
    pen.path("M-9-27C-14-20-15-10-17-2", {
      "fill": "none",
      "stroke": "#fff",
      "stroke-width": 2.5,
      "stroke-linecap": "round",
      "opacity": 0.3,
    }),
    pen.path(belly, { fill: "#fff" }),
    eye(-5.5),
    eye(5.5),
    pen.path("M-4.8-15.5Q0-18 4.8-15.5L0-8.5Z", { "fill": "--hint", "stroke": "--hint-rim", "stroke-width": 0.8 }),
    pen.mark(side, stuck ? -3 : 0, stuck ? 12 : 9, 6.6, { colour: deep, point: "down" }),
    stuck && scarf(pen),
  );
}

/** A penguin that cannot slide any more: a grey scarf and the word. */
function scarf(pen) {
  return [
    pen.path("M-16-9Q0 0 16-9L17-3Q0 6-17-3ZM8 0L16 14L10 17L4 2Z", {
      "fill": "#8b98a3",
      "stroke": "#3b4750",
      "stroke-width": 1,
    }),
    pen.detail > 1 && pen.badge(0, 33, t("penguins.stuck"), { size: 10.5 }),
  ];
}

function layout(view) {
  const rows = Array.from({ length: 8 }, () => []);
  const cells = view.fields.map((field) => {
    rows[field.y].push(field);
    const [x, y] = [MARGIN + (WIDTH / 2) * (field.x + 1), MARGIN - 4 + 1.5 * R * field.y + R];
    return { id: field.id, x, y, r: R, shape: "hex" };
  });
  const ids = rows.map((row) => row.sort((a, b) => a.x - b.x).map((field) => field.id));
  const [w, h] = [WIDTH * 8.5 + 2 * MARGIN, R * 12.5 + 2 * MARGIN];
  return { box: [0, 0, w, h], tight: [15, 12, w - 30, h - 30], cells, rows: ids };
}

function backdrop(view, layout, pen) {
  const [, , w, h] = layout.box;
  return pen.node("rect", { class: "frame", x: 2, y: 2, width: w - 4, height: h - 4, rx: 16, fill: "--sea" });
}

function edge(view, layout, pen) {
  const word = (x, y, text) => pen.text(x, y, text, 14, { class: "coordinate", fill: "--ink-soft" });
  const first = layout.rows[0];
  const last = layout.rows.at(-1);
  const [, , w, h] = layout.box;
  const digits = layout.rows.map((row) => {
    const at = layout.at(row[0]);
    const left = at.x - WIDTH / 2 < MARGIN + 5;
    return word(left ? MARGIN / 2 + 1 : w - MARGIN / 2 - 1, at.y, row[0].slice(1));
  });
  const letters = (ids, y) => ids.map((id) => word(layout.at(id).x, y, id[0]));
  return [digits, letters(first, 13), letters(last, h - 12)];
}

function ground(cell, field, view, pen) {
  const { x, y } = cell;
  if (field.kind === "hole") {
    return [
      pen.hex(x, y, R - 5, { class: "hole" }, 5),
      pen.detail > 1 && pen.path(`M${x - 15} ${y}q5-5 10 0t10 0t10 0`, { class: "wave" }),
    ];
  }
  const dim = view.facts.phase === "place" && field.kind === "floe" && field.fish > 0 && pen.detail > 0;
  return pen.group(
    { class: dim ? "dim" : null },
    pen.hex(x, y + 6, R - 3.5, { fill: "--ice-edge" }, 6),
    pen.hex(x, y, R - 3.5, { "fill": "--ice", "stroke": "--ice-line", "stroke-width": 1.5 }, 6),
    pen.detail > 1 && pen.path(`M${x - 31} ${y - 15}L${x} ${y - 33}L${x + 31} ${y - 15}`, { class: "shine" }),
    field.fish > 0 && catchOf(field.fish, x, y - 3, pen),
    field.fish > 0 &&
      pen.detail > 1 &&
      pen.text(x, y + 30, field.fish, 13, { "fill": "--ink-soft", "font-weight": 600 }),
    field.kind === "start" && pen.detail > 0 && pen.hex(x, y, R - 10, { class: "start" }, 5),
  );
}

function pieces(view, layout, pen) {
  return view.pieces
    .map((piece) => {
      const { x, y } = layout.at(piece.at);
      const { side, at } = piece;
      const skin = side + (piece.stuck ? t("penguins.stuck") : "");
      return { key: `${side}@${at}`, sort: side, at, x, y: y - 5, skin, node: () => penguin(piece, pen) };
    })
    .sort((a, b) => a.y - b.y);
}

function trace(move, view, layout, pen) {
  const to = layout.at(move.to);
  const style = { "stroke": "--last", "stroke-width": 4, "fill": "none" };
  const ring = pen.hex(to.x, to.y, R - 6, { ...style, fill: "--last-fill" }, 5);
  if (!move.from) return ring;
  const from = layout.at(move.from);
  const ripples = [10, 19, 28].map((rx, i) =>
    pen.node("ellipse", {
      "cx": from.x,
      "cy": from.y,
      rx,
      "ry": rx * 0.55,
      ...style,
      "stroke-width": 3 - i * 0.6,
      "opacity": 0.9 - i * 0.25,
    }),
  );
  return [ripples, pen.line(from, to, { "stroke": "--last", "stroke-width": 5, "stroke-dasharray": "1 11" }), ring];
}

/** What each side has collected in the game so far, floe by floe. */
function taken(layout, pen, past) {
  return past.map(({ side, move }) => {
    const { x, y } = layout.at(move.to);
    return [
      pen.hex(
        x,
        y,
        R - 5,
        { "class": "region", "fill": pen.url(side), "stroke": team(side).fill, "stroke-width": 2 },
        5,
      ),
      pen.text(x, y + 30, move.fish, 14, { "fill": team(side).deep, "font-weight": 700 }),
    ];
  });
}

/** Who can get to a floe: stripes to the one side, to the other, or both. */
function regions(view, layout, pen) {
  return Object.entries(view.facts.regions).map(([id, owner]) => {
    const { x, y } = layout.at(id);
    const sides = owner === "both" ? ["red", "blue"] : [owner];
    const rim = (side) => (owner === "both" ? "none" : team(side).fill);
    return sides.map((side) =>
      pen.hex(
        x,
        y,
        R - 5,
        { "class": `region ${owner}`, "fill": pen.url(side), "stroke": rim(side), "stroke-width": 2.5 },
        5,
      ),
    );
  });
}

function overlay(which, view, layout, pen, past) {
  return which === "taken" ? taken(layout, pen, past) : regions(view, layout, pen);
}

/* Waves where there is no floe, a closed road where a penguin stands. */
const blockers = { hole: "M-6-2q3-3 6 0t6 0M-6 3q3-3 6 0t6 0", penguin: "M-5 0h10" };

/** What ends a ray, on the border of the field where it ends. */
function sign(kind, before, stop, pen) {
  const [x, y] = [(before.x + stop.x) / 2, (before.y + stop.y) / 2];
  return pen.group(
    { class: `blocker by-${kind}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    pen.circle(0, 0, 10.5),
    pen.path(blockers[kind]),
  );
}

/** The rays of a penguin and what ends each of them. */
function touch(look, layout, pen) {
  const from = layout.at(look.at);
  if (!from) return null;
  return (look.ways ?? []).map((way) => {
    const end = way.cells.length ? layout.at(way.cells.at(-1)) : null;
    const stop = way.at && layout.at(way.at);
    return [end && pen.line(from, end, { class: "path" }), stop && sign(way.blocker, end ?? from, stop, pen)];
  });
}

function brief(id, view) {
  const { field, piece } = index(view);
  const found = piece.get(id);
  if (found) return t(`penguins.penguin.${found.side}`);
  const fish = field.get(id)?.fish ?? 0;
  return fish ? t("penguins.floe", { n: fish }) : t("penguins.hole");
}

function label(id, view) {
  const stuck = index(view).piece.get(id)?.stuck;
  return `${id}, ${brief(id, view)}${stuck ? `, ${t("penguins.stuck")}` : ""}`;
}

function spoken(move) {
  if (!move.from) return t("penguins.spokenPlace", { to: move.to });
  return t("penguins.spoken", { from: move.from, to: move.to, n: move.fish });
}

function tell(move) {
  const parts = [t("penguins.tell", { n: move.fish }), move.from && t("penguins.tellBreaks", { from: move.from })];
  return parts.filter(Boolean).join(" · ");
}

function facts(view, side) {
  const mine = view.facts[side];
  const total = view.facts.red.fish + view.facts.blue.fish + view.facts.left;
  const placing = view.facts.phase === "place";
  return [
    { label: t("penguins.fish"), value: mine.fish, meter: [mine.fish, total] },
    placing
      ? { label: t("penguins.placed"), term: "place", value: `${mine.placed}/4` }
      : { label: t("penguins.reach"), value: mine.reach, title: t("penguins.reachTitle") },
    ...(mine.stuck
      ? [{ label: t("penguins.stuckFact"), term: "stuck", value: mine.stuck, title: t("penguins.stuckTitle") }]
      : []),
  ];
}

export default {
  settings: ["input", "hints", "confirm"],
  layout,
  backdrop,
  edge,
  ground,
  pieces,
  trace,
  overlay,
  touch,
  brief,
  label,
  spoken,
  tell,
  facts,
  name: (id) => id,
  nameAt: -0.7,
  groundKey: (view) => view.facts.phase,
  panel: (input) => new Waiting(input, (side, pen) => penguin({ side }, pen)),
  ghost: (wish, view, pen) =>
    pen.group({ transform: "translate(0 -5)" }, penguin({ side: wish.side ?? view.side }, pen)),
  targetLabel: (move) => (move.from ? move.fish : ""),
  official: (x, y) => (x < 16 && y < 8 && (x - y) % 2 === 0 ? "abcdefgh"[(x - (y & 1)) / 2] + (y + 1) : null),
  endings: ["taken"],
  overlays: [{ name: "regions", key: "S", label: () => t("penguins.overlay.regions") }],
  notation: (move) => (move.from ? `${move.from}-${move.to} (+${move.fish})` : `*${move.to}`),
  words: (from, to) => (from ?? "") + to,
};
