// The list of games. A module of its own, because it waits for a file: a worker that waited would miss its first
// message.
import { fetchFile } from "./rules.mjs";

/** Names of all games, in the order of src/game/games.def. @type {string[]} */
export const GAMES = await (await fetchFile("games.json")).json();
