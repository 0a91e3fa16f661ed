// Arrows over the pieces: what the engine, a bot or a person has in mind.
import { fill } from "./paint.mjs";

const kinds = {
  engine1: { width: 10, fill: "--arrow", opacity: 0.85 },
  engine2: { width: 7, fill: "--arrow", opacity: 0.6 },
  engine3: { width: 4, fill: "--arrow", opacity: 0.45 },
  user: { width: 8, fill: "--arrow-user", opacity: 0.8 },
  bot: { width: 8, fill: "--arrow-bot", opacity: 0.8 },
  refused: { width: 6, fill: "none", opacity: 1 },
};

/** What a bot may ask for; its own colour otherwise. */
const colours = { green: "--good", red: "--danger", blue: "--link", yellow: "--hint" };

/** Sideways, so that ways that share fields are seen apart. */
const shift = { engine2: 9, engine3: -9 };

/** A move along its way: a line through the fields, with a tip on the last one. */
function wayArrow(pen, points, width, { fill: paint, stroke, opacity = 1 }, aside) {
  const at = points.map((point) => ({ x: point.x, y: point.y + aside }));
  at[0] = { x: (at[0].x + at[1].x) / 2, y: (at[0].y + at[1].y) / 2 }; // the ship stays visible
  const [before, end] = at.slice(-2);
  const length = Math.hypot(end.x - before.x, end.y - before.y);
  const unit = { x: (end.x - before.x) / length, y: (end.y - before.y) / length };
  const neck = { x: end.x - unit.x * width * 1.6, y: end.y - unit.y * width * 1.6 };
  const corner = (side) => `${neck.x - side * unit.y * width * 1.5} ${neck.y + side * unit.x * width * 1.5}`;
  const tip = `M${corner(1)}L${end.x + unit.x * width * 0.8} ${end.y + unit.y * width * 0.8}L${corner(-1)}Z`;
  const line = [...at.slice(0, -1), neck];
  return pen.group(
    { "class": "way", opacity, "stroke-linejoin": "round" },
    pen.polyline(line, { stroke, "stroke-width": width + 3 }),
    pen.path(tip, { "fill": paint, stroke, "stroke-width": 3 }),
    pen.polyline(line, { "stroke": paint, "stroke-width": width }),
    pen.path(tip, { fill: paint }),
  );
}

/** An arrow without `from` is a ring around a field: a placement, a mark. */
export function paintArrows(painting, arrows) {
  const { layout, pen, layers, look, view } = painting;
  fill(
    layers.arrows,
    [...arrows].reverse().map((arrow) => {
      const to = layout.at(arrow.to);
      const from = arrow.from ? layout.at(arrow.from) : null;
      const kind = kinds[arrow.kind] ?? kinds.user;
      if (!to || (arrow.from && !from)) return null;
      const paint = colours[arrow.colour] ?? kind.fill;
      const isRefused = arrow.kind === "refused";
      const style = isRefused
        ? { "fill": "none", "stroke": "--danger", "stroke-width": 3, "stroke-dasharray": "7 5" }
        : { "fill": paint, "stroke": "--arrow-edge", "stroke-width": 1.5, "opacity": kind.opacity };
      const line = { fill: "none", stroke: isRefused ? "--danger" : paint };
      const scale = to.r / (to.shape === "square" ? 30 : 40);
      const way = arrow.words && look.course?.(arrow, view, layout);
      const shape =
        way?.length > 1
          ? wayArrow(pen, way, kind.width, style, shift[arrow.kind] ?? 0)
          : from
            ? pen.arrow(from, to, kind.width * scale, style)
            : pen.circle(to.x, to.y, to.r * 0.72, { ...style, ...line, "stroke-width": kind.width * 0.6 * scale });
      const middle = from ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : { x: to.x, y: to.y - to.r * 0.72 };
      return [shape, arrow.label ? pen.badge(middle.x, middle.y, arrow.label, { size: to.r * 0.36 }) : null];
    }),
  );
}
