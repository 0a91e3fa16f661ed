// Small boards on which built-in players play for show: gently, only where it is seen, and one board at a time, so that
// the page costs one module. The others show a picture.
import { Board } from "../board/board.mjs";
import { loadPicture } from "../board/picture.mjs";
import { Engine } from "../engine.mjs";
import { loadRules } from "../rules.mjs";
import { isStill } from "../settings.mjs";

const PACE_MS = 1900;
const PAUSE_MS = 6000; // at the end of a game
const THINK_MS = 25;
const OPENING = 12; // plies played at once

class Demo {
  /** @param {HTMLElement} host @param {string} name  of the game @param {HTMLElement} card  around it */
  constructor(host, name, card) {
    this.host = host;
    this.name = name;
    this.card = card;
    /** @type {Engine | null} */
    this.engine = null;
    /** @type {import("../rules.mjs").Rules | null} */
    this.rules = null; // once it has played
    this.isSeen = false;
    this.isClosed = false;
    this.isPlaying = false;
    this.timer = null;
    this.drawn = this.draw();
  }

  async draw() {
    const { position, view } = await loadPicture(this.name);
    if (this.isClosed) return;
    this.board = new Board(this.host, {
      game: this.name,
      detail: 1,
      coordinates: "off",
      fixed: true,
      speed: isStill() ? 0 : 300,
    });
    this.position = position;
    this.board.show(view);
  }

  /** Another game than the one that is over. */
  begin() {
    this.position = this.rules.setup({}).position;
    for (let i = 0; i < OPENING; i++) {
      const moves = this.rules.moves(this.position);
      if (!moves.length) break;
      const move = moves[Math.floor(Math.random() * moves.length)];
      const played = this.rules.play(this.position, move.words ?? this.rules.words(this.position, move));
      if (!played.ok || this.rules.view(played.position).over) break;
      this.position = played.position;
    }
    this.board.show(this.rules.view(this.position));
  }

  /** Plays until the end of a game, or until rest(). @param {() => void} onEnd */
  async play(onEnd) {
    this.isPlaying = true;
    this.onEnd = onEnd;
    this.rules ??= await loadRules(this.name);
    await this.drawn;
    this.schedule(PACE_MS / 2);
  }

  rest() {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  schedule(ms) {
    clearTimeout(this.timer);
    if (this.isPlaying && this.board && !isStill()) this.timer = setTimeout(() => this.step(), ms);
  }

  async step() {
    if (this.rules.view(this.position).over) {
      this.begin();
      return this.onEnd();
    }
    try {
      this.engine ??= new Engine(this.name);
      const answer = await this.engine.go(this.rules.hide(this.position), { player: "leicht", ms: THINK_MS });
      if (!this.isPlaying || !answer) return undefined;
      const played = this.rules.play(this.position, answer.words);
      if (!played.ok) return undefined;
      this.position = played.position;
      this.board.show(this.rules.view(this.position), { move: played.move });
    } catch {
      return undefined; // a demonstration that cannot go on simply stands still
    }
    return this.schedule(this.rules.view(this.position).over ? PAUSE_MS : PACE_MS);
  }

  close() {
    this.isClosed = true;
    this.rest();
    this.engine?.close();
    this.board?.destroy();
  }
}

const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 1000));

export class Demos {
  constructor() {
    /** @type {Demo[]} */
    this.all = [];
    /** @type {Demo | null} */
    this.playing = null;
    this.isClosed = false;
    this.isUsable = false; // the page; nothing is loaded before
    this.watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries)
        for (const demo of this.all) if (demo.host === target) demo.isSeen = isIntersecting;
      this.choose();
    });
    this.onHidden = () => this.choose();
    document.addEventListener("visibilitychange", this.onHidden);
    whenIdle(() => {
      this.isUsable = true;
      this.choose();
    });
  }

  /**
   * A board in `host`, inside a card: pointing at the card makes it the one that plays. In a card that has a board
   * already, another season of its game, the new one takes its place.
   */
  add(host, game, card) {
    const at = this.all.findIndex((demo) => demo.card === card);
    const demo = new Demo(host, game, card);
    demo.drawn.catch((error) => console.error(error));
    this.watcher.observe(host);
    if (at < 0) {
      this.all.push(demo);
      card.addEventListener("pointerenter", () => this.choose(this.all.find((one) => one.card === card)));
      return;
    }
    const [old] = this.all.splice(at, 1, demo);
    this.watcher.unobserve(old.host);
    if (this.playing === old) this.playing = null;
    old.close();
  }

  /** The one wanted plays if it is seen, otherwise the first that is. */
  choose(wanted = this.playing) {
    const isWatched = this.isUsable && !this.isClosed && !document.hidden && !isStill();
    const next = (isWatched && [wanted, ...this.all].find((demo) => demo?.isSeen)) || null;
    if (next === this.playing) return;
    this.playing?.rest();
    this.playing = next;
    next?.play(() => this.goOn(next)).catch(() => {});
  }

  /** After a game the next one that is seen has its turn. */
  goOn(demo) {
    const order = [...this.all, ...this.all].slice(this.all.indexOf(demo) + 1);
    const next = order.find((other) => other.isSeen) ?? demo;
    if (next === demo) demo.schedule(PACE_MS);
    else this.choose(next);
  }

  close() {
    this.isClosed = true;
    this.watcher.disconnect();
    document.removeEventListener("visibilitychange", this.onHidden);
    for (const demo of this.all) demo.close();
  }
}
