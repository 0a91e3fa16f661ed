// Which lessons this person has solved; kept with the settings.
import * as settings from "../settings.mjs";

const solved = (game) => settings.get("learned")[game] ?? [];

export const isSolved = (game, id) => solved(game).includes(id);

export function markSolved(game, id) {
  if (!isSolved(game, id)) settings.set("learned", { ...settings.get("learned"), [game]: [...solved(game), id] });
}

/** Where to go on: the first lesson that is not solved, or the first of all. */
export const nextOf = (game, lessons) => lessons.find(({ id }) => !isSolved(game, id)) ?? lessons[0];
