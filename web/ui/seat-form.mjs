// Which player sits on one side: a person, a built-in player, a registered bot, a program by its command, or one that
// is started by hand. One list to choose from.
import { h, redraw, replace } from "./dom.mjs";
import { Fields, option, optionGroup, select } from "./form.mjs";
import { t } from "../i18n.mjs";
import { isOnline, server } from "../net.mjs";

const NAME_BYTES = 63;

/** A seat as an entry of the list: "person", "builtin:mittel", "bot:7", "command", "manual". */
const keyOf = ({ kind, player, bot }) =>
  kind === "builtin" ? `builtin:${player}` : kind === "bot" && bot ? `bot:${bot}` : kind === "bot" ? "command" : kind;

/** Built-in players and the bots that fit, as every list of players has them; each as {value, word}. */
export const programOptions = (players, bots, chosen) =>
  [
    [t("seat.builtin"), players],
    [t("seat.bots"), bots],
  ].map(([title, entries]) =>
    optionGroup(
      title,
      entries.map(({ value, word }) => option(value, word, chosen)),
    ),
  );

/**
 * @typedef {{kind: SeatKind | "command" | "friend", player?: string, bot?: any, command?: string, args?: string,
 *   name?: string, options?: string}} ChosenSeat
 */

export class SeatForm extends Fields {
  /**
   * @param {string} id  red, blue, a, b, b2 …
   * @param {ChosenSeat} seat
   * @param {{legend: Child, players: string[], onchange: () => void, isForTest?: boolean, remove?: Child,
   *   mayInvite?: boolean}} options
   *   in a test no person plays, and built-in players may have limits of their own
   */
  constructor(id, seat, { legend, players, onchange, isForTest = false, remove = null, mayInvite = false }) {
    const body = h("div.stack.stretch");
    super(h("fieldset", { class: `card seat-form ${id}` }, h("legend", legend), body, remove), `seat-${id}`);
    this.players = players;
    this.save = onchange;
    this.isForTest = isForTest;
    this.mayInvite = mayInvite;
    this.body = body;
    this.limits = h("div"); // a test shows them elsewhere
    this.value = seat;
  }

  /** @returns {ChosenSeat} */
  get value() {
    const { key, name, command, args, options } = this.form;
    const [kind, which] = key.split(":");
    const own = {
      builtin: { player: which, options: options.trim() },
      bot: { bot: this.bots.find((bot) => String(bot.id) === which)?.id ?? which },
      command: { command: command.trim(), args },
    };
    return { kind, name: name.trim(), ...own[kind] };
  }

  set value({ name = "", command = "", args = "", options = "", ...seat }) {
    this.form = { key: keyOf({ player: "leicht", bot: null, ...seat }), name, command, args, options };
    this.draw();
  }

  /** The registered programs of the game chosen. One that does not fit is not kept. */
  offer(bots) {
    this.bots = bots;
    if (this.form.key.startsWith("bot:") && !bots.some((bot) => `bot:${bot.id}` === this.form.key))
      this.form.key = "builtin:mittel";
    redraw(this.body, () => this.draw());
  }

  /** A closed list shows no title of a group, so beside people a level says that it is a bot's. */
  wordOf(level) {
    return this.isForTest ? level : t("name.bot", { level });
  }

  /** The name of a seat that gets none. */
  get suggested() {
    const [kind, which] = this.form.key.split(":");
    if (kind === "person") return t("seat.person");
    if (kind === "friend") return t("invite.friendName");
    if (kind === "builtin") return this.wordOf(t(`player.${which}`));
    return this.bots.find(({ id }) => String(id) === which)?.name ?? t("name.program");
  }

  draw() {
    const { key } = this.form;
    const isOwner = isOnline() && server.hello.owner;
    const own = (value) => option(value, t(`seat.${value}`), key);
    const choose = (value) => {
      this.set("key", value);
      redraw(this.body, () => this.draw());
    };
    const list = select(
      choose,
      { id: `${this.id}-key`, name: this.id },
      !this.isForTest && own("person"),
      !this.isForTest && this.mayInvite && own("friend"),
      programOptions(
        this.players.map((name) => ({ value: `builtin:${name}`, word: this.wordOf(t(`player.${name}`)) })),
        this.bots.map(({ id, name }) => ({ value: `bot:${id}`, word: name })),
        key,
      ),
      isOwner && own("command"),
      isOwner && !this.isForTest && own("manual"),
    );
    list.value = key;
    const typed = { spellcheck: "false", placeholder: "java -jar player.jar" };
    replace(
      this.body,
      h("div.field", h("label.legend", { for: list.id }, t("seat.player")), list),
      key === "command" && this.field("command", t("seat.file"), typed),
      key === "command" && !this.isForTest && this.field("args", t("new.args"), { spellcheck: "false" }),
      key === "manual" && h("p.note", t("new.manualNote")),
      key === "friend" && h("p.note", t("invite.friendNote")),
      !this.isForTest && this.field("name", t("new.name"), { maxlength: 40, placeholder: this.suggested }),
    );
    const limits = { spellcheck: "false", placeholder: "nodes=500" };
    const title = t("test.options", { name: this.id.slice(5).toUpperCase() });
    replace(this.limits, this.isForTest && key.startsWith("builtin:") && this.field("options", title, limits));
  }

  faults() {
    const { key, name, command } = this.form;
    if (new TextEncoder().encode(name).length > NAME_BYTES) return [["name", t("new.longName")]];
    return key === "command" && !command.trim() ? [["command", t("seat.noCommand")]] : [];
  }
}
