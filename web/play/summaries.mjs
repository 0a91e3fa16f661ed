// Lists of games: those of the server and those of this browser, newest first, in one shape.
import { api, inTurn, isOnline, subscribe } from "../net.mjs";
import { localGames } from "./store.mjs";

const LONGEST = 60;

/** What is saved of a local game, as a Summary (docs/web.md). */
const summary = (saved) => ({
  ...saved,
  local: true,
  phase: saved.result ? "over" : "running",
  ply: saved.plies.length,
  position: saved.last ?? saved.start,
});

/** Calls back with the list at once and whenever it changes; answers a function that ends it. */
export function watchGames(callback) {
  let games = [];
  let timer = null;
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => callback([...games, ...localGames().map(summary)].sort((a, b) => rank(b) - rank(a)).slice(0, LONGEST)),
      150,
    );
  };
  const fetchAll = inTurn(async () => {
    if (isOnline())
      games = await api("GET", "/api/games").then(
        (answer) => answer.games,
        () => games,
      );
    tell();
  });
  const end = subscribe("games", (type, data) => {
    if (type === "open" || fetchAll.isBusy) fetchAll();
    if (type === "open") return;
    games = [data, ...games.filter((game) => game.id !== data.id)];
    return tell();
  });
  fetchAll();
  return () => {
    clearTimeout(timer);
    callback = () => {};
    end();
  };
}

/** Running games first, then the newest. */
const rank = (game) => (game.phase === "over" ? 0 : 1e15) + (game.startedMs ?? 0);
