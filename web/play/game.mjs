// A game being played, at the server or here: what ServerGame and LocalGame have in common.
import { Engine } from "../engine.mjs";

const VIEWS_KEPT = 300;
const LOCK_MS = 250; // so long a page that was just left may keep the lock before anybody is told

/** Does a program sit there, whose output can be read? */
export const isProgram = (/** @type {Seat} */ seat) => seat.kind === "bot" || seat.kind === "manual";

/** The seat's owner sits at this browser: kinds of seats that people play. */
export const isPerson = (/** @type {Seat} */ seat) => seat.kind === "person";

/**
 * A person against a built-in player, and the person has not moved yet: there is nothing to watch, and nothing is lost
 * if it goes.
 */
export function isEmpty({ phase, ply, red, blue }) {
  const people = [red, blue].filter((seat) => seat && isPerson(seat)).length;
  const builtin = [red, blue].filter((seat) => seat?.kind === "builtin").length;
  return phase === "running" && people === 1 && builtin === 1 && ply <= (isPerson(red) ? 0 : 1);
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "red" ? "blue" : "red");

/**
 * Events: "change" (anything of the state), "ply" (a move was added), "over", "trouble" (detail: ApiError or refusal).
 */
export class PlayedGame extends EventTarget {
  /** @param {import("../rules.mjs").Rules} rules @param {GameState} state */
  constructor(rules, state) {
    super();
    this.rules = rules;
    this.state = state;
    this.mine = { red: false, blue: false };
    this.holdsSeat = true; // false: another tab plays this seat
    this.needsHolder = false; // the lock is wanted also where no person plays
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {Map<string, View>} */
    this.views = new Map();
    /** @type {Map<string, Move | null>} words of a ply -> Move */
    this.lines = new Map();
  }

  get ply() {
    return this.state.plies.length;
  }

  /** @param {number} ply */
  positionAt(ply) {
    return ply === 0 ? this.state.start : this.state.plies[ply - 1].position;
  }

  /** All legal moves, with the side that made them. @returns {{side: Side, move: Move}[]} */
  get past() {
    const all = this.state.plies.map((_, i) => ({ side: this.viewOf(i).side, move: this.moveOf(i + 1) }));
    return all.filter(({ move }) => move);
  }

  get position() {
    return this.positionAt(this.ply);
  }

  /** @param {number} ply */
  viewOf(ply) {
    const position = this.positionAt(ply);
    let view = this.views.get(position);
    if (!view) {
      view = this.rules.view(position);
      if (this.views.size > VIEWS_KEPT) this.views.clear();
      this.views.set(position, view);
    }
    return view;
  }

  /** The Move that led to `ply`, or null at the start (and after a move that was not legal). */
  moveOf(ply) {
    if (ply === 0) return null;
    const before = this.positionAt(ply - 1);
    const { words } = this.state.plies[ply - 1];
    const key = `${before}|${words}`;
    if (!this.lines.has(key)) {
      const played = this.rules.play(before, words);
      this.lines.set(key, played.ok ? played.move : null);
    }
    return this.lines.get(key);
  }

  get isOver() {
    return this.state.phase === "over";
  }

  /** The side that a person at this browser may move now. @returns {Side | null} */
  canMove() {
    const { side, phase, paused } = this.state;
    if (phase !== "running" || paused || !side || !this.holdsSeat) return null;
    return this.mine[side] ? side : null;
  }

  get isMine() {
    return this.mine.red || this.mine.blue;
  }

  /** A seat may be held by a person in another browser; then moves are not taken back for both. */
  get canTakeBack() {
    return this.isMine && this.ply > 0 && this.holdsSeat && !this.isOver;
  }

  /** Do two people play, so that one can ask the other? */
  get isBetweenPeople() {
    return isPerson(this.state.red) && isPerson(this.state.blue);
  }

  /** Does the other person play at another browser? */
  get isShared() {
    return false;
  }

  /** Can a seat be handed to another person? */
  get canInvite() {
    return false;
  }

  /** The side of this browser that asks for something: the one to move, where both are here. @returns {Side} */
  get askingSide() {
    const { side } = this.state;
    if (this.mine.red && this.mine.blue && side) return side;
    return this.mine.red ? "red" : "blue";
  }

  /** The side of this browser that is asked, or has asked if only that one is here. @returns {Side} */
  get answeringSide() {
    const { offer } = this.state;
    const asked = offer ? other(offer.side) : this.askingSide;
    return this.mine[asked] ? asked : other(asked);
  }

  /** What the other side wants to know of this browser. @returns {Offer | null} */
  get question() {
    const { offer, phase } = this.state;
    return phase === "running" && offer && this.holdsSeat && this.mine[other(offer.side)] ? offer : null;
  }

  /** What this browser waits for an answer to. @returns {Offer | null} */
  get openOffer() {
    const { offer, phase } = this.state;
    return phase === "running" && offer && this.mine[offer.side] && !this.mine[other(offer.side)] ? offer : null;
  }

  tell(type, detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * Only one tab plays: the one that holds the lock. The others queue up, so that a tab that is closed, or a page that
   * was left a moment ago, hands the seat on. Browsers without locks trust people.
   */
  holdSeat() {
    if (!navigator.locks || !(this.isMine || this.needsHolder)) return;
    this.patience = setTimeout(() => this.setHolder(false), LOCK_MS);
    this.queueUp();
  }

  queueUp() {
    this.waiting = new AbortController();
    this.lock({ signal: this.waiting.signal });
  }

  lock(wish) {
    const hold = () => {
      if (this.isClosed) return undefined;
      const held = new Promise((/** @type {(value?: any) => void} */ release) => {
        this.release = release;
      });
      this.setHolder(true);
      return held;
    };
    navigator.locks.request(`kielwasser.seat.${this.state.id}`, wish, hold).catch(() => {
      if (this.isClosed || wish.signal?.aborted) return;
      this.release = null; // another tab has taken over
      this.setHolder(false);
      this.queueUp();
    });
  }

  setHolder(holds) {
    clearTimeout(this.patience);
    if (holds && !this.holdsSeat) this.catchUp();
    this.holdsSeat = holds;
    this.tell("change");
  }

  /** Called before a tab plays on where another one played. */
  catchUp() {}

  /** „Hier übernehmen" */
  takeOver() {
    this.waiting.abort();
    this.lock({ steal: true });
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.patience);
    this.waiting?.abort();
    this.release?.();
    this.engine?.close();
    this.engine = null;
  }

  /** Thinks about a position: for a move, for a tip. @param {string} position @param {SearchLimits} limits */
  ask(position, limits) {
    this.engine ??= new Engine(this.state.game);
    return this.engine.go(this.rules.hide(position), limits);
  }

  /** The game as files and links hold it. @returns {GameRecord} */
  record() {
    const { game, rules, seed, start, plies, red, blue } = this.state;
    return { game, rules, seed: seed ?? null, names: { red: red.name, blue: blue.name }, start, plies, outcome: null };
  }
}
