// A paddle steamer, bow to the right.  What is written on it stays upright, whichever way it sails.
import { team } from "../svg.mjs";

const HULL =
  "M-29,-15.5C-15,-18 4,-18 14,-15.5C24,-12 31,-5 34,0C31,5 24,12 14,15.5C4,18 -15,18 -29,15.5C-31,8 -31,-8 -29,-15.5Z";
const DECK = "M-25,-11C-12,-13 4,-13 12,-11C19,-8.6 24,-4 26.6,0C24,4 19,8.6 12,11C4,13 -12,13 -25,11Z";

/** Strokes beside the bow: as many on each side as the ship is fast. */
function wave(speed, pen) {
  const strokes = Array.from({ length: speed }, (_, i) => {
    const x = 31 - i * 9.5;
    const y = 10 + i * 3.2 - (i > 1 ? (i - 1) * 1.6 : 0);
    return [1, -1].map((side) => `M${x},${side * y}q-3,${side * 5} -8,${side * 6.4}`).join("");
  });
  return pen.node("path", {
    "d": strokes.join(""),
    "fill": "none",
    "stroke": "--foam",
    "stroke-width": 2.6,
    "stroke-linecap": "round",
  });
}

const paddle = (pen) => [
  pen.node("rect", { x: -37, y: -11.5, width: 9, height: 23, rx: 2, fill: "--log" }),
  pen.node("path", { "d": "M-37,-6H-28M-37,0H-28M-37,6H-28", "stroke": "--tile", "stroke-width": 1.6 }),
];

const passenger = (i, pen) =>
  pen.group(
    { transform: `translate(-20.5 ${i ? 6.4 : -6.4})` },
    pen.node("circle", { "r": 4.9, "fill": "--passenger", "stroke": "--insect-ink", "stroke-width": 1.3 }),
    pen.node("circle", { r: 2, fill: "--insect-ink" }),
  );

function upright(x, angle, pen, ...content) {
  return pen.group({ transform: `translate(${x} 0) rotate(${-angle})` }, content);
}

/** White disc: speed.  Black box: coal. */
const speedDisc = (ship, angle, pen) =>
  upright(
    -8,
    angle,
    pen,
    pen.node("circle", { "r": 10, "fill": "--speed", "stroke": "--insect-ink", "stroke-width": 1 }),
    pen.text(0, 0.6, String(ship.speed), 15, { "fill": "--insect-ink", "font-weight": 700 }),
  );
const coalBox = (ship, angle, pen) =>
  upright(
    11.5,
    angle,
    pen,
    pen.node("rect", {
      "x": -8,
      "y": -8.5,
      "width": 16,
      "height": 17,
      "rx": 3,
      "fill": "--coal",
      "stroke": "--speed",
      "stroke-width": 1,
    }),
    pen.text(0, 0.6, String(ship.coal), 13.5, { "fill": "--speed", "font-weight": 700 }),
  );

const freeTurn = (angle, pen) =>
  upright(
    -30,
    angle,
    pen,
    pen.node("circle", { "r": 9, "fill": "--good", "stroke": "--surface", "stroke-width": 1.5 }),
    pen.text(0, 0, "⟳", 13, { "fill": "--surface", "font-weight": 700 }),
  );

/** @param {{side: Side, speed: number, coal: number, passengers: number, freeTurns: number}} ship */
export function steamer(ship, angle, pen, ghostly = false) {
  const { fill, deep, halo } = team(ship.side);
  if (pen.detail === 0) {
    return pen.group(
      {},
      pen.node("path", { "d": HULL, fill, "stroke": halo, "stroke-width": 4 }),
      pen.mark(ship.side, 0, 0, 9),
    );
  }
  return pen.group(
    { class: "steamer", opacity: ghostly ? 0.65 : null },
    !ghostly && wave(ship.speed, pen),
    paddle(pen),
    pen.node("path", { d: HULL, fill: "--shade", transform: "translate(0 2)" }),
    pen.node("path", {
      "d": HULL,
      fill,
      "stroke": halo,
      "stroke-width": 2.2,
      "stroke-dasharray": ghostly ? "5 4" : null,
    }),
    pen.node("path", { "d": DECK, "fill": "none", "stroke": deep, "stroke-width": 1.5 }),
    pen.mark(ship.side, 25.5, 0, 3.3),
    Array.from({ length: ship.passengers ?? 0 }, (_, i) => passenger(i, pen)),
    speedDisc(ship, angle, pen),
    coalBox(ship, angle, pen),
    ship.freeTurns > 1 && freeTurn(angle, pen),
  );
}
