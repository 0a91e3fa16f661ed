// A game that the server keeps: questions by HTTP, news by the event stream. What was missed is fetched anew.
import { PlayedGame, isPerson, other } from "./game.mjs";
import { keepSecrets, secretsOf } from "./store.mjs";
import { keepUpToDate } from "../latest.mjs";
import { api } from "../net.mjs";

export class ServerGame extends PlayedGame {
  constructor(rules, state) {
    super(rules, state);
    this.secrets = secretsOf(state.id);
    this.mine = { red: Boolean(this.secrets.red), blue: Boolean(this.secrets.blue) };
    this.handovers = 0; // of both seats, when this browser last asked which of them it has
    this.take(state);
    this.latest = keepUpToDate({
      topic: `game:${state.id}`,
      ask: () => this.askServer(),
      take: (answer) => this.answer(answer),
      fail: (error) => error.status >= 400 && error.status < 500 && this.tell("trouble", error),
      isNews: (type, data) => this.hear(type, data),
      gapMs: 0,
      asOf: Date.now(),
    });
    this.holdSeat();
  }

  get address() {
    return `/api/games/${this.state.id}`;
  }

  take(state) {
    this.state = state;
    this.askedAt = performance.now() - (state.askedAgoMs ?? 0);
    const handovers = (state.red.handovers ?? 0) + (state.blue.handovers ?? 0);
    if (handovers !== this.handovers) this.checkSeats();
    this.handovers = handovers;
    if (state.rematch && this.isShared && !secretsOf(state.rematch).red && !secretsOf(state.rematch).blue)
      keepSecrets(state.rematch, { red: this.secrets.blue, blue: this.secrets.red });
  }

  /** Another person may have taken a seat of this browser. */
  async checkSeats() {
    const { checkSeats } = await import("./people.mjs");
    if (!this.isOver) await checkSeats(this);
  }

  /** The other person plays at another browser. */
  get isShared() {
    return this.isBetweenPeople && this.mine.red !== this.mine.blue;
  }

  /** A seat can be handed to another person while this browser has both. */
  get canInvite() {
    return !this.isOver && this.isBetweenPeople && this.mine.red && this.mine.blue;
  }

  /** Wants to play the same person once more, sides swapped. */
  askRematch() {
    return this.post("rematch");
  }

  fetch() {
    this.latest.soon();
  }

  /** Must the whole game be fetched? */
  hear(type, data) {
    if (type === "ply") this.hearPly(data);
    else if (type === "game") this.hearGame(data);
    return type === "reset" || this.latest.isAsking;
  }

  /** `ply` is the number of moves before this one, as in the question. */
  hearPly({ ply, words, ms, lag, hint, position, side }) {
    if (ply < this.ply) return;
    if (ply > this.ply) return void this.fetch();
    this.state.plies.push({ words, ms, lag, hint, position });
    Object.assign(this.state, { ply: this.ply, side, position, last: words });
    this.askedAt = performance.now();
    this.tell("ply");
    this.tell("change");
  }

  hearGame(data) {
    const wasOver = this.isOver;
    if (data.ply !== undefined && data.ply !== this.ply) return void this.fetch();
    this.take({ ...this.state, ...data, plies: this.state.plies, start: data.start ?? this.state.start });
    if (this.isOver && !wasOver) this.tell("over");
    this.tell("change");
  }

  askServer() {
    return api("GET", this.address, undefined, { seat: this.secrets.red ?? this.secrets.blue });
  }

  /** The whole game; unless moves have overtaken it. */
  answer(state) {
    if (this.isClosed || (this.latest.asking.isWanted && state.plies.length <= this.ply)) return;
    const before = { ply: this.ply, over: this.isOver };
    this.take(state);
    if (this.ply > before.ply) this.tell("ply");
    if (this.isOver && !before.over) this.tell("over");
    this.tell("change");
  }

  /** The seat that acts: the one to move if it is ours, else the one we have. */
  secretOf(side = this.state.side) {
    return this.secrets[side] ?? this.secrets.red ?? this.secrets.blue ?? null;
  }

  async post(what, body = {}, side = undefined) {
    try {
      return await api("POST", `${this.address}/${what}`, body, { seat: this.secretOf(side) });
    } catch (error) {
      if (error.code === "stale") this.fetch();
      if (error.code === "no_seat") this.checkSeats();
      throw error;
    }
  }

  /** The answer is the ply; the stream tells the same, maybe sooner. What an end is about is fetched. */
  async move(words, force = false) {
    const ply = await this.post("move", { ply: this.ply, words, force });
    if (this.isClosed) return;
    if (ply.words !== undefined) this.hearPly(ply);
    if (!ply.side && !this.isOver) this.fetch();
  }

  /** Where both people sit at this browser, it asks and agrees at once; another person is asked. */
  async takeBack() {
    const both = this.mine.red && this.mine.blue;
    const asks = both && this.ply > 0 ? (this.viewOf(this.ply - 1).side ?? undefined) : undefined;
    await this.post("takeback", {}, asks);
    if (both) await this.post("accept", {}, other(asks));
  }

  /** Offers a draw to the other person. */
  offerDraw(side = this.askingSide) {
    return this.post("draw", {}, side);
  }

  /** What the other person has asked for, or what one has asked for oneself, which can only be declined. */
  answerOffer(isAccepted, side = this.answeringSide) {
    return this.post(isAccepted ? "accept" : "decline", {}, side);
  }

  resign(side) {
    return this.post("resign", {}, side);
  }

  /** more: {unlimited: true} takes all time limits away. */
  pause(paused, more = {}) {
    return this.post("pause", { paused, ...more });
  }

  step() {
    return this.post("step");
  }

  abort() {
    return this.post("abort");
  }

  /** For good, from the server's archive; only a game that is over, only for the owner. */
  remove() {
    return api("DELETE", this.address);
  }

  pace(ms) {
    this.state.paceMs = ms;
    return this.post("pace", { ms });
  }

  /** A seat that stays empty is given to a built-in player. */
  seat(side, kind, player) {
    return this.post("seat", { side, kind, player });
  }

  /** Only people and built-in players can go on without the server. */
  get canGoOffline() {
    const { red, blue } = this.state;
    return [red, blue].every((seat) => isPerson(seat) || seat.kind === "builtin") && !this.isOver;
  }

  close() {
    this.latest.end();
    super.close();
  }
}
