// Piranhas: ten by ten fields of water, fish and octopuses.  Row 0 is at the bottom.  Since 2026 fish have a size.
import { team } from "../svg.mjs";
import { t } from "../words.mjs";
import { index, mover, other, ticks } from "./common.mjs";

const UNIT = 60;
const MARGIN = 30;
const SIZE = 10;
const letters = "abcdefghij";

const body = "M25 2C19-12 4-17-8-10C-12-8-14-5-16-3L-26-13C-24-4-24 4-26 13L-16 4C-12 11-4 15 6 14C15 13 22 9 25 2Z";
const fins = "M-6-11C-2-19 7-21 13-17L10-12ZM-4 12C-5 18 0 20 5 18L5 13Z";
const octopus =
  "M0-19C11-19 16-11 16-3C16 3 13 6 14 11C15 15 19 14 20 11C20 18 12 20 9 15C8 13 8 18 4.5 20C1 21 0 17 0 14" +
  "C0 17-1 21-4.5 20C-8 18-8 13-9 15C-12 20-20 18-20 11C-19 14-15 15-14 11C-13 6-16 3-16-3C-16-11-11-19 0-19Z";

/** How large fish of a weight are drawn: their areas are nearly as their weights. */
const scales = { 1: 0.68, 2: 0.93, 3: 1.12 };

/** A fish as large as it is heavy, with its weight as a number. @param {{side: Side, weight?: number}} piece */
function fish({ side, weight }, pen) {
  if (!weight) return plainFish(side, pen);
  return pen.group(
    {},
    pen.group({ transform: `scale(${scales[weight]})` }, plainFish(side, pen)),
    pen.detail > 1 && pen.badge(side === "red" ? -19 : 19, 19, weight, { size: 11, line: team(side).deep }),
  );
}

/** A fish around the origin.  Red looks to the right, blue to the left: one more way to tell them apart. */
function plainFish(side, pen) {
  const { fill, deep, halo } = team(side);
  const flip = side === "blue" ? "scale(-1 1)" : null;
  if (pen.detail < 1) {
    return pen.group(
      { transform: flip },
      pen.path(body, { fill, "stroke": halo, "stroke-width": 4, "paint-order": "stroke" }),
      pen.mark(side, 1, 0, 6.5),
    );
  }
  const shadow = pen.node("ellipse", { cy: 19, rx: 19, ry: 3.5, fill: "--shade" });
  return pen.group(
    { class: "fish" },
    shadow,
    pen.group(
      { transform: flip },
      pen.path(body + fins, { "fill": "none", "stroke": halo, "stroke-width": 5, "stroke-linejoin": "round" }),
      pen.path(fins, { fill: deep }),
      pen.path(body, { fill }),
      pen.path("M-16-3L-26-13C-24-4-24 4-26 13L-16 4C-18 2-18-1-16-3Z", { fill: deep, opacity: 0.55 }),
      pen.path("M24 4C15 9 2 11-11 8C-5 14 0 15 6 14C15 13 21 9 24 4Z", { fill: "#fff", opacity: 0.28 }),
      pen.path("M25 2L14 5l1.6 3 1.8-2.6 1.8 2.2 1.6-3 1.6 1.6Z", { fill: "#fff" }),
      pen.circle(15, -4.5, 3.7, { fill: "#fff" }),
      pen.circle(16, -4.2, 1.9, { fill: "#12202b" }),
      pen.path("M10.5-9.5L19-7.2", { "stroke": deep, "stroke-width": 2, "stroke-linecap": "round" }),
      pen.mark(side, -1, 0.5, 6.2),
    ),
  );
}

function kraken(x, y, pen) {
  const eye = (cx) => [pen.circle(cx, -5, 4.2, { fill: "#fff" }), pen.circle(cx + 0.6, -4.4, 2, { fill: "#201030" })];
  return pen.group(
    { class: "octopus", transform: `translate(${x} ${y})` },
    pen.circle(0, 0, 26, {
      "fill": "--obstacle-soft",
      "stroke": "--obstacle",
      "stroke-width": 1.5,
      "stroke-dasharray": "3 5",
      "opacity": 0.9,
    }),
    pen.path(octopus, {
      "fill": "--obstacle",
      "stroke": "--obstacle-deep",
      "stroke-width": 1.5,
      "stroke-linejoin": "round",
    }),
    pen.detail > 0 && [
      pen.node("ellipse", {
        cx: -5,
        cy: -14,
        rx: 5,
        ry: 2.4,
        fill: "#fff",
        opacity: 0.25,
        transform: "rotate(-24 -5 -14)",
      }),
      eye(-6),
      eye(6),
      pen.path("M-4 3Q0 6 4 3", {
        "fill": "none",
        "stroke": "--obstacle-deep",
        "stroke-width": 1.8,
        "stroke-linecap": "round",
      }),
      pen.path("M-13 12h.1M-7 14h.1M7 14h.1M13 12h.1", {
        "stroke": "#fff",
        "stroke-width": 2.4,
        "stroke-linecap": "round",
        "opacity": 0.5,
      }),
    ],
  );
}

const name = (id) => id.toUpperCase();

function layout() {
  const cells = [];
  const rows = [];
  for (let y = SIZE - 1; y >= 0; y--) {
    const row = [];
    for (let x = 0; x < SIZE; x++) {
      row.push(letters[x] + y);
      const [cx, cy] = [MARGIN + UNIT * (x + 0.5), MARGIN + UNIT * (SIZE - y - 0.5)];
      cells.push({ id: letters[x] + y, x: cx, y: cy, r: UNIT / 2, shape: "square" });
    }
    rows.push(row);
  }
  const side = 2 * MARGIN + SIZE * UNIT;
  const close = MARGIN - 6;
  return { box: [0, 0, side, side], tight: [close, close, side - 2 * close, side - 2 * close], cells, rows };
}

/** The square that the fields fill, and the zone in its middle where octopuses live. */
function backdrop(view, layout, pen) {
  const side = SIZE * UNIT;
  return [
    pen.node("rect", { class: "frame", x: MARGIN - 3, y: MARGIN - 3, width: side + 6, height: side + 6, rx: 7 }),
    pen.node("rect", { x: MARGIN, y: MARGIN, width: side, height: side, fill: "--water-a" }),
  ];
}

function edge(view, layout, pen) {
  const at = (id) => layout.at(id);
  const low = MARGIN + SIZE * UNIT + MARGIN / 2 + 2;
  const word = (x, y, text) => pen.text(x, y, text, 15, { class: "coordinate", fill: "--ink-soft" });
  return [...letters].map((letter, i) => [
    word(at(`${letter}0`).x, low, letter.toUpperCase()),
    word(MARGIN / 2 - 3, at(`a${i}`).y, String(i)),
  ]);
}

function ground(cell, field, view, pen) {
  const dark = (field.x + field.y) % 2 === 0;
  const wave = pen.detail > 1 && (field.x * 7 + field.y * 5) % 4 === 0 && field.kind === "water";
  const [x, y] = [cell.x, cell.y];
  const inner = (v) => v > 1 && v < 8;
  return [
    dark && pen.node("rect", { x: x - 30, y: y - 30, width: 60, height: 60, fill: "--water-b" }),
    wave && pen.path(`M${x - 14} ${y + 15}q4.5-4.5 9 0t9 0t9 0`, { class: "wave" }),
    pen.detail > 0 && inner(field.x) && inner(field.y) && zone(cell, field, pen),
    field.kind === "octopus" && kraken(x, y, pen),
  ];
}

/** A field at the border of the inner zone draws its part of the dashed line. */
function zone(cell, field, pen) {
  const turn = pen.flipped ? -1 : 1;
  const [x, y] = [cell.x, cell.y];
  const parts = [];
  if (field.x === 2) parts.push(`M${x - 30 * turn} ${y - 30}v60`);
  if (field.x === 7) parts.push(`M${x + 30 * turn} ${y - 30}v60`);
  if (field.y === 7) parts.push(`M${x - 30} ${y - 30 * turn}h60`);
  if (field.y === 2) parts.push(`M${x - 30} ${y + 30 * turn}h60`);
  return parts.length > 0 && pen.path(parts.join(""), { class: "zone" });
}

function pieces(view, layout, pen) {
  return view.pieces.map((piece) => {
    const { x, y } = layout.at(piece.at);
    const { side, at } = piece;
    const proud = view.over?.winner === side && piece.swarm === 0;
    const sort = `${side}${piece.weight ?? ""}`;
    return { key: `${side}@${at}`, sort, at, x, y, skin: sort, proud, node: () => fish(piece, pen) };
  });
}

function trace(move, view, layout, pen) {
  const [from, to] = [layout.at(move.from), layout.at(move.to)];
  const style = { "stroke": "--last", "stroke-width": 3.5, "stroke-linecap": "round" };
  const corner = `translate(${to.x + 17} ${to.y - 19}) scale(.46)`;
  const eaten =
    move.eats &&
    pen.detail > 0 &&
    pen.group(
      { class: "eaten", transform: corner },
      fish({ side: other(mover(move, view)) }, pen),
      pen.path("M-16-16L16 16M16-16L-16 16", { "stroke": "--danger", "stroke-width": 5 }),
    );
  return [
    pen.node("rect", { x: to.x - 30, y: to.y - 30, width: 60, height: 60, fill: "--last-fill" }),
    ticks(from, pen, style),
    ticks(to, pen, style),
    pen.line(from, to, { "stroke": "--last", "stroke-width": 4, "stroke-dasharray": "1 10", "opacity": 0.9 }),
    eaten,
  ];
}

/** As many as there are, or as heavy as they are together. */
const weightOf = (group) => group.reduce((sum, { weight }) => sum + (weight ?? 1), 0);

/** Fish of a swarm are tied together; the biggest swarm of a side more strongly than the others. */
function swarms(view, layout, pen) {
  const bySwarm = new Map();
  for (const piece of view.pieces) {
    const key = `${piece.side}${piece.swarm}`;
    bySwarm.set(key, [...(bySwarm.get(key) ?? []), piece]);
  }
  return [...bySwarm.values()].map((group) => {
    const points = group.map((piece) => layout.at(piece.at));
    const { fill, deep } = team(group[0].side);
    const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
    const ties = points.flatMap((a, i) =>
      points
        .slice(i)
        .filter((b) => far(a, b) < UNIT * 1.5)
        .map((b) => `M${a.x} ${a.y}L${b.x + 0.01} ${b.y}`),
    );
    const mean = (key) => points.reduce((sum, point) => sum + point[key], 0) / points.length;
    const middle = { x: mean("x"), y: mean("y") };
    const near = points.reduce((best, point) => (far(point, middle) < far(best, middle) ? point : best));
    return [
      pen.path(ties.join(""), {
        "class": "swarm",
        "fill": "none",
        "stroke": fill,
        "stroke-width": UNIT * 0.84,
        "stroke-linecap": "round",
        "opacity": group[0].swarm === 0 ? 0.5 : 0.26,
      }),
      pen.detail > 0 &&
        group.length > 1 &&
        pen.badge(near.x + 19, near.y - 20, weightOf(group), { size: 11, line: deep }),
    ];
  });
}

function overlay(which, view, layout, pen) {
  return which === "swarms" ? swarms(view, layout, pen) : null;
}

/** The four lines of a fish with the number of fish on each, and the ways that are closed. */
function touch(look, layout, pen) {
  const lines = (look.lines ?? []).map((line) => {
    const ends = [layout.at(line.cells[0]), layout.at(line.cells.at(-1))];
    const [badge, far] = ends[0].y * 1.01 - ends[0].x < ends[1].y * 1.01 - ends[1].x ? ends : [ends[1], ends[0]];
    const length = Math.hypot(badge.x - far.x, badge.y - far.y) || 1;
    const beyond = 45 / length;
    const at = { x: badge.x + (badge.x - far.x) * beyond, y: badge.y + (badge.y - far.y) * beyond };
    return [
      line.cells.length > 1 && pen.line(far, at, { class: "sightline" }),
      pen.badge(at.x, at.y, line.count, { size: 14, ...pen.coin }),
    ];
  });
  const closed = (look.ways ?? [])
    .filter((way) => !way.ok && way.to)
    .map((way) => {
      const { x, y } = layout.at(way.to);
      return pen.group({ class: "closed" }, pen.circle(x, y, 10), pen.path(`M${x - 4.5} ${y - 4.5}l9 9m0-9l-9 9`));
    });
  const here = look.at && layout.at(look.at);
  const isOpen = (way) => here && way.ok;
  const open = (look.ways ?? []).filter(isOpen).map((way) => pen.line(here, layout.at(way.to), { class: "path" }));
  return [lines, open, closed];
}

/** @param {any} piece */
function fishText({ side, weight }) {
  const word = t(`piranhas.fish.${side}`);
  return weight ? `${word}, ${t("piranhas.weight", { n: weight })}` : word;
}

function brief(id, view) {
  const { field, piece } = index(view);
  if (piece.has(id)) return fishText(piece.get(id));
  return field.get(id)?.kind === "octopus" ? t("piranhas.octopus") : t("board.empty");
}

function label(id, view) {
  const piece = index(view).piece.get(id);
  if (!piece) return `${name(id)}, ${brief(id, view)}`;
  const swarm = view.pieces.filter((each) => each.side === piece.side && each.swarm === piece.swarm);
  const inSwarm = t(piece.weight ? "piranhas.inHeavySwarm" : "piranhas.inSwarm", { n: weightOf(swarm) });
  return `${name(id)}, ${brief(id, view)}, ${swarm.length > 1 ? inSwarm : t("piranhas.alone")}`;
}

function spoken(move, view) {
  const words = { from: name(move.from), to: name(move.to), fish: t(`piranhas.eaten.${other(mover(move, view))}`) };
  return t(move.eats ? "piranhas.spokenEats" : "piranhas.spoken", words);
}

/** What a move would bring, in one line. */
function tell(move, view) {
  const side = mover(move, view);
  const change = (which, key) => {
    const [a, b] = move.swarm?.[which] ?? [0, 0];
    return t(key, { a, b });
  };
  const { weight } = view.facts[side];
  const swarm = weight === undefined ? "piranhas.tellSwarm" : "piranhas.tellWeight";
  const parts = [
    t("piranhas.tell", { n: move.distance }),
    move.eats && t("piranhas.tellEats", { field: name(move.to) }),
    move.swarm && `${change(side, swarm)}, ${change(other(side), "piranhas.tellOther")}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** What counts since 2026: weight, and who was the first to unite a colour. */
function weightFacts(view, side) {
  const { fish: count, weight, heaviest, swarms: groups } = view.facts[side];
  const union = { label: t("piranhas.union"), term: "union", value: "✓", title: t("piranhas.unionTitle") };
  return [
    { label: t("piranhas.heaviest"), term: "weight", value: heaviest, meter: [heaviest, weight] },
    ...(view.facts.firstUnion === side ? [union] : []),
    { label: t("piranhas.fish"), value: count },
    { label: t("piranhas.swarms"), term: "swarm", value: groups },
  ];
}

function facts(view, side) {
  const { fish: count, biggest, swarms: groups, missing, weight } = view.facts[side];
  if (weight !== undefined) return weightFacts(view, side);
  return [
    { label: t("piranhas.fish"), value: count },
    { label: t("piranhas.biggest"), term: "swarm", value: biggest, meter: [biggest, count] },
    { label: t("piranhas.swarms"), term: "swarm", value: groups },
    { label: t("piranhas.missing"), value: missing, title: t("piranhas.missingTitle") },
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
  name,
  brief,
  pieceName: ({ weight }) => (weight ? t("piranhas.weight", { n: weight }) : ""),
  label,
  spoken,
  tell,
  facts,
  ghost: (wish, view, pen) => fish({ side: wish.side ?? view.side, weight: wish.weight }, pen),
  lineNote(look, next) {
    const line = look.lines.find(({ cells }) => cells.includes(next));
    return line && t("piranhas.onLine", { n: line.count });
  },
  targetLabel: (move) => move.distance,
  official: (x, y) => (x < SIZE && y < SIZE ? letters[x] + y : null),
  endings: ["swarms"],
  overlays: [{ name: "swarms", key: "S", label: () => t("piranhas.overlay.swarms") }],
  notation: (move) => `${name(move.from)}${move.eats ? "x" : "-"}${name(move.to)}`,
  words: (from, to) => from + to,
};
