// Lists of games: those of the server and those of this browser, newest first, in one shape.
import { api, inTurn, isOnline, subscribe } from "../net.mjs";
import { localGames } from "./store.mjs";

const LONGEST = 60; // games of the first page that are shown
const RETRY_MS = 2000;

/** What is saved of a local game, as a Summary (docs/web.md). */
const summary = (saved) => ({
  ...saved,
  local: true,
  phase: saved.result ? "over" : "running",
  ply: saved.plies.length,
  position: saved.last ?? saved.start,
});

/**
 * Calls back with the list at once and whenever it changes, and with what else there is: `more` loads the next page of
 * older games (null: there are none), `problem` says why the server's list could not be read; it is asked again.
 * Answers a function that ends it. `shown` is how many games the first page has.
 */
export function watchGames(callback, shown = LONGEST) {
  let games = [];
  let length = shown;
  let before = null; // the number where the next page begins
  let problem = null;
  let timer = null;
  let retry = null;
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = [...games, ...localGames().map(summary)].sort((a, b) => rank(b) - rank(a));
      callback(all.slice(0, length), { more: before ? fetchMore : null, problem });
    }, 150);
  };
  const fetchPage = async (path, older) => {
    try {
      const answer = await api("GET", path);
      const known = new Set(answer.games.map((game) => game.id));
      games = [...answer.games, ...older().filter((game) => !known.has(game.id))];
      before = answer.more;
      problem = null;
    } catch (error) {
      problem = error;
      if (error.status === 503) games = (await api("GET", "/api/games?phase=running").catch(() => ({ games }))).games;
      retry = setTimeout(fetchAll, RETRY_MS);
    }
  };
  const fetchAll = inTurn(async () => {
    clearTimeout(retry);
    length = shown;
    if (isOnline()) await fetchPage(`/api/games?limit=${shown}`, () => []);
    tell();
  });
  const fetchMore = inTurn(async () => {
    await fetchPage(`/api/games?before=${before}`, () => games);
    length = Infinity;
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
    clearTimeout(retry);
    callback = () => {};
    end();
  };
}

/** Running games first, then the newest. */
const rank = (game) => (game.phase === "over" ? 0 : 1e15) + (game.startedMs ?? 0);
