// A game that needs no server: the rules and the players run in this browser. Kept in localStorage, so a reload (or the
// next day) finds it again.
import { PlayedGame, isPerson, other } from "./game.mjs";
import { loadLocal, saveLocal, tidyUp } from "./store.mjs";

/** How long a built-in player may think where nobody set a limit. */
const THINK_MS = { zufall: 20, leicht: 80, mittel: 600, stark: 1500 };
const SHORTEST_MS = 400; // an answer at once looks as if nothing had happened
const BOTS_PACE_MS = 900;

const newId = () => `lokal-${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`;

/** A river that nobody has seen yet is drawn anew. */
const whole = (rules, position) => (position.includes("?") ? rules.fill(position, String(Date.now())) : position);

const seatState = (seat) => ({
  kind: seat.kind,
  name: seat.name,
  player: seat.player ?? null,
  state: "ready",
  says: [],
});

export class LocalGame extends PlayedGame {
  /**
   * Only people and built-in players can sit down here.
   * @param {import("../rules.mjs").Rules} rules
   * @param {NewGameOptions} options
   */
  static create(rules, options) {
    const { position, seed } = options.start
      ? { position: whole(rules, options.start), seed: options.seed ?? null }
      : rules.setup({
          seed: options.seed || undefined,
          ruleset: options.rules,
          options: options.hand ? `hand=${options.hand}` : undefined,
        });
    const bots = !isPerson(options.red) && !isPerson(options.blue);
    tidyUp();
    return new LocalGame(rules, {
      id: newId(),
      game: options.game,
      rules: options.rules ?? "book",
      seed,
      start: position,
      red: seatState(options.red),
      blue: seatState(options.blue),
      limitMs: options.limitMs ?? null,
      limitFor: options.limitFor ?? "bots",
      paused: options.paused ?? false,
      paceMs: options.paceMs ?? (bots ? BOTS_PACE_MS : 0),
      startedMs: Date.now(),
      plies: [],
      tips: 0,
    });
  }

  static load(rules, id) {
    const saved = loadLocal(id);
    return saved && new LocalGame(rules, saved);
  }

  constructor(rules, saved) {
    super(rules, { ...saved, number: null, local: true, plies: [], phase: "running", port: null });
    this.mine = { red: isPerson(saved.red), blue: isPerson(saved.blue) };
    this.needsHolder = true;
    for (const ply of saved.plies) this.append(ply.words, ply.ms, ply.hint);
    this.state.result = saved.result ?? this.state.result;
    this.settle();
    this.save();
    this.addEventListener("change", () => this.drive());
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
    if (saved) Object.assign(this.state, { plies: [], result: saved.result, paused: saved.paused, tips: saved.tips });
    for (const ply of saved?.plies ?? []) this.append(ply.words, ply.ms, ply.hint);
    this.settle();
  }

  /** Plays words that were judged before; false where they are not legal (a damaged save). */
  append(words, ms = null, hint = null) {
    const played = this.rules.play(this.position, words);
    if (!played.ok) return played;
    this.state.plies.push({ words: played.words, ms, hint, position: played.position });
    return played;
  }

  settle() {
    const view = this.viewOf(this.ply);
    const { state } = this;
    Object.assign(state, {
      ply: this.ply,
      side: view.side,
      position: this.position,
      last: state.plies.at(-1)?.words ?? null,
    });
    if (view.over) {
      state.result = {
        winner: view.over.winner,
        cause: { red: "REGULAR", blue: "REGULAR" },
        reason: view.over.reason,
        say: { red: view.over.say, blue: view.over.say },
        scores: view.scores,
      };
    }
    state.phase = state.result ? "over" : "running";
    if (state.phase === "over") state.side = null;
    this.askedAt = performance.now();
    state.askedMs = Date.now();
  }

  save() {
    const {
      id,
      game,
      rules,
      seed,
      start,
      red,
      blue,
      limitMs,
      limitFor,
      paused,
      paceMs,
      startedMs,
      result,
      tips,
      plies,
    } = this.state;
    saveLocal({
      id,
      game,
      rules,
      seed,
      start,
      red,
      blue,
      limitMs,
      limitFor,
      paused,
      paceMs,
      startedMs,
      result: result ?? null,
      tips,
      plies: plies.map(({ words, ms, hint }) => ({ words, ms, hint })),
      ply: plies.length,
      last: this.position,
    });
  }

  changed(...events) {
    this.settle();
    this.save();
    for (const event of events) this.tell(event);
    if (this.isOver) this.tell("over");
    this.tell("change");
  }

  async move(words, force = false) {
    const ms = Math.round(performance.now() - this.askedAt);
    const played = this.append(words, ms);
    if (!played.ok && !force) throw played;
    if (played.ok === false) this.forfeit(this.state.side, "RULE_VIOLATION", played);
    this.changed("ply");
  }

  /** @param {Side} side @param {string} cause @param {Refusal | null} say */
  forfeit(side, cause, say) {
    const bySide = (own, others) => (side === "red" ? { red: own, blue: others } : { red: others, blue: own });
    this.state.result = {
      winner: other(side),
      cause: bySide(cause, "REGULAR"),
      say: bySide(say, null),
      reason: null,
      scores: this.viewOf(this.ply).scores,
    };
  }

  async takeBack() {
    const { plies } = this.state;
    if (!plies.length) return;
    this.state.result = null;
    do plies.pop();
    while (plies.length && !this.mine[this.viewOf(plies.length).side]);
    this.stopThinking();
    this.changed();
  }

  async resign(side = this.canMove() ?? (this.mine.red ? "red" : "blue")) {
    this.stopThinking();
    this.forfeit(side, "LEFT", null);
    this.changed();
  }

  async abort() {
    this.stopThinking();
    this.state.result = {
      winner: null,
      cause: { red: "REGULAR", blue: "REGULAR" },
      say: { red: null, blue: null },
      reason: null,
      scores: null,
    };
    this.changed();
  }

  async pause(paused) {
    this.state.paused = paused;
    if (paused) this.stopThinking();
    this.changed();
  }

  async step() {
    this.stepping = true;
    this.drive();
  }

  async pace(ms) {
    this.state.paceMs = ms;
    this.save();
  }

  stopThinking() {
    this.thinking = null;
    this.engine?.stop();
  }

  /** Lets the built-in player move whose turn it is. Called after every change; does nothing while one thinks. */
  async drive() {
    const { state } = this;
    const seat = state.side && state[state.side];
    const mayGo = this.hasBegun && (navigator.locks ? this.holdsSeat && this.release : true);
    if (!mayGo || !seat || isPerson(seat) || this.thinking || this.isClosed || (state.paused && !this.stepping)) return;
    const turn = (this.thinking = { ply: this.ply });
    try {
      const words = await this.think(seat, turn);
      if (this.thinking !== turn || this.isClosed || !words) return;
      this.thinking = null;
      this.stepping = false;
      await this.move(words);
    } catch (error) {
      if (this.thinking === turn) this.thinking = null;
      if (!this.isClosed) this.tell("trouble", error);
    }
  }

  async think(seat, turn) {
    const wait = this.state.paceMs || SHORTEST_MS;
    const limit = this.state.limitMs ? this.state.limitMs * 0.6 : Infinity;
    const answer = await this.ask(this.position, {
      player: seat.player,
      ms: Math.min(THINK_MS[seat.player] ?? 600, limit),
    });
    if (!answer) return null; // stopped
    this.askedAt = performance.now() - (answer.ms ?? 0);
    const rest = wait - (answer.ms ?? 0);
    if (rest > 0 && this.thinking === turn) await new Promise((done) => setTimeout(done, rest));
    this.askedAt = performance.now() - (answer.ms ?? 0);
    return answer.words;
  }

  close() {
    this.stopThinking();
    super.close();
  }
}
