// Who plays in a test: a built-in player, a registered bot, or a program by its command. One list to choose from.
import { h, redraw, replace } from "../ui/dom.mjs";
import { iconButton } from "../ui/icons.mjs";
import { t } from "../i18n.mjs";

const keyOf = ({ kind, spec, bot }) =>
  kind === "builtin" ? `builtin:${spec.split(":")[0]}` : kind === "bot" ? `bot:${bot}` : "command";

/** A short name for a command: the file it is about. */
function nameOf(command) {
  const words = command.split(/\s+/);
  const file = words.filter((word) => !word.startsWith("-") && /[/.]/.test(word)).at(-1) ?? words[0];
  return file.split("/").at(-1);
}

export class WhoForm {
  /** who: as POST /api/tests takes it; name: "A", "B", "B 2" …; onremove: it can be taken away */
  constructor(name, who, players, { onchange, onremove = null }) {
    this.name = name;
    this.side = name.replace(" ", "").toLowerCase();
    this.players = players;
    this.onchange = onchange;
    this.bots = [];
    this.body = h("div.stack.wide");
    this.more = h("div");
    this.element = h(
      "fieldset",
      { class: `card who-form ${this.side}` },
      h("legend", h("i", { class: `swatch ${this.side[0]}` }), name),
      this.body,
      onremove &&
        iconButton("close", t("test.removeOpponent", { name }), onremove, { class: "icon-button remove-opponent" }),
    );
    this.value = who;
  }

  get value() {
    const { key, options, command } = this.now;
    const [kind, name] = key.split(":");
    if (kind === "builtin") return { kind, spec: options.trim() ? `${name}:${options.trim()}` : name };
    if (kind === "command") return { kind, command: command.trim(), name: nameOf(command.trim()) };
    const bot = this.bots.find(({ id }) => String(id) === name);
    return { kind, bot: bot?.id ?? name, name: bot?.name };
  }

  set value(who) {
    this.now = {
      key: keyOf(who),
      options: who.kind === "builtin" ? who.spec.split(":").slice(1).join(":") : "",
      command: who.command ?? "",
    };
    this.draw();
  }

  /** The registered programs of the game chosen. One that does not fit is not kept. */
  offer(bots) {
    this.bots = bots;
    if (this.now.key.startsWith("bot:") && !bots.some((bot) => `bot:${bot.id}` === this.now.key))
      this.now.key = "builtin:mittel";
    redraw(this.body, () => this.draw());
  }

  set(name, value) {
    this.now[name] = value;
    this.onchange();
  }

  draw() {
    const { key } = this.now;
    const option = (value, word) => h("option", { value, selected: value === key }, word);
    const choose = h(
      "select",
      {
        name: `who-${this.side}`,
        onchange: () => {
          this.set("key", choose.value);
          redraw(this.body, () => this.draw());
        },
      },
      h(
        "optgroup",
        { label: t("test.builtin") },
        this.players.map((name) => option(`builtin:${name}`, t(`player.${name}`))),
      ),
      this.bots.length > 0 &&
        h(
          "optgroup",
          { label: t("test.bots") },
          this.bots.map((bot) => option(`bot:${bot.id}`, bot.name)),
        ),
      option("command", t("test.byCommand")),
    );
    choose.value = key;
    replace(
      this.body,
      h("label.field", h("span", t("test.player")), choose),
      key === "command" && this.text("command", t("test.command"), { placeholder: "java -jar player.jar" }),
    );
    replace(
      this.more,
      key.startsWith("builtin:") &&
        this.text("options", t("test.options", { name: this.name }), { placeholder: "nodes=500" }),
    );
  }

  text(name, label, attributes) {
    const problem = h("span.problem", { id: `problem-${this.side}-${name}` });
    const field = h("input", {
      "type": "text",
      ...attributes,
      "name": `${name}-${this.side}`,
      "autocomplete": "off",
      "spellcheck": "false",
      "value": this.now[name],
      "aria-describedby": problem.id,
      "oninput": () => {
        this.set(name, field.value);
        field.removeAttribute("aria-invalid");
        problem.textContent = "";
      },
    });
    return h("label.field", h("span", label), field, problem);
  }

  check() {
    if (this.now.key !== "command" || this.now.command.trim()) return true;
    const field = this.body.querySelector("input");
    field.setAttribute("aria-invalid", "true");
    field.focus();
    this.body.querySelector(".problem").textContent = t("test.noCommand");
    return false;
  }
}
