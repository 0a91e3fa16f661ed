// Which ply of a game is looked at. Looking never touches the game: new moves arrive silently while one looks back.
import { get } from "../settings.mjs";

export class Viewer extends EventTarget {
  /**
   * "show" is fired whenever another ply, or another state of the game, is to be seen.
   * @param {EventTarget & {ply: number, viewOf(ply: number): View}} game  or what looks like one: a line of a study
   * @param {number | null} ply
   */
  constructor(game, ply = null) {
    super();
    this.game = game;
    this.at = ply !== null && ply < game.ply ? Math.max(0, ply) : null; // null: live
    this.timer = null;
    this.missed = 0;
    this.onPly = () => {
      if (this.at !== null) this.missed++;
    };
    this.onChange = () => {
      if (this.at !== null && this.at >= game.ply) this.at = null;
      this.tell();
    };
    game.addEventListener("ply", this.onPly);
    game.addEventListener("change", this.onChange);
  }

  get ply() {
    return this.at ?? this.game.ply;
  }

  get isLive() {
    return this.at === null;
  }

  get view() {
    return this.game.viewOf(this.ply);
  }

  get isPlaying() {
    return this.timer !== null;
  }

  tell() {
    this.dispatchEvent(new Event("show"));
  }

  go(ply, { keepPlaying = false } = {}) {
    if (!keepPlaying) this.stop();
    const wanted = Math.min(Math.max(ply, 0), this.game.ply);
    this.at = wanted === this.game.ply ? null : wanted;
    if (this.isLive) this.missed = 0;
    this.tell();
  }

  toLive() {
    this.go(this.game.ply);
  }

  /** The ply where a round begins, before or after the one shown (`direction` -1 or 1). */
  roundEdge(direction) {
    let ply = Math.min(Math.max(this.ply + direction, 0), this.game.ply);
    const isEdge = () => this.game.viewOf(ply).round !== this.game.viewOf(ply - 1).round;
    while (ply > 0 && ply < this.game.ply && !isEdge()) ply += direction;
    return ply;
  }

  move(how) {
    const targets = {
      first: 0,
      roundBack: this.roundEdge(-1),
      back: this.ply - 1,
      forward: this.ply + 1,
      roundForward: this.roundEdge(1),
      last: this.game.ply,
      tenBack: this.ply - 10,
      tenForward: this.ply + 10,
    };
    this.go(targets[how]);
  }

  togglePlay() {
    if (this.isPlaying) return this.stop();
    if (this.isLive) this.go(0);
    this.playOn();
  }

  playOn() {
    this.timer = setTimeout(() => {
      this.timer = null;
      if (this.isLive) return this.tell();
      this.go(this.ply + 1, { keepPlaying: true });
      if (this.isLive) this.tell();
      else this.playOn();
    }, get("viewMs"));
    this.tell();
  }

  stop() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.tell();
  }

  close() {
    clearTimeout(this.timer);
    this.game.removeEventListener("ply", this.onPly);
    this.game.removeEventListener("change", this.onChange);
  }
}
