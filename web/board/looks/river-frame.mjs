// Which part of a river a board shows, and how far the river is turned for it. No drawing, no DOM.
import { S, SMALL_PX, W, rotated } from "../hex.mjs";
import { centre } from "./river-map.mjs";

const FULL = 0.92; // of the room's width or height is used
const SEGMENTS = 3; // shown at least, where there are as many
const BEHIND = 2; // segments that a ship can get back to in one move
const AHEAD_ROW = 2; // from this row on a ship may get two segments further in one move
const LEAST_PX = 44; // width of a field
const LEAST_PX_SMALL = 32;
const NEAR = 0.96; // turns that are as good as the best one
const GAIN = 1.3; // a frame stays, unless another one makes the fields so much larger

const leastFor = (room) => (room.width > SMALL_PX ? LEAST_PX : LEAST_PX_SMALL);

/** The segments of which a board draws the fields: those that ships can still get to. */
export function inPlay(view) {
  const last = Math.min(...view.pieces.map((ship) => ship.segment));
  const isInPlay = ({ number, current }) => current && number >= last - BEHIND;
  return view.facts.segments.filter(isInPlay).map(({ number }) => number);
}

/**
 * What a board with room for so many pixels shows.
 * @param {View} view
 * @param {{width: number, height: number}} room
 * @param {{side?: Side | null, flipped?: boolean, last?: RiverFrame | null, least?: number}} wish
 *   side: whose ship is shown in any case; last: the frame so far, which stays as long as it will do;
 *   least: pixels of a field
 * @returns {RiverFrame}
 */
export function frameOf(view, room, { side = null, flipped = false, last = null, least = leastFor(room) } = {}) {
  const mine = view.pieces.find((piece) => piece.side === (side ?? view.side)) ?? view.pieces[0];
  const numbers = inPlay(view);
  const hasBoth = (span) => view.pieces.every((ship) => span.includes(ship.segment));
  const spans = spansAround(view, mine, numbers).map((span) => ({ span, ...fit(pointsOf(view, span), room) }));
  const best = spans.find(({ span, scale }) => hasBoth(span) && scale * W >= least) ?? spans[0];
  const frame = { ...best, key: keyOf(view, best.span, room), flipped, isCut: best.scale * W < least };
  const isSame = last && last.flipped === flipped && last.key === keyOf(view, last.span, room);
  const isEnough =
    isSame &&
    !last.isCut &&
    last.span.every((number) => numbers.includes(number)) &&
    needed(view, mine, numbers).every((number) => last.span.includes(number)) &&
    (hasBoth(last.span) || !hasBoth(best.span)) &&
    best.scale <= GAIN * last.scale;
  if (isEnough) return last;
  const next = place(view, frame, room, { mine, least, last });
  return isSame && last.turn === next.turn && last.box.join() === next.box.join() ? last : next;
}

/** What is shown of which river in which room. */
const keyOf = (view, span, room) =>
  [room.width, room.height, ...span.map((number) => `${number}:${view.facts.segments[number].dir}`)].join();

/** Segments that a ship is most likely to get to, its own among them: ahead, or behind if it looks back. */
function needed(view, ship, numbers) {
  const row = view.fields.find((field) => field.id === ship.at)?.row ?? 0;
  const own = Math.min(ship.segment, numbers.at(-1)); // in 2024 a ship may be out of sight
  const aside = Math.abs(((ship.dir - view.facts.segments[own].dir + 9) % 6) - 3);
  const others = aside > 1 ? [-1] : row >= AHEAD_ROW ? [1, 2] : [1];
  return [own, ...others.map((n) => own + n)].filter((number) => numbers.includes(number)).sort((a, b) => a - b);
}

/** Segments in a row around a ship: few first, and of as many those further ahead. */
function spansAround(view, ship, numbers) {
  const must = needed(view, ship, numbers);
  const least = Math.min(SEGMENTS, numbers.length);
  const spans = [];
  for (let from = numbers[0]; from <= must[0]; from++)
    for (let to = must.at(-1); to <= numbers.at(-1); to++)
      if (to - from + 1 >= least) spans.push(numbers.filter((number) => number >= from && number <= to));
  return spans.sort((a, b) => a.length - b.length || b[0] - a[0]);
}

const pointsOf = (view, span) =>
  view.fields.filter((field) => span.includes(field.segment)).map((field) => centre(field.x, field.y));

/** How large the fields can be, for each of the three turns that differ, and for the best one. */
function fit(points, room) {
  const scales = [0, 1, 2].map((turn) => {
    const [, , width, height] = around(points, turn);
    return Math.min((FULL * room.width) / width, (FULL * room.height) / height);
  });
  return { scales, scale: Math.max(...scales) };
}

/** The box around fields that are turned by so many sixths. */
function around(points, turn) {
  const at = points.map((point) => rotated(point, turn));
  const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
  const [left, top] = [Math.min(...xs) - W / 2, Math.min(...ys) - S];
  return [left, top, Math.max(...xs) + W / 2 - left, Math.max(...ys) + S - top];
}

/** Turn and box of a frame. */
function place(view, frame, room, { mine, least, last }) {
  const points = pointsOf(view, frame.span);
  const turn = turnOf(view, frame, last);
  const scale = Math.max(frame.isCut ? least / W : 0, frame.scales[turn % 3]);
  const [width, height] = [room.width / scale, room.height / scale];
  const river = around(points, turn);
  const fog = view.facts.fog.map((spot) => centre(spot.x, spot.y)).filter((spot) => isNear(spot, points));
  const sight = around([...points, ...fog], turn);
  const ship = rotated(centre(mine.x, mine.y), turn);
  const box = [0, 1].map((axis) => {
    const size = axis ? height : width;
    const [low, length] = [river[axis], river[axis + 2]];
    const middle = sight[axis] + sight[axis + 2] / 2 - size / 2;
    if (length > size) return between(ship[axis] - size / 2, low - size * 0.02, low + length - size * 0.98);
    const spare = size - length;
    return between(middle, low - 0.75 * spare, low - 0.25 * spare);
  });
  return { ...frame, turn, scale, room, box: [...box, width, height] };
}

const between = (value, low, high) => Math.max(low, Math.min(value, high));

const isNear = (spot, points) => points.some((point) => Math.hypot(point[0] - spot[0], point[1] - spot[1]) < 1.6 * W);

/** The best turn; of two that are as good, the one that changes less, or lets the river flow to the right or up. */
function turnOf(view, { scales, scale, span, flipped }, last) {
  const good = [0, 1, 2, 3, 4, 5].filter((turn) => scales[turn % 3] >= NEAR * scale);
  if (last) {
    const was = (last.turn + (last.flipped === flipped ? 0 : 3)) % 6;
    const change = (turn) => Math.min((turn - was + 6) % 6, (was - turn + 6) % 6);
    return good.reduce((a, b) => (change(b) < change(a) ? b : a));
  }
  const middle = (number) => {
    const points = pointsOf(view, [number]);
    return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  };
  const [from, to] = [middle(span[0]), middle(span.at(-1))];
  const ahead = (turn) => {
    const [dx, dy] = rotated([to[0] - from[0], to[1] - from[1]], turn);
    return flipped ? dy - dx : dx - dy;
  };
  return good.reduce((a, b) => (ahead(b) > ahead(a) + 1 ? b : a));
}

/** All of the river that is drawn, and the frame, in the shape of the room; the frame alone where it shows all of it. */
export function wholeOf(view, frame) {
  const margin = 2 * W;
  const [left, top, width, height] = around(pointsOf(view, inPlay(view)), frame.turn);
  const [x, y, w, h] = frame.box;
  if (left >= x && top >= y && left + width <= x + w && top + height <= y + h) return frame.box;
  const low = [Math.min(frame.box[0], left - margin), Math.min(frame.box[1], top - margin)];
  const high = [
    Math.max(frame.box[0] + frame.box[2], left + width + margin),
    Math.max(frame.box[1] + frame.box[3], top + height + margin),
  ];
  const shape = frame.room.width / frame.room.height;
  const wide = Math.max(high[0] - low[0], (high[1] - low[1]) * shape);
  const tall = wide / shape;
  return [(low[0] + high[0] - wide) / 2, (low[1] + high[1] - tall) / 2, wide, tall];
}
