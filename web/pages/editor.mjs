// „Stellung aufbauen": any position of any game, by hand or as text. What it leads to: playing, analysis, tests.
import { button, h, isTyping, replace } from "../ui/dom.mjs";
import { icon, iconButton, mark } from "../ui/icons.mjs";
import { copyText } from "../ui/toast.mjs";
import { keepButton, keepPosition } from "../ui/saved-positions.mjs";
import { offer } from "../ui/commands.mjs";
import { option, select } from "../ui/form.mjs";
import { addTexts, say, sentence, t } from "../i18n.mjs";
import texts from "../i18n/editor.mjs";
import playTexts from "../i18n/play.mjs";
import pageTexts from "../i18n/pages.mjs";
import * as settings from "../settings.mjs";
import { navigate } from "../router.mjs";
import { FAMILIES, GAMES, familyOf, gameName, seasonOf } from "../games.mjs";
import { loadRules } from "../rules.mjs";
import { server } from "../net.mjs";
import { Board } from "../board/board.mjs";
import { EditedPosition } from "../editor/edited-position.mjs";
import { Tools } from "../editor/tools.mjs";
import { Numbers } from "../editor/numbers.mjs";
import { useStyle } from "../style.mjs";

useStyle("editor");

addTexts(playTexts);
addTexts(pageTexts);
addTexts(texts);

class Editor {
  /** @param {import("../rules.mjs").Rules} rules */
  constructor(element, rules, position) {
    this.rules = rules;
    this.edited = new EditedPosition(rules, rules.setup({}).position);
    const refusal = position ? this.edited.open(position) : null;
    this.edited.past = [];
    this.selected = null;
    this.#draw(element);
    if (refusal) this.#complainText(position, refusal);
    this.edited.addEventListener("change", () => this.#show());
    this.onKey = (event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.offCommands = offer(() => [this.head, this.actions], { game: () => rules.name });
    this.#show();
    if (refusal) this.#complainText(position, refusal);
  }

  #draw(element) {
    const host = h("div.board-host");
    this.board = new Board(host, { game: this.rules.name, coordinates: settings.get("coordinates"), speed: 0 });
    this.board.set({ overlays: [] });
    this.board.show(this.edited.view);
    for (const [name, run] of /** @type {[string, (detail: any) => void][]} */ ([
      ["press", ({ field }) => field !== null && this.#press(field)],
      ["drop", ({ from, field }) => this.#moveTo(from, field)],
      ["menu", ({ field }) => field !== null && this.#do(`take ${field}`)],
    ]))
      this.board.hear(name, run);
    this.tools = new Tools(this.edited, this.board, () => this.#select(null));
    this.numbers = new Numbers(this.edited);
    this.state = h("p.editor-state", { role: "status" });
    this.undo = iconButton("undo", t("edit.undo"), () => this.edited.undo());
    this.redo = iconButton("undo", t("edit.redo"), () => this.edited.redo(), { class: "icon-button editor-redo" });
    this.reveal = button(() => this.edited.open(this.edited.revealed), { hidden: true }, t("edit.reveal"));
    this.head = h("div.editor-head", h("h1", t("title.editor")), this.#games(), this.undo, this.redo);
    this.#drawText();
    this.actions = this.#actions();
    replace(
      element,
      this.head,
      h(
        "div",
        { class: `editor-layout ${familyOf(this.rules.name)}` },
        h("div.editor-board", host, this.#foot()),
        h(
          "div.editor-side-column",
          this.tools.element,
          this.numbers.element,
          this.textBox,
          h("p.editor-keys", t("edit.keys")),
        ),
      ),
      this.actions,
    );
  }

  #foot() {
    return h(
      "div.editor-foot",
      this.state,
      this.reveal,
      button(() => this.edited.open(this.rules.setup({}).position), t("edit.fresh")),
      button(() => this.edited.clear(), t("edit.clear")),
    );
  }

  #games() {
    const seasons = GAMES.map((game) => option(game, gameName(game), this.rules.name));
    return select((game) => navigate(`/editor?spiel=${game}`), { "aria-label": t("edit.game") }, ...seasons);
  }

  #drawText() {
    this.text = h("textarea", {
      "id": "edit-text",
      "rows": 3,
      "spellcheck": "false",
      "autocapitalize": "off",
      "aria-describedby": "edit-text-problem",
      "oninput": () => this.#readText(),
    });
    this.textProblem = h("p.editor-problem", { id: "edit-text-problem", role: "alert" });
    this.textBox = h(
      "div.editor-text",
      h("label", { for: "edit-text", title: t("edit.textHelp") }, t("edit.text")),
      iconButton("copy", t("copy"), () => copyText(this.edited.position, t("edit.copied"))),
      this.text,
      this.textProblem,
    );
  }

  #actions() {
    const to = (path, more = {}) => {
      const query = new URLSearchParams({ spiel: this.rules.name, stellung: this.edited.position, ...more });
      return navigate(`${path}?${query}`);
    };
    const keep = () =>
      keepPosition({ game: this.rules.name, position: this.edited.position, names: [], ply: this.edited.view.turn });
    this.playButton = button(
      () => to("/neu", { regeln: this.edited.view.rules }),
      { class: "primary" },
      icon("play"),
      t("edit.play"),
    );
    this.testButton = server.hello?.owner && button(() => to("/test"), icon("scales"), t("edit.test"));
    this.keep = keep;
    return h(
      "div.editor-actions",
      this.playButton,
      button(() => to("/analyse"), icon("chart"), t("edit.analyse")),
      keepButton(keep),
      this.testButton,
    );
  }

  // ---- what is shown ----

  #show() {
    const { edited, board } = this;
    const { view } = edited;
    this.selected = null;
    board.show(view);
    board.camera?.fit(board.layout.box); // all of it: what is far away can be changed, too
    this.#hints();
    this.tools.show();
    this.numbers.show();
    if (document.activeElement !== this.text) this.text.value = edited.position;
    this.textProblem.textContent = "";
    this.text.removeAttribute("aria-invalid");
    this.undo.disabled = edited.past.length === 0;
    this.redo.disabled = edited.future.length === 0;
    const { obstacle } = edited;
    this.reveal.hidden = edited.revealed === edited.position;
    this.playButton.disabled = Boolean(view.over ?? obstacle);
    if (this.testButton) this.testButton.disabled = this.playButton.disabled;
    replace(this.state, ...this.#stateOf(view, obstacle));
    const query = new URLSearchParams({ spiel: this.rules.name, stellung: edited.position });
    history.replaceState(history.state, "", `/editor?${query}`);
  }

  /** @param {View} view @param {Refusal | null} obstacle */
  #stateOf(view, obstacle) {
    if (view.over) return [t("edit.over", { why: sentence(say(view.over.say)) })];
    const turn = t("edit.toMove", { side: t(`side.${view.side}`) });
    return [mark(view.side), turn, ...(obstacle ? [" ", t("edit.notReady", { why: say(obstacle) })] : [])];
  }

  #hints() {
    const isMoving = this.tools.chosen === "move";
    const movable = isMoving ? [...new Set(this.edited.view.pieces.map(({ at }) => at))] : [];
    this.board.hints({ movable, outlined: false, selected: this.selected });
  }

  #select(field) {
    this.selected = field;
    this.#hints();
  }

  // ---- what a click does ----

  #do(words) {
    const refusal = this.edited.change(words);
    if (refusal) this.board.complain(refusal);
    return !refusal;
  }

  #press(field) {
    const { chosen } = this.tools;
    if (chosen !== "move")
      return void this.#do(this.tools.piece ? chosen.replace("put", `put ${field}`) : `${chosen} ${field}`);
    if (this.selected === field) return this.#select(null);
    if (this.selected !== null) return this.#moveTo(this.selected, field);
    const isThere = this.edited.view.pieces.some(({ at }) => at === field) || this.edited.can(`take ${field}`);
    return isThere ? this.#select(field) : undefined;
  }

  /** What is dropped beside the board stays where it was. */
  #moveTo(from, to) {
    this.#select(null);
    if (to === null || to === from) return;
    this.board.dropped = { from, to };
    if (!this.#do(`move ${from} ${to}`)) this.board.dropped = null;
  }

  // ---- text ----

  #readText() {
    const refusal = this.edited.open(this.text.value.trim());
    if (refusal) this.#complainText(this.text.value, refusal);
  }

  #complainText(text, refusal) {
    this.text.value = text;
    this.text.setAttribute("aria-invalid", "true");
    this.textProblem.textContent = sentence(say(refusal));
  }

  // ---- keys ----

  #key(event) {
    if (isTyping(event) || document.querySelector("dialog[open]")) return;
    const field = event.target.closest?.("[data-field]")?.dataset.field;
    const letter = event.key.toLowerCase();
    const runs =
      event.ctrlKey || event.metaKey
        ? { z: () => (event.shiftKey ? this.edited.redo() : this.edited.undo()), y: () => this.edited.redo() }
        : {
            v: this.keep,
            f: () => this.board.set({ flipped: !this.board.painting.options.flipped }),
            escape: () => (this.selected === null ? this.tools.choose("move") : this.#select(null)),
            ...(field && { delete: () => this.#do(`take ${field}`), backspace: () => this.#do(`take ${field}`) }),
            ...(/^[1-9]$/.test(letter) && { [letter]: () => this.tools.chooseNumber(Number(letter) - 1) }),
          };
    if (!runs[letter] || event.altKey) return;
    event.preventDefault();
    runs[letter]();
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
    this.offCommands();
    this.board.destroy();
  }
}

export async function mount(element, { query }) {
  const wanted = query.get("spiel");
  const game = GAMES.includes(wanted) ? wanted : seasonOf(FAMILIES[0]);
  const editor = new Editor(element, await loadRules(game), query.get("stellung"));
  return () => editor.leave();
}
