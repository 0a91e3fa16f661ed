// Where the fields of a board lie on the screen, and which one lies in which direction.  No drawing, no DOM.

/** Directions of the screen as angles, counter-clockwise from the right. */
const angles = { right: 0, upright: 60, up: 90, upleft: 120, left: 180, downleft: 240, down: 270, downright: 300 };
const squareAngles = { ...angles, upright: 45, upleft: 135, downleft: 225, downright: 315 };

const opposite = {
  right: "left",
  left: "right",
  up: "down",
  down: "up",
  upright: "downleft",
  downleft: "upright",
  upleft: "downright",
  downright: "upleft",
};

/** Corner i of a pointy-top hexagon, clockwise from the top. */
export function corner(x, y, r, i) {
  const angle = (Math.PI / 3) * i;
  return [x + r * Math.sin(angle), y - r * Math.cos(angle)];
}

/**
 * The layout that a look gives, turned if the board is, with the questions everybody asks:
 * at(id), nearest(x, y), step(id, direction). A look with frames turns by itself, by sixths.
 */
export function plan(look, view, flipped = false, frame = null) {
  if (look.frame) return asked(look.layout(view, frame ?? { turn: flipped ? 3 : 0 }), false);
  const raw = look.layout(view);
  if (!flipped) return asked(raw, false);
  const rows = raw.rows.map((row) => [...row].reverse()).reverse();
  return asked({ ...raw, cells: turned(raw.cells), rows }, true);
}

function asked(raw, flipped) {
  const { cells } = raw;
  const byId = new Map(cells.map((cell) => [cell.id, cell]));
  const layout = { ...raw, flipped };
  layout.at = (id) => byId.get(id) ?? null;
  layout.nearest = (x, y) => nearest(cells, x, y);
  layout.step = (id, direction) =>
    raw.step ? raw.step(id, flipped ? opposite[direction] : direction) : neighbour(layout, id, direction);
  return layout;
}

/** By 180 degrees around the middle of the fields, so that the margins stay where they are. */
function turned(cells) {
  const sum = (values) => Math.min(...values) + Math.max(...values);
  const [x, y] = [sum(cells.map((cell) => cell.x)), sum(cells.map((cell) => cell.y))];
  return cells.map((cell) => ({ ...cell, x: x - cell.x, y: y - cell.y }));
}

/** The field under a point, or null beside the board. */
function nearest(cells, x, y) {
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const distance = Math.hypot(cell.x - x, cell.y - y);
    if (distance < least) [best, least] = [cell, distance];
  }
  if (!best) return null;
  const inside =
    best.shape === "square" ? Math.max(Math.abs(best.x - x), Math.abs(best.y - y)) <= best.r : least <= best.r * 1.02;
  return inside ? best.id : null;
}

/** The next field in a direction of the screen; beyond a gap the arrows go on in the row or to the next row. */
export function neighbour(layout, id, direction) {
  const here = layout.at(id);
  if (!here) return null;
  if (here.shape !== "square" && (direction === "up" || direction === "down"))
    return acrossRows(layout, here, direction);
  return (
    touching(layout, here, direction) ??
    (direction === "left" || direction === "right"
      ? alongRow(layout, id, direction)
      : direction === "up" || direction === "down"
        ? acrossRows(layout, here, direction)
        : null)
  );
}

function touching(layout, here, direction) {
  const square = here.shape === "square";
  const angle = ((square ? squareAngles : angles)[direction] * Math.PI) / 180;
  const reach = here.r * (square ? 2.9 : 1.8);
  for (const cell of layout.cells) {
    const dx = cell.x - here.x;
    const dy = here.y - cell.y;
    const distance = Math.hypot(dx, dy);
    if (cell === here || distance > reach) continue;
    if ((dx * Math.cos(angle) + dy * Math.sin(angle)) / distance > 0.97) return cell.id;
  }
  return null;
}

function alongRow(layout, id, direction) {
  const row = layout.rows.find((ids) => ids.includes(id));
  return row?.[row.indexOf(id) + (direction === "right" ? 1 : -1)] ?? null;
}

/** Of two equally near hexagons the one that leads straight on: to the right from even rows, back from odd ones. */
function acrossRows(layout, here, direction) {
  const index = layout.rows.findIndex((ids) => ids.includes(here.id));
  const row = layout.rows[index + (direction === "down" ? 1 : -1)];
  if (!row) return null;
  const lean = index % 2 ? -0.1 : 0.1;
  const far = (id) => Math.abs(layout.at(id).x - here.x - lean * here.r);
  return row.reduce((best, id) => (far(id) < far(best) ? id : best));
}
