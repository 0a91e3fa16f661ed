// The line under the board: what the game waits for, and in its place what has to be said now. It is as high whatever
// it says, so that nothing moves.
import { h, replace } from "./dom.mjs";
import { t } from "../i18n.mjs";
import { endText } from "./result.mjs";
import { other } from "../play/game.mjs";

const NOTICE_MS = 4500;

export class StatusLine {
  /** @param {HTMLElement} coach  stands here while it has something to say */
  constructor(coach) {
    this.lasting = h("div.play-notice", { role: "status" });
    this.short = h("p.play-note"); // the board has announced it
    this.state = h("p.play-state");
    this.element = h("div.play-status", this.lasting, this.short, coach, this.state);
  }

  /** What stays until it is over: another tab plays, the game is paused; nothing takes it away. */
  notice(...content) {
    replace(this.lasting, ...content);
  }

  /** What is said once, and goes by itself. */
  tell(text) {
    clearTimeout(this.timer);
    this.short.textContent = text;
    this.timer = setTimeout(() => this.quiet(), NOTICE_MS);
  }

  quiet() {
    clearTimeout(this.timer);
    this.short.textContent = "";
  }

  /** Who is to move, and what is urgent for that side; or how the game has ended. */
  show(game, view, look) {
    const text = game.isOver ? endText(game, view) : game.state.phase === "running" ? nowText(game, view, look) : "";
    if (this.state.textContent !== text) this.state.textContent = text;
  }
}

function nowText(game, view, look) {
  if (!view.side) return "";
  const alarms = look.facts(view, view.side).map(({ alarm }) => alarm);
  return [turnText(game, view.side), ...alarms].filter(Boolean).join(" ");
}

function turnText(game, side) {
  const seat = game.state[side];
  if (game.mine[side] && !game.mine[other(side)]) return t("play.yourTurn");
  const name = seat.name || t(`side.${side}`);
  return t(seat.kind === "person" ? "play.turnOf" : "play.thinksNow", { name });
}
