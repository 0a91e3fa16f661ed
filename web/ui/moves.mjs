// What lists of moves have in common: how a move is written, and which one is shown.
import { reveal } from "./dom.mjs";

/** As people write it; a move that was not legal as it was sent. */
export const moveText = (look, move, before, words) => (move ? look.notation(move, before) : words);

/** Marks one button of a list in place of another (either may be missing) and brings it into view. Answers it. */
export function markCurrent(list, was, now) {
  was?.removeAttribute("aria-current");
  now?.setAttribute("aria-current", "step");
  if (now) reveal(list, now);
  return now;
}
