// What can be done: movable pieces, the selected one, its targets, the ghost of a piece that may go there.
import { fill, nodes } from "./paint.mjs";

/** @typedef {{id:string, kind?:"move"|"eat"|"climb"|"push"|"place", label?:string}} Target */

export function paintHints(painting, hints) {
  const { layout, pen, layers, look, view } = painting;
  const cell = (id) => (id ? layout.at(id) : null);
  const outlines = (ids, name, inset) =>
    ids
      .map(cell)
      .filter(Boolean)
      .map((at) => pen.outline(at, at.r * inset, { class: name }));
  const targets = (hints.targets ?? []).filter((target) => cell(target.id));
  const isEaten = (id) => targets.some((target) => target.id === id && target.kind === "eat");
  const ghost = hints.ghost && !isEaten(hints.ghost.to) ? hints.ghost : null;
  const faint = hints.faint ? " faint" : "";
  layers.under.setAttribute("class", `layer under${faint}`);
  layers.touch.setAttribute("class", `layer touch${faint}`);
  layers.targets.setAttribute("class", `layer targets${faint}`);
  fill(layers.touch, hints.look && look.touch?.(hints.look, layout, pen, view));
  fill(layers.under, [
    outlines(hints.outlined === false ? [] : (hints.movable ?? []), "movable", 0.07),
    outlines(hints.marked ?? [], "marked", 0.1),
    outlines([hints.selected], "selected", 0.07),
  ]);
  fill(layers.targets, [
    targets
      .filter((target) => !hides(ghost, target))
      .map((target) => disc(pen, cell(target.id), target, hints.hovered === target.id)),
    ghost && ghostAt(painting, ghost),
  ]);
  fill(layers.looked, hints.look && look.above?.(hints.look, layout, pen, view));
}

/** A disc on an empty field; around a piece that would be taken a ring with teeth. */
function disc(pen, cell, target, hovered) {
  const { x, y } = cell;
  const unit = cell.shape === "square" ? cell.r / 30 : cell.r / 36;
  const label =
    target.label && pen.text(x, y + 0.5, target.label, 14 * unit, { "fill": "--hint-text", "font-weight": 700 });
  const name = `target ${target.kind ?? "move"}${hovered ? " hovered" : ""}`;
  if (target.kind === "eat" || target.kind === "push") {
    const r = 25 * unit;
    const teeth = Array.from({ length: 8 }, (_, i) => {
      const a = (i * Math.PI) / 4 + Math.PI / 8;
      const point = (far, turn) =>
        [x + far * Math.cos(a + turn), y + far * Math.sin(a + turn)].map((value) => value.toFixed(1)).join(" ");
      return `M${point(r - 1, -0.22)}L${point(r - 9 * unit, 0)}L${point(r - 1, 0.22)}Z`;
    }).join("");
    return pen.group(
      { class: name },
      pen.circle(x, y, r, { "class": "ring", "fill": "none", "stroke-width": 4.5 * unit }),
      pen.path(teeth, { class: "teeth" }),
      target.label && pen.badge(x + 17 * unit, y - 17 * unit, target.label, { size: 11 * unit, ...pen.coin }),
    );
  }
  if (target.kind === "place" && !target.label) {
    return pen.group({ class: name }, pen.outline(cell, cell.r * 0.16, { class: "spot" }));
  }
  return pen.group({ class: name }, pen.circle(x, y, (target.label ? 13.5 : 11) * unit, { class: "disc" }), label);
}

/** A ghost takes the place of the disc it stands on. */
const hides = (ghost, target) => ghost?.to === target.id && target.kind !== "climb";

/** {to, from}: a copy of the piece on `from`; {to, side, kind}: a new one as the look draws it. */
function ghostAt(painting, wish) {
  const cell = painting.layout.at(wish.to);
  if (!cell) return null;
  const body =
    wish.node ?? pieceCopy(painting, wish.from) ?? nodes(painting.look.ghost?.(wish, painting.view, painting.pen));
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
