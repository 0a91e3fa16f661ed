// Lists of games: those of the server and those of this browser, newest first, in one shape.
import { keepUpToDate } from "../latest.mjs";
import { api, inTurn, isOnline, mayWatch, server } from "../net.mjs";
import { isEmpty } from "./game.mjs";
import { localGames } from "./store.mjs";

const LONGEST = 60; // games of the first page that are shown

/** What is saved of a local game, as a Summary (docs/web.md). */
export const summary = (saved) => ({
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
  const tell = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const all = [...games, ...localGames().map(summary)]
        .filter((game) => !isEmpty(game))
        .sort((a, b) => rank(b) - rank(a));
      callback(all.slice(0, length), { more: before ? fetchMore : null, problem });
    }, 150);
  };
  const takePage = (answer, older) => {
    const known = new Set(answer.games.map((game) => game.id));
    games = [...answer.games, ...older.filter((game) => !known.has(game.id))];
    before = answer.more;
    problem = null;
    tell();
  };
  /** The list may be refused because of the archive: games in progress are not in it. */
  const fail = async (error) => {
    problem = error.code === "unreachable" ? null : error; // that is told for the whole page
    if (error.status === 503) games = (await api("GET", "/api/games?phase=running").catch(() => ({ games }))).games;
    tell();
  };
  const none = { games: [], more: null };
  const isHidden = () => isOnline() && !mayWatch();
  const keeper = keepUpToDate({
    topic: "games",
    ask: () =>
      server.state === "none" || isHidden() ? Promise.resolve(none) : api("GET", `/api/games?limit=${shown}`),
    take: (answer) => {
      length = shown;
      takePage(answer, []);
    },
    fail,
    isNews: (type, data) => {
      games = [data, ...games.filter((game) => game.id !== data.id)];
      tell();
      return keeper.isAsking;
    },
    gapMs: 0,
  });
  const fetchMore = inTurn(async () => {
    try {
      takePage(await api("GET", `/api/games?before=${before}`), games);
      length = Infinity;
    } catch (error) {
      await fail(error);
    }
  });
  return () => {
    clearTimeout(timer);
    callback = () => {};
    keeper.end();
  };
}

/** Running games first, then the newest. */
const rank = (game) => (game.phase === "over" ? 0 : 1e15) + (game.startedMs ?? 0);
