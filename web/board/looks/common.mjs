// What looks of several games share.

const indices = new WeakMap();

/** Fields and pieces of a view by name of the field; of a stack the topmost piece. */
export function index(view) {
  let found = indices.get(view);
  if (!found) {
    found = {
      field: new Map(view.fields.map((field) => [field.id, field])),
      piece: new Map(view.pieces.map((piece) => [piece.at, piece])),
    };
    indices.set(view, found);
  }
  return found;
}

export const other = (side) => (side === "red" ? "blue" : "red");

/** Who made a move, whether the view is the one before or after it. */
export function mover(move, view) {
  const { piece } = index(view);
  const found = (move.from && piece.get(move.from)) || piece.get(move.to);
  return found?.side ?? view.side ?? "red";
}

/** Four ticks in the corners of a square field. */
export function ticks(cell, pen, attributes = {}) {
  const { x, y, r } = cell;
  const [out, arm] = [r * 0.9, r * 0.38];
  const d = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
    .map(([sx, sy]) => `M${x + sx * out} ${y + sy * (out - arm)}V${y + sy * out}H${x + sx * (out - arm)}`)
    .join("");
  return pen.path(d, { class: "ticks", fill: "none", ...attributes });
}
