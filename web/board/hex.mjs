// Pointy-top hexagons: what the boards of Hive and Mississippi Queen share.

/** Centre to corner, and the width, in units of the drawing. */
export const S = 40;
export const W = Math.sqrt(3) * S;

/** The vector to the neighbour in direction d: 0 is right, then counter-clockwise, as the steamers count. */
export function toward(d, length = W) {
  return [length * Math.cos((Math.PI / 3) * d), -length * Math.sin((Math.PI / 3) * d)];
}

/** A point turned around 0,0 by so many sixths, counter-clockwise. @param {number[]} point @param {number} sixths */
export function rotated([x, y], sixths) {
  const [cos, sin] = [Math.cos((Math.PI / 3) * sixths), Math.sin((Math.PI / 3) * sixths)];
  return [x * cos + y * sin, y * cos - x * sin];
}

/** Boards that are not wider than this show a part of the river or the hive, and leave their buttons to the panel. */
export const SMALL_PX = 440;
