// Pointy-top hexagons: what the boards of Hive and Mississippi Queen share.  Directions count from the right,
// counter-clockwise, as the steamers do.
import { corner } from "./geometry.mjs";

/** Centre to corner, and the width, in units of the drawing. */
export const S = 40;
export const W = Math.sqrt(3) * S;

/** What the arrows and the number pad call the six directions. */
export const names = ["right", "upright", "upleft", "left", "downleft", "downright"];

/** The edge of a hexagon that faces direction d: [x1, y1, x2, y2]. */
export function edge(x, y, d, r = S) {
  return [...corner(x, y, r, (8 - d) % 6), ...corner(x, y, r, (7 - d) % 6)];
}

/** The vector from a centre to the neighbour in direction d. */
export function toward(d, length = W) {
  return [length * Math.cos((Math.PI / 3) * d), -length * Math.sin((Math.PI / 3) * d)];
}

/** Rounds skewed coordinates (column, row) to the hexagon they lie in. */
export function nearest(column, row) {
  const third = -column - row;
  let [a, b, c] = [column, row, third].map(Math.round);
  const [da, db, dc] = [Math.abs(a - column), Math.abs(b - row), Math.abs(c - third)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0];
}
