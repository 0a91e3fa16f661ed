// A game that needs no server: the referee (the server's own, wasm/ops_room.c) and the players run in this browser.
// Kept in localStorage, so a reload (or the next day) finds it again.
import { PlayedGame, isPerson } from "./game.mjs";
import { loadLocal, saveLocal, tidyUp } from "./store.mjs";

/** How long a built-in player may think where there is no limit. */
const THINK_MS = { zufall: 20, leicht: 80, mittel: 600, stark: 1500 };
const SHORTEST_MS = 400; // an answer at once looks as if nothing had happened
const BOTS_PACE_MS = 900;
const KEPT = "id game rules seed start red blue limitMs limitFor paused paceMs startedMs offer result tips".split(" ");

const newId = () => `lokal-${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

/** A river that has not been shown yet is drawn anew. */
const whole = (rules, position) => (position.includes("?") ? rules.fill(position, String(Date.now())) : position);

/** @param {Seat} seat */
const seatState = ({ kind, name, player }) => ({ kind, name, player: player ?? null, state: "ready", says: [] });

/**
 * What the room enforces, in the words of src/server/room_settings.h. Built-in players have no clock here: a browser
 * lets a hidden tab wait as long as it likes.
 */
function settingsOf({ paused, paceMs, limitMs, limitFor, red, blue, offer }) {
  const limitOf = (seat) => (limitFor === "all" && isPerson(seat) ? (limitMs ?? 0) : 0);
  const settings = (seat) => `1,1,${limitOf(seat)},${limitOf(seat)}`;
  const asked = offer ? ` offer=${offer.kind},${offer.side},0` : "";
  return `paused=${Number(paused)} pace=${paceMs ?? 0} red=${settings(red)} blue=${settings(blue)}${asked}`;
}

/** Writes a game down as this browser keeps it. */
function keep(state, plies, position) {
  saveLocal({
    ...Object.fromEntries(KEPT.map((key) => [key, state[key] ?? null])),
    plies: plies.map(({ words, ms, hint }) => ({ words, ms, hint })),
    ply: plies.length,
    last: position,
  });
}

export class LocalGame extends PlayedGame {
  /**
   * Writes a new game down; only people and built-in players can sit down here. Answers its id.
   * @param {import("../rules.mjs").Rules} rules
   * @param {NewGameOptions} options
   * @param {Ply[]} plies  that were played already
   */
  static create(rules, options, plies = []) {
    const { position, seed } = options.start
      ? { position: whole(rules, options.start), seed: options.seed ?? null }
      : rules.setup({
          seed: options.seed || undefined,
          ruleset: options.rules,
          options: options.hand ? `hand=${options.hand}` : undefined,
        });
    const bots = !isPerson(options.red) && !isPerson(options.blue);
    const id = newId();
    tidyUp();
    const state = {
      id,
      game: options.game,
      rules: options.rules ?? "book",
      seed,
      start: position,
      red: seatState(options.red),
      blue: seatState(options.blue),
      limitMs: options.limitMs,
      limitFor: options.limitFor ?? "bots",
      paused: options.paused ?? false,
      paceMs: options.paceMs ?? (bots ? BOTS_PACE_MS : 0),
      startedMs: Date.now(),
      tips: 0,
    };
    keep(state, plies, plies.at(-1)?.position ?? position);
    return id;
  }

  static load(rules, id) {
    const saved = loadLocal(id);
    return saved && new LocalGame(rules, saved);
  }

  constructor(rules, saved) {
    super(rules, { ...saved, number: null, local: true, port: null });
    this.mine = { red: isPerson(saved.red), blue: isPerson(saved.blue) };
    this.needsHolder = true;
    this.open(saved);
    this.addEventListener("change", () => this.drive());
  }

  /** The room begins where the game was saved; the time for the next move begins anew. */
  open(saved) {
    const answer = this.rules.openRoom(saved, settingsOf(saved));
    this.closeRoom();
    this.state.plies = [];
    this.state.tips = saved.tips;
    this.take(
      saved.result
        ? { ...answer, phase: "over", side: null, askedAgoMs: null, dueMs: null, result: saved.result }
        : answer,
    );
  }

  /** @param {RoomAnswer} answer */
  take({ room, kept, plies, askedAgoMs, dueMs, phase, side, paused, paceMs, limits, offer, result }) {
    const { state } = this;
    this.room = room;
    state.plies.splice(kept, Infinity, ...plies);
    Object.assign(state, { phase, side, paused, paceMs, offer, result, ply: this.ply, position: this.position });
    Object.assign(state.red, { limitMs: limits.red });
    Object.assign(state.blue, { limitMs: limits.blue });
    state.last = state.plies.at(-1)?.words ?? null;
    this.isAsked = askedAgoMs !== null;
    this.askedAt = performance.now() - (askedAgoMs ?? 0);
    this.dueAt = dueMs === null ? null : performance.now() + dueMs;
    if (this.thinking && (!this.isAsked || this.thinking.ply !== this.ply)) this.stopThinking();
  }

  /** Takes the seats and lets the players play; a game that is only written down does not begin. */
  begin() {
    this.hasBegun = true;
    this.holdSeat();
    this.drive();
    return this;
  }

  /** The other tab has kept the game in this browser. */
  catchUp() {
    const saved = loadLocal(this.state.id);
    if (saved) this.open(saved);
  }

  /** Says to the room what happens; throws its refusal. */
  async act(action, side = null, words = "", thought = null) {
    const answer = this.rules.actInRoom(this.room, action, side, words, thought);
    if (!answer.ok) throw answer;
    const before = { ply: this.ply, over: this.isOver };
    this.take(answer);
    keep(this.state, this.state.plies, this.position);
    if (this.ply > before.ply) this.tell("ply");
    if (this.isOver && !before.over) this.tell("over");
    this.tell("change");
  }

  move(words, force = false) {
    return this.act(force ? "force" : "move", this.state.side, words);
  }

  takeBack() {
    return this.act("takeback");
  }

  /** The other person sits at the same screen. */
  offerDraw(side = this.askingSide) {
    return this.act("draw", side);
  }

  answerOffer(isAccepted, side = this.answeringSide) {
    return this.act(isAccepted ? "accept" : "decline", side);
  }

  resign(side = this.canMove() ?? (this.mine.red ? "red" : "blue")) {
    return this.act("resign", side);
  }

  abort() {
    return this.act("abort");
  }

  pause(paused) {
    return this.act(paused ? "pause" : "go_on");
  }

  step() {
    return this.act("step");
  }

  pace(ms) {
    return this.act("pace", null, ms);
  }

  stopThinking() {
    this.thinking = null;
    this.engine?.stop();
  }

  /** After every change: tells the room the time when it wants to know it, and lets a built-in player move. */
  async drive() {
    const { state } = this;
    clearTimeout(this.timer);
    const mayGo = this.hasBegun && (navigator.locks ? this.holdsSeat && this.release : true);
    if (!mayGo || this.isClosed || this.isOver) return;
    if (this.dueAt !== null) this.timer = setTimeout(() => this.act("tick"), this.dueAt - performance.now());
    const seat = state[state.side];
    if (!this.isAsked || isPerson(seat) || this.thinking) return;
    const turn = (this.thinking = { ply: this.ply });
    try {
      const answer = await this.think(seat, turn);
      if (this.thinking !== turn || this.isClosed || !answer) return;
      this.thinking = null;
      await this.act("move", state.side, answer.words, answer.ms);
    } catch (error) {
      if (this.thinking === turn) this.thinking = null;
      if (!this.isClosed) this.tell("trouble", error);
    }
  }

  /** null: it was stopped. */
  async think(seat, turn) {
    const limit = this.state.limitMs ? this.state.limitMs * 0.6 : Infinity;
    const ms = Math.min(THINK_MS[seat.player] ?? 600, limit);
    const answer = await this.ask(this.position, { player: seat.player, ms });
    const rest = (this.state.paceMs ? 0 : SHORTEST_MS) - (answer?.ms ?? 0);
    if (answer && rest > 0 && this.thinking === turn) await new Promise((done) => setTimeout(done, rest));
    return answer;
  }

  closeRoom() {
    if (this.room) this.rules.closeRoom(this.room);
    this.room = null;
  }

  close() {
    clearTimeout(this.timer);
    this.stopThinking();
    this.closeRoom();
    super.close();
  }
}
