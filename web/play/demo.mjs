// A small board on which two built-in players play for show: gently, only while somebody sees it.
import { Board } from "../board/board.mjs";
import { Engine } from "../engine.mjs";
import { loadRules } from "../rules.mjs";
import { isStill } from "../settings.mjs";

const PACE_MS = 1900;
const PAUSE_MS = 6000; // at the end of a game
const THINK_MS = 25;
const OPENING = 12; // plies played at once: full boards are prettier than empty ones

export class Demo {
  /** @param {HTMLElement} host @param {string} name  of the game */
  constructor(host, name) {
    this.host = host;
    this.name = name;
    /** @type {Engine | null} */
    this.engine = null;
    this.isSeen = false;
    this.timer = null;
    this.watcher = new IntersectionObserver(([entry]) => {
      this.isSeen = entry.isIntersecting;
      this.schedule(PACE_MS * (0.4 + Math.random() * 0.6));
    });
    this.onHidden = () => this.schedule(PACE_MS);
  }

  async start() {
    this.rules = await loadRules(this.name);
    if (this.isClosed) return;
    this.board = new Board(this.host, {
      game: this.name,
      detail: 1,
      coordinates: "off",
      fixed: true,
      speed: isStill() ? 0 : 300,
    });
    this.begin();
    this.watcher.observe(this.host);
    document.addEventListener("visibilitychange", this.onHidden);
  }

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

  schedule(ms) {
    clearTimeout(this.timer);
    if (this.isClosed || !this.isSeen || document.hidden || isStill() || !this.board) return;
    this.timer = setTimeout(() => this.step(), ms);
  }

  async step() {
    if (this.rules.view(this.position).over) {
      this.begin();
      return this.schedule(PACE_MS);
    }
    try {
      this.engine ??= new Engine(this.name);
      const answer = await this.engine.go(this.rules.hide(this.position), { player: "leicht", ms: THINK_MS });
      if (this.isClosed || !answer) return undefined;
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
    clearTimeout(this.timer);
    this.watcher.disconnect();
    document.removeEventListener("visibilitychange", this.onHidden);
    this.engine?.close();
    this.board?.destroy();
  }
}
