// „Bot": what programs said and printed, every message to and from them, and how long they took.
import { button, h, redraw, replace, segments } from "./dom.mjs";
import { icon, mark } from "./icons.mjs";
import { timeText } from "./movelist-parts.mjs";
import { copyText } from "./toast.mjs";
import { prettyXml, subjectOf } from "./xmltext.mjs";
import { addTexts, lang, say, sentence, t } from "../i18n.mjs";
import texts from "../i18n/debug.mjs";
import * as settings from "../settings.mjs";
import { playerName } from "../names.mjs";
import { server } from "../net.mjs";
import { linesOf, readLines } from "../play/bot-annotations.mjs";
import { isProgram } from "../play/game.mjs";
import { Protocol } from "../play/protocol.mjs";

addTexts(texts);

const SHOWN = 120; // messages at a time
const TABS = ["output", "xml", "times"];
const ARROWS = { in: "→", out: "←", says: "›", note: "!" };

export class BotLog {
  /** run: {step, pause(paused, {unlimited})}; onannotations: what is to be drawn has changed */
  constructor(game, viewer, run, onannotations) {
    this.game = game;
    this.viewer = viewer;
    this.run = run;
    this.protocol = new Protocol(game.state, () => {
      onannotations();
      this.draw();
    });
    this.tab = "output";
    this.onlyThis = true;
    this.filter = "";
    this.side = this.protocol.sides[0] ?? "red";
    this.body = h("div.botlog-body");
    this.modes = h("div.row.tight");
    this.element = h(
      "details.botlog",
      { hidden: true, ontoggle: () => this.open() },
      h("summary", t("log.title")),
      h(
        "div.stack.botlog-head",
        this.modes,
        segments(
          "botlog-tab",
          TABS,
          this.tab,
          (tab) => t(`log.tab.${tab}`),
          (tab) => this.choose({ tab }),
          { "role": "radiogroup", "aria-label": t("log.title") },
        ),
      ),
      this.body,
    );
    this.protocol.update();
  }

  open() {
    if (!this.element.open) return;
    this.draw();
    this.protocol.want(this.game.isOver).then(() => this.draw());
  }

  /** Somebody was sent here. */
  reveal() {
    this.element.open = true;
    this.element.querySelector("summary").focus();
    this.element.scrollIntoView({ block: "start" });
  }

  choose(wish) {
    Object.assign(this, wish);
    redraw(this.body, () => this.draw());
  }

  /** Called with every change of the game or of the ply looked at. */
  show(ply) {
    const { red, blue, plies, phase, paused } = this.game.state;
    const now = JSON.stringify([ply, plies.length, plies[ply - 1]?.hint, red.says, blue.says, phase, paused]);
    if (now === this.shown) return;
    this.shown = now;
    this.ply = ply;
    const isThere = [red, blue].some((seat) => isProgram(seat) || seat.says?.length) || plies.some((one) => one.hint);
    this.element.hidden = !isThere;
    this.protocol.update();
    this.draw();
  }

  /** Everything a bot wants to be drawn at a ply. */
  annotations(ply) {
    if (ply === 0 || !settings.get("annotations")) return [];
    return readLines([...linesOf(this.game.state.plies[ply - 1]?.hint), ...this.protocol.annotations(ply - 1)]).arrows;
  }

  draw() {
    if (!this.element.open || this.element.hidden) return;
    this.drawModes();
    const isReading = this.body.querySelector("[name=log-filter]:focus") !== null;
    if (isReading && this.tab === "xml") return void replace(this.list, this.messages());
    const parts = { output: () => this.output(), xml: () => this.xml(), times: () => this.times() };
    redraw(this.body, () => replace(this.body, parts[this.tab]()));
  }

  // ---- step by step ----

  drawModes() {
    const { phase, paused, limitMs, local } = this.game.state;
    const mayRule = !local && server.hello?.owner && phase === "running";
    const isStepping = paused && !limitMs;
    const now = `${mayRule} ${isStepping}`;
    if (now === this.moded) return;
    this.moded = now;
    replace(
      this.modes,
      mayRule && [
        button(
          () => this.run.pause(!isStepping, { unlimited: !isStepping }),
          { "aria-pressed": isStepping, "title": t("log.stepNote") },
          icon("pause"),
          t("log.stepMode"),
        ),
        isStepping && button(() => this.run.step(), icon("step"), t("play.step")),
      ],
    );
  }

  // ---- what belongs to the ply shown ----

  /** Entries that led to the move shown; at the end of a game also those behind it. */
  belongs({ ply }) {
    return ply === this.ply - 1 || (ply === this.ply && this.viewer.isLive) || (this.ply === 0 && ply === 0);
  }

  entries(side, kinds) {
    return this.protocol.entries[side].filter(
      (entry) => kinds.includes(entry.kind) && (!this.onlyThis || this.belongs(entry)),
    );
  }

  switches(...more) {
    const toggle = (label, checked, onchange) =>
      h(
        "label.switch",
        h("input", {
          type: "checkbox",
          name: `log-${label}`,
          checked,
          onchange: (event) => onchange(event.target.checked),
        }),
        h("span", t(`log.${label}`)),
      );
    return h(
      "div.row",
      toggle("onlyThis", this.onlyThis, (onlyThis) => this.choose({ onlyThis })),
      toggle("annotations", settings.get("annotations"), (on) => settings.set("annotations", on)),
      more,
    );
  }

  // ---- output ----

  output() {
    const { plies } = this.game.state;
    const hints = this.onlyThis ? linesOf(plies[this.ply - 1]?.hint) : plies.flatMap((ply) => linesOf(ply.hint));
    const found = readLines(hints);
    const sides = ["red", "blue"].map((side) => this.said(side)).filter(Boolean);
    return [
      this.switches(),
      found.values.length > 0 &&
        h(
          "table",
          found.values.map(([key, value]) => h("tr", h("th", { scope: "row" }, key), h("td", value))),
        ),
      found.texts.map((text) => h("p", text)),
      sides,
      !hints.length && !sides.length && h("p.muted", t("log.nothing")),
    ];
  }

  /** The lines of one program: by ply where the protocol has them, else the last ones. */
  said(side) {
    const seat = this.game.state[side];
    const lines =
      this.protocol.isKept && this.protocol.sides.includes(side)
        ? this.entries(side, ["says", "note"]).map((entry) => (entry.note ? `[${say(entry.note)}]` : entry.text))
        : (seat.says ?? []);
    if (!lines.length) return null;
    return [
      h("h3", mark(side), t("log.stderr", { name: playerName(this.game.state, side) })),
      h("pre", { tabindex: "0" }, lines.join("\n")),
    ];
  }

  // ---- messages ----

  xml() {
    if (!this.protocol.isThere) return h("p.muted", t("log.noXml"));
    const field = h("input", {
      "type": "search",
      "name": "log-filter",
      "placeholder": t("log.filter"),
      "aria-label": t("log.filter"),
      "value": this.filter,
      "oninput": () => {
        this.filter = field.value;
        replace(this.list, this.messages());
      },
    });
    this.list = h("div.botlog-messages", this.messages());
    return [
      this.switches(),
      this.protocol.sides.length > 1 &&
        segments(
          "log-side",
          this.protocol.sides,
          this.side,
          (side) => t(`side.${side}`),
          (side) => this.choose({ side }),
        ),
      h(
        "div.inline",
        field,
        button(() => copyText(this.copied()), icon("copy"), t("copy")),
      ),
      this.list,
    ];
  }

  chosen() {
    const wanted = this.filter.toLowerCase();
    return this.entries(this.side, ["in", "out", "note"]).filter(
      (entry) => !wanted || `${entry.text ?? say(entry.note)}${entry.bad ?? ""}`.toLowerCase().includes(wanted),
    );
  }

  messages() {
    const chosen = this.chosen();
    if (!chosen.length) return h("p.muted", t(this.protocol.isKept ? "log.noMessages" : "log.notKept"));
    return [
      chosen.length > SHOWN && h("p.muted", t("log.older", { n: chosen.length - SHOWN })),
      chosen.slice(-SHOWN).map((entry) => this.message(entry)),
    ];
  }

  message(entry) {
    const time = new Date(entry.atMs).toLocaleTimeString(lang(), {
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      fractionalSecondDigits: 3,
    });
    const head = h(
      "p.botlog-message-head",
      h("b", `${ARROWS[entry.kind]} ${t(`log.kind.${entry.kind}`)}`),
      entry.kind !== "note" && h("code", subjectOf(entry.text)),
      h("small", `${t("log.move", { n: entry.ply + 1 })} · ${time}`),
    );
    return h(
      "section",
      { class: `botlog-message ${entry.kind}` },
      head,
      entry.note ? h("p.fault", sentence(say(entry.note))) : bodyOf(entry),
    );
  }

  copied() {
    return this.chosen()
      .map(
        (entry) =>
          `${ARROWS[entry.kind]} ${new Date(entry.atMs).toISOString()} ${t("log.move", { n: entry.ply + 1 })}\n` +
          (entry.note ? say(entry.note) : `${entry.text}${entry.bad ?? ""}`.trim()),
      )
      .join("\n\n");
  }

  // ---- times ----

  times() {
    const { plies, limitMs } = this.game.state;
    const known = plies
      .map((ply, i) => ({ ms: ply.ms, lag: ply.lag, ply: i + 1, side: this.game.viewOf(i).side }))
      .filter((one) => one.ms !== null);
    if (!known.length) return h("p.muted", t("play.noMoves"));
    const most = Math.max(1, limitMs ?? 0, ...known.map((one) => one.ms));
    return h(
      "ol.botlog-times",
      known.map(({ ms, lag, ply, side }) =>
        h(
          "li",
          button(
            () => this.viewer.go(ply),
            { "aria-current": ply === this.ply ? "true" : null },
            h("span.botlog-number", String(ply)),
            mark(side),
            h("span.sr-only", t(`side.${side}`)),
            h(
              "span",
              { class: `botlog-timebar ${limitMs && ms > limitMs ? "late" : ""}` },
              h("i", { style: { width: `${Math.max(0.5, (100 * ms) / most)}%` } }),
            ),
            h("span.botlog-ms", timeText({ ms, lag })),
          ),
        ),
      ),
    );
  }

  close() {
    this.protocol.close();
  }
}

/** The bytes, and where they stop making sense. */
function bodyOf({ text, bad, leftOut }) {
  const isBroken = bad !== undefined;
  return h(
    "pre",
    { tabindex: "0" },
    isBroken ? text : prettyXml(text),
    isBroken && h("mark.botlog-bad", { title: t("log.bad") }, bad || "⌁"),
    leftOut > 0 && h("small", `\n${t("log.leftOut", { n: leftOut })}`),
  );
}
