// What lists of moves have in common: how a move is written, and which one is shown.
import { reveal } from "./dom.mjs";
import { duration, t } from "../i18n.mjs";

/** As people write it; a move that was not legal as it was sent. */
export const moveText = (look, move, before, words) => (move ? look.notation(move, before) : words);

/** How long a move took, and how long it then waited for the server; null: unknown. */
export const timeText = ({ ms, lag }) =>
  [ms === null || ms === undefined ? null : duration(ms), lag ? t("play.lag", { time: duration(lag) }) : null]
    .filter(Boolean)
    .join(" · ") || null;

/** Marks one button of a list in place of another (either may be missing) and brings it into view. Answers it. */
export function markCurrent(list, was, now) {
  was?.removeAttribute("aria-current");
  now?.setAttribute("aria-current", "step");
  if (now) reveal(list, now);
  return now;
}
