// The line of a player: sign, name, whose turn it is, time, and what the game knows about this side.
import { h, replace } from "./dom.mjs";
import { mark } from "./icons.mjs";
import { explained } from "../lessons/prose.mjs";
import { clock, duration, number, t } from "../i18n.mjs";
import { playerName } from "../names.mjs";

export class Strip {
  constructor(side, board) {
    this.side = side;
    this.board = board;
    this.name = h("span.strip-name");
    this.pill = h("span.pill", { hidden: true });
    this.time = h("span.strip-time");
    this.bar = h("span.strip-bar", { hidden: true }, h("i"));
    this.facts = h("ul.strip-facts");
    this.element = h(
      "section",
      { "class": `strip ${side}`, "aria-label": t(`side.${side}`) },
      h("div.strip-who", mark(side), this.name, this.pill, this.bar, this.time),
      this.facts,
    );
  }

  /** What does not change with the clock. */
  show(game, view, ply) {
    const seat = game.state[this.side];
    const name = playerName(game.state, this.side);
    const isTurn = view.side === this.side && game.state.phase === "running";
    replace(this.name, h("b", name), " ", h("small", seatWord(seat, name, game.mine[this.side])));
    const isThinking = seat.kind !== "person" && ply === game.ply;
    this.pill.hidden = !isTurn;
    this.pill.textContent = t(isThinking ? (game.state.paused ? "play.held" : "play.thinks") : "play.toMove");
    this.element.classList.toggle("turn", isTurn);
    replace(
      this.facts,
      this.board.look
        .facts(view, this.side)
        .filter(({ alarm }) => !alarm)
        .map((one) => fact(one, this.board.painting.pen)),
    );
    this.isTurn = isTurn && ply === game.ply;
    this.limit = seat.limitMs ?? null; // where it is enforced
    this.lastMs = lastTime(game, this.side, ply);
    this.tick(game);
  }

  /** Called a few times a second while a side thinks. */
  tick(game) {
    const isCounting = this.isTurn && !game.state.paused && game.state.phase === "running";
    const ms = isCounting ? performance.now() - game.askedAt : this.lastMs;
    this.time.textContent = ms === null ? "" : isCounting ? clock(ms) : duration(ms);
    this.time.title = isCounting ? t("play.sinceAsked") : t("play.lastMove");
    this.bar.hidden = !this.limit;
    if (!this.limit) return;
    const share = Math.min(1, (isCounting ? ms : 0) / this.limit);
    this.bar.querySelector("i").style.setProperty("width", `${Math.round(share * 100)}%`);
    this.bar.className = `strip-bar ${share >= 1 ? "late" : share > 0.75 ? "soon" : ""}`;
    this.bar.title = t("play.limit", { limit: duration(this.limit) });
  }
}

/** Terms are left out of the way to the board with Tab. */
const labelOf = ({ label, term }) => (term ? explained(label, term, { tabindex: "-1" }) : h("span", label));

/**
 * A fact may bring a meter [value, of], little signs (`pips`), a picture of its own, or the term that explains its
 * label.
 */
const fact = ({ label, term, value, title, meter, pips, picture, warn }, pen) =>
  h(
    "li",
    { title: term ? null : (title ?? null), class: warn ? "strip-warn" : null },
    labelOf({ label, term }),
    " ",
    h("b", { title: term ? (title ?? null) : null }, typeof value === "number" ? number(value) : value),
    meter && meter[1] > 0 && h("meter", { "min": 0, "max": 1, "value": meter[0] / meter[1], "aria-hidden": "true" }),
    typeof pips === "string" && h("span.strip-pips", { "aria-hidden": "true" }, pips),
    picture?.(pen),
  );

/** What the name does not say. */
function seatWord(seat, name, isMine) {
  const word = seat.kind === "person" && isMine ? t("play.you") : t(`seat.${seat.kind}`);
  if (seat.kind === "person") return name === t("play.you") || name === word ? "" : word;
  if (seat.kind === "builtin" && !seat.player) return "";
  if (seat.kind === "builtin") return name.includes(t(`player.${seat.player}`)) ? "" : t(`player.${seat.player}`);
  return name === word ? "" : word;
}

function lastTime(game, side, ply) {
  for (let i = ply; i > 0; i--) if (game.viewOf(i - 1).side === side) return game.state.plies[i - 1].ms ?? null;
  return null;
}
