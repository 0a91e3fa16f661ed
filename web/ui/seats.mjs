// Before a game begins: which seats are taken, since when the others are waited for, and the ways out.
import { button, h, replace } from "./dom.mjs";
import { icon, iconButton, mark } from "./icons.mjs";
import { copyText } from "./toast.mjs";
import { faultBox } from "./fault.mjs";
import { server } from "../net.mjs";
import { lang, t } from "../i18n.mjs";
import { playerName } from "../names.mjs";

/** The command that lets a program join. */
function commandLines(game, port, reservation) {
  const where = `--host 127.0.0.1 --port ${port}${reservation ? ` --reservation ${reservation}` : ""}`;
  return [
    ["Java", `java -jar player.jar ${where}`],
    ["Python", `python3 main.py ${where}`],
    ["Rust / C++", `./player ${where}`],
    ["Kielwasser", `kielwasser client --game ${game} --player leicht ${where}`],
  ];
}

/** @param {string[]} command */
const copyLine = ([language, line]) =>
  h(
    "div.seats-command",
    h("span", language),
    h("code", { tabindex: "0" }, line),
    iconButton("copy", `${t("copy")}: ${language}`, () => copyText(line)),
  );

export class Seats {
  /** `seat(side, kind)` gives an empty seat to another player; `abort` ends the waiting. */
  constructor({ seat, abort }) {
    this.give = seat;
    this.clock = h("span.muted");
    this.body = h("div");
    this.element = h(
      "section.seats.card",
      { hidden: true },
      h("h2", t("seat.waiting"), " ", this.clock),
      this.body,
      h("div.row", button(abort, icon("close"), t("play.abort"))),
    );
    this.since = Date.now();
    this.drawn = "";
  }

  show(game) {
    const { state } = game;
    this.element.hidden = state.phase !== "waiting";
    if (this.element.hidden) return;
    this.tick();
    const now = JSON.stringify([state.phase, state.red, state.blue]);
    if (now === this.drawn) return;
    this.drawn = now;
    replace(
      this.body,
      ["red", "blue"].map((side) => this.seat(state, side)),
    );
  }

  tick() {
    const seconds = Math.floor((Date.now() - this.since) / 1000);
    this.clock.textContent = t("seat.since", { seconds });
  }

  seat(state, side) {
    const seat = state[side];
    const isOpen = seat.state === "empty" || seat.state === "starting" || seat.state === "gone";
    const port = state.port ?? server.hello?.port ?? 13050;
    return h(
      "div",
      { class: seat.state === "ready" ? "seat ready" : "seat" },
      h("p", mark(side), h("b", playerName(state, side)), " ", h("span.pill", this.stateWord(seat, port))),
      seat.kind === "manual" &&
        isOpen && [
          seat.reservation && copyLine([t("seat.reservation"), seat.reservation]),
          commandLines(state.game, port, seat.reservation).map(copyLine),
        ],
      this.fault(state, side),
      seat.says?.length > 0 && h("pre", { tabindex: "0" }, seat.says.slice(-20).join("\n")),
      isOpen &&
        state.phase === "waiting" &&
        seat.kind !== "person" &&
        h(
          "div.row",
          this.ways(seat).map((kind) => button(() => this.give(side, kind), t(`seat.${kind}Instead`))),
        ),
    );
  }

  /** What keeps a program from sitting down. */
  fault(state, side) {
    const seat = state[side];
    const late = seat.late && { code: "bot_no_join", [lang()]: t("seat.notJoined", { name: seat.name }) };
    const error = (seat.state === "gone" && seat.exit) || late;
    return error && faultBox(error, { bot: seat.name, game: state.game, side, output: seat.says ?? [] });
  }

  /** Who else could sit here: the same program started anew, one that is started by hand, a built-in one. */
  ways(seat) {
    if (seat.kind !== "bot") return ["builtin"];
    return seat.state === "gone" || seat.late ? ["bot", "manual", "builtin"] : ["builtin"];
  }

  stateWord(seat, port) {
    if (seat.state === "gone") return t(seat.exit ? "seat.ended" : "seat.gone");
    if (seat.state === "starting") return seat.pid ? t("seat.started", { pid: String(seat.pid) }) : t("seat.starting");
    if (seat.state === "empty")
      return t(seat.kind === "manual" ? "seat.waitsAt" : "seat.empty", { port: String(port) });
    return t("seat.ready");
  }
}
