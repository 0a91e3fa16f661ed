// What can be done: movable pieces, the selected one, its targets, the ghost of a piece that may go there.
import { fill, nodes } from "./paint.mjs";

/** @typedef {{id:string, kind?:"move"|"eat"|"climb"|"push"|"place", label?:string}} Target */

export function paintHints(painting, hints) {
  const { layout, pen, layers, look, view } = painting;
  const cell = (id) => (id ? layout.at(id) : null);
  const ghost = hints.ghost && !(hints.targets ?? []).some((target) => target.id === hints.ghost.to && target.kind === "eat") ? hints.ghost : null;
  const faint = hints.faint ? " faint" : "";
  layers.under.setAttribute("class", `layer under${faint}`);
  layers.touch.setAttribute("class", `layer touch${faint}`);
  layers.targets.setAttribute("class", `layer targets${faint}`);
  fill(layers.touch, hints.look && look.touch?.(hints.look, layout, pen, view));
  fill(layers.under, [
    (hints.outlined === false ? [] : hints.movable ?? []).map(cell).filter(Boolean).map((at) => pen.outline(at, at.r * 0.07, { class: "movable" })),
    (hints.marked ?? []).map(cell).filter(Boolean).map((at) => pen.outline(at, at.r * 0.1, { class: "marked" })),
    [hints.selected].map(cell).filter(Boolean).map((at) => pen.outline(at, at.r * 0.07, { class: "selected" })),
  ]);
  fill(layers.targets, [
    (hints.targets ?? []).map((target) => cell(target.id) && !hides(ghost, target) && disc(pen, cell(target.id), target, hints.hovered === target.id)),
    ghost && ghostAt(painting, ghost),
  ]);
  fill(layers.looked, hints.look && look.above?.(hints.look, layout, pen, view));
}

/** A disc on an empty field; around a piece that would be taken a ring with teeth. */
function disc(pen, cell, target, hovered) {
  const { x, y } = cell;
  const unit = cell.shape === "square" ? cell.r / 30 : cell.r / 36;
  const label = target.label && pen.text(x, y + 0.5, target.label, 14 * unit, { class: "target-label", fill: "--hint-text", "font-weight": 700 });
  const name = `target ${target.kind ?? "move"}${hovered ? " hovered" : ""}`;
  if (target.kind === "eat" || target.kind === "push") {
    const r = 25 * unit;
    const teeth = Array.from({ length: 8 }, (_, i) => {
      const a = (i * Math.PI) / 4 + Math.PI / 8;
      const point = (radius, turn) => `${(x + radius * Math.cos(a + turn)).toFixed(1)} ${(y + radius * Math.sin(a + turn)).toFixed(1)}`;
      return `M${point(r - 1, -0.22)}L${point(r - 9 * unit, 0)}L${point(r - 1, 0.22)}Z`;
    }).join("");
    return pen.group({ class: name },
      pen.node("circle", { class: "ring", cx: x, cy: y, r, fill: "none", "stroke-width": 4.5 * unit }),
      pen.node("path", { class: "teeth", d: teeth }),
      target.label && pen.badge(x + 17 * unit, y - 17 * unit, target.label, { size: 11 * unit, fill: "--hint", ink: "--hint-text", line: "--hint-rim" }));
  }
  if (target.kind === "place" && !target.label) return pen.group({ class: name }, pen.outline(cell, cell.r * 0.16, { class: "spot" }));
  return pen.group({ class: name }, pen.node("circle", { class: "disc", cx: x, cy: y, r: (target.label ? 13.5 : 11) * unit }), label);
}

/** A ghost takes the place of the disc it stands on. */
const hides = (ghost, target) => ghost?.to === target.id && target.kind !== "climb";

/** {to, from}: a copy of the piece on `from`; {to, side, kind}: a new one as the look draws it. */
function ghostAt(painting, wish) {
  const cell = painting.layout.at(wish.to);
  if (!cell) return null;
  const body = wish.node ?? pieceCopy(painting, wish.from) ?? nodes(painting.look.ghost?.(wish, painting.view, painting.pen));
  return painting.pen.group({ class: "ghost", transform: `translate(${cell.x} ${cell.y})` }, body);
}

/** A copy of the (topmost) piece on a field, around its own origin. */
export function pieceCopy(painting, id) {
  if (!id) return null;
  const piece = [...painting.pieces.values()].filter((each) => each.at === id).pop();
  if (!piece) return null;
  const copy = piece.g.firstChild.cloneNode(true);
  return piece.angle ? painting.pen.group({ transform: `rotate(${piece.angle})` }, copy) : copy;
}
