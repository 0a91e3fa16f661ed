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

/** An arrow without `from` is a ring around a field: a placement, a mark. */
export function paintArrows(painting, arrows) {
  const { layout, pen, layers } = painting;
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
      const shape = from
        ? pen.arrow(from, to, kind.width * scale, style)
        : pen.circle(to.x, to.y, to.r * 0.72, { ...style, ...line, "stroke-width": kind.width * 0.6 * scale });
      const middle = from ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : { x: to.x, y: to.y - to.r * 0.72 };
      return [shape, arrow.label ? pen.badge(middle.x, middle.y, arrow.label, { size: to.r * 0.36 }) : null];
    }),
  );
}
