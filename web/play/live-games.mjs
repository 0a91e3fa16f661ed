// Games of tests and tournaments while they are played. Their moves are made elsewhere, so they are asked for: the
// list of a run, or one game (the server keeps no more than where they stand).
import { keepUpToDate } from "../latest.mjs";
import { api } from "../net.mjs";
import { PlayedGame } from "./game.mjs";

const FRESH_MS = 1000;

/**
 * Calls back with [{id, kind, name, games}] of the runs that are being played; `run`: only this one.
 * @param {(runs: any[]) => void} callback @param {string | number | null} [run]
 */
export const watchLiveGames = (callback, run = null) =>
  keepUpToDate({
    everyMs: FRESH_MS,
    ask: () => api("GET", `/api/live${run === null ? "" : `?run=${run}`}`),
    take: ({ runs }) => callback(runs),
  });

/** "live-12-1-7" is game 7 of test 1 in the store of run 12. */
const parts = (id) => /^live-(\d+)-(\d+)-(\d+)$/.exec(id);

export const isLiveId = (id) => parts(id) !== null;
export const runOf = (id) => parts(id)[1];

const addressOf = (id) => id.replace(/^live-(\d+)-(\d+)-(\d+)$/, "/api/live/$1/$2-$3");
/** Where the game of a test is kept when it is over. */
const keptAddressOf = (id) => id.replace(/^live-(\d+)-\d+-(\d+)$/, "/api/tests/$1/games/$2");

/** @returns {Promise<GameState>} */
export async function fetchLive(id) {
  try {
    return await api("GET", addressOf(id));
  } catch (error) {
    if (error.status !== 404) throw error;
    return { ...(await api("GET", keptAddressOf(id))), id };
  }
}

/** Followed from here on. Event "gone": it cannot be seen any more, its end neither. */
export class LiveGame extends PlayedGame {
  constructor(rules, state) {
    super(rules, state);
    this.askedAt = performance.now();
    this.latest = keepUpToDate({
      everyMs: FRESH_MS,
      ask: () => fetchLive(state.id),
      take: (answer) => this.take(answer),
      fail: (error) => error.status === 404 && this.tell("gone"),
    });
  }

  /** Of programs in a match nothing is known but their names. @param {GameState} state */
  take({ red, blue, ...state }) {
    const before = { ply: this.ply, isOver: this.isOver };
    this.state = /** @type {GameState} */ ({
      ...state,
      red: { ...red, kind: "builtin" },
      blue: { ...blue, kind: "builtin" },
    });
    if (this.ply !== before.ply) {
      this.askedAt = performance.now();
      this.tell("ply");
    }
    if (this.isOver) this.latest.end();
    if (this.isOver && !before.isOver) this.tell("over");
    this.tell("change");
  }

  /** Programs play as fast as they can. */
  async pace() {}

  close() {
    this.latest.end();
    super.close();
  }
}
