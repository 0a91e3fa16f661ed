// A tile of Hive: on the board, in the reserve, in a fan.
import { S } from "../hex.mjs";
import { insect } from "../insects.mjs";
import { team } from "../svg.mjs";
import { get } from "../../settings.mjs";
import { letter } from "./hive-words.mjs";

export const isLettered = (pen) => pen.letters ?? get("insects") === "letter";

/** Around 0,0.  The mark tells the teams apart without any colour, the letter or picture the kinds. */
export function tile(piece, pen) {
  const { fill, deep, halo } = team(piece.side);
  if (pen.detail === 0) {
    return pen.group(
      {},
      pen.hex(0, 0, 0.94 * S, { fill, "stroke": halo, "stroke-width": 3 }, 5),
      pen.text(0, 0, letter(piece.kind), 34, {
        "fill": piece.side === "blue" ? "--mark2" : "--mark1",
        "font-weight": 700,
      }),
    );
  }
  return pen.group(
    { class: `tile ${piece.side}` },
    pen.hex(0, 4, 0.9 * S, { fill: "--shade" }, 6),
    pen.hex(0, 2.5, 0.88 * S, { fill: deep }, 6),
    pen.hex(0, 0, 0.88 * S, { fill, "stroke": halo, "stroke-width": 2.4 }, 6),
    pen.node("circle", { cy: 3.4, r: 0.57 * S, fill: deep, opacity: 0.45 }),
    pen.node("circle", { cy: 2.4, r: 0.57 * S, fill: "--tile" }),
    pen.mark(piece.side, 0, -0.68 * S, 4.6, { point: "down" }),
    isLettered(pen)
      ? pen.text(0, 3.4, letter(piece.kind), 28, { "fill": "--insect-ink", "font-weight": 700 })
      : pen.group({ transform: "translate(0 2.4)" }, insect(piece.kind, pen, 0.98)),
  );
}
