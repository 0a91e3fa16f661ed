// One side of the form for a new game: who sits here, at which level, under which name.
import { h, redraw, replace, segments } from "./dom.mjs";
import { mark } from "./icons.mjs";
import { t } from "../i18n.mjs";
import { server } from "../net.mjs";

const KINDS = ["person", "builtin", "bot", "manual"];
const NAME_BYTES = 63;

export class SeatForm {
  /** `players`: names of the built-in ones */
  constructor(side, seat, players, onchange) {
    this.side = side;
    this.players = players;
    this.seat = { player: "leicht", name: "", ...seat };
    this.onchange = onchange;
    this.bots = [];
    this.body = h("div.stack", { style: { "justify-items": "stretch" } });
    this.element = h(
      "fieldset",
      { class: `card side-form ${side}` },
      h("legend", mark(side), t(`side.${side}`)),
      this.body,
    );
    this.draw();
  }

  /** A Seat as POST /api/games takes it. */
  get value() {
    const { kind, name, player, bot, command, args } = this.seat;
    const own = { person: {}, builtin: { player }, bot: bot ? { bot } : { command, args }, manual: {} };
    return { kind, name: name?.trim() ?? "", ...own[kind] };
  }

  set value(seat) {
    this.seat = { player: "leicht", name: "", ...seat };
    this.draw();
  }

  /** The registered programs of the game chosen. */
  offer(bots) {
    this.bots = bots;
    if (this.seat.kind === "bot") this.draw();
  }

  set(name, value) {
    this.seat[name] = value;
    this.onchange();
  }

  draw() {
    const { seat } = this;
    const needsServer = server.state !== "online";
    const kind = h(
      "select",
      {
        name: `kind-${this.side}`,
        onchange: () => {
          this.set("kind", kind.value);
          redraw(this.body, () => this.draw());
        },
      },
      KINDS.map((value) =>
        h(
          "option",
          { value, selected: value === seat.kind, disabled: needsServer && (value === "bot" || value === "manual") },
          t(`seat.${value}`),
        ),
      ),
    );
    kind.value = seat.kind;
    const parts = {
      person: () => null,
      builtin: () => this.levels(),
      bot: () => this.program(),
      manual: () => h("p.note", t("new.manualNote")),
    };
    replace(
      this.body,
      h("label.field", h("span", t("new.who")), kind),
      parts[seat.kind](),
      this.text("name", t("new.name"), { maxlength: 40, placeholder: t("new.namePlaceholder") }),
    );
  }

  levels() {
    return segments(
      `level-${this.side}`,
      this.players,
      this.seat.player,
      (player) => t(`player.${player}`),
      (player) => this.set("player", player),
      { "role": "radiogroup", "aria-label": t("new.level") },
    );
  }

  program() {
    const choose = h(
      "select",
      {
        name: `bot-${this.side}`,
        onchange: () => {
          this.set("bot", choose.value || null);
          redraw(this.body, () => this.draw());
        },
      },
      h("option", { value: "" }, t("new.byPath")),
      this.bots.map((bot) => h("option", { value: bot.id, selected: bot.id === this.seat.bot }, bot.name)),
    );
    return [
      this.bots.length > 0 && h("label.field", h("span", t("new.program")), choose),
      !this.seat.bot &&
        this.text("command", t("new.command"), { placeholder: "/home/…/player.jar", spellcheck: "false" }),
      !this.seat.bot && this.text("args", t("new.args"), { spellcheck: "false" }),
    ];
  }

  text(name, label, attributes) {
    const problem = h("span.problem", { id: `problem-${this.side}-${name}` });
    const field = h("input", {
      "type": "text",
      ...attributes,
      "autocomplete": "off",
      "value": this.seat[name] ?? "",
      "aria-describedby": problem.id,
      "dataset": { name },
      "oninput": () => {
        this.set(name, field.value);
        field.removeAttribute("aria-invalid");
        problem.textContent = "";
      },
    });
    return h("label.field", h("span", label), field, problem);
  }

  check() {
    const { kind, name, command, bot } = this.seat;
    if (new TextEncoder().encode(name ?? "").length > NAME_BYTES) return this.complain("name", t("new.longName"));
    if (kind === "bot" && !bot && !command?.trim()) return this.complain("command", t("new.noCommand"));
    return true;
  }

  complain(name, text) {
    const field = this.body.querySelector(`[data-name=${name}]`);
    field.setAttribute("aria-invalid", "true");
    field.focus();
    this.body.querySelector(`#problem-${this.side}-${name}`).textContent = text;
    return false;
  }
}
