// The small map of the whole river, for boards that show a part of it: what is behind, what is in sight, both steamers.
import { S, W, rotated } from "../hex.mjs";
import { hexPath, team } from "../svg.mjs";
import { t } from "../hex-texts.mjs";
import { inPlay } from "./river-frame.mjs";
import { centre } from "./river-map.mjs";

const MARGIN = 1.2 * W;

/** Null where the picture shows everything that ships can get to. */
export function overview(view, layout, frame, pen) {
  const numbers = new Set(inPlay(view));
  const spots = view.fields.map((field) => {
    const [x, y] = rotated(centre(field.x, field.y), layout.turn);
    return { x, y, isGone: !numbers.has(field.segment), id: field.id };
  });
  if (spots.every((spot) => spot.isGone || isIn(spot, frame.box))) return null;
  const fog = view.facts.fog.map((spot) => centre(spot.x, spot.y)).map((at) => rotated(at, layout.turn));
  const all = [...spots.map(({ x, y }) => [x, y]), ...fog];
  const path = (list, r) => list.map((spot) => hexPath(spot.x, spot.y, r)).join("");
  const [x, y, w, h] = frame.box;
  return pen.node(
    "svg",
    { "viewBox": around(all).join(" "), "role": "img", "aria-label": label(view, spots, frame) },
    pen.node("path", {
      d: path(
        fog.map(([fx, fy]) => ({ x: fx, y: fy })),
        S,
      ),
      fill: "--fog-soft",
    }),
    pen.node("path", {
      d: path(
        spots.filter((spot) => spot.isGone),
        S,
      ),
      fill: "--water-b",
      opacity: 0.45,
    }),
    pen.node("path", {
      d: path(
        spots.filter((spot) => !spot.isGone),
        S + 2,
      ),
      fill: "--water-deep",
    }),
    pen.node("rect", {
      x,
      y,
      "width": w,
      "height": h,
      "fill": "none",
      "stroke": "--ink",
      "stroke-width": 12,
      "rx": 24,
    }),
    view.pieces.map((ship) => dot(ship, layout, pen)),
  );
}

const isIn = (spot, [x, y, w, h]) => spot.x > x && spot.x < x + w && spot.y > y && spot.y < y + h;

function around(points) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  return [left, top, Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top].map(Math.round);
}

function dot(ship, layout, pen) {
  const [x, y] = rotated(centre(ship.x, ship.y), layout.turn);
  const { fill } = team(ship.side);
  return pen.group(
    { transform: `translate(${x} ${y})` },
    pen.node("circle", { "r": 1.15 * W, fill, "stroke": "--surface", "stroke-width": 14 }),
    pen.mark(ship.side, 0, 0, 0.6 * W),
  );
}

/** Names the segment of each ship, and the ships outside the picture. */
function label(view, spots, frame) {
  const parts = view.pieces.map((ship) => {
    const spot = spots.find((one) => one.id === ship.at);
    const key = spot && isIn(spot, frame.box) ? "mq.map.ship" : "mq.map.outside";
    return t(key, { ship: t(`mq.ship.${ship.side}`), n: ship.segment + 1 });
  });
  return `${t("mq.map")}: ${parts.join(", ")}`;
}
