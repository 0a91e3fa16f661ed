// The form for a new bot, or for a new version of one: a file of this computer, or one that is uploaded.
import { button, h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { Form, dropTarget, filePicker, option, select } from "../ui/form.mjs";
import { faultBox } from "../ui/fault.mjs";
import { t } from "../i18n.mjs";
import { api } from "../net.mjs";
import { FAMILIES, GAMES, gameName, seasonOf } from "../games.mjs";

const LARGEST = 200e6; // bytes that the server takes

const languageWord = (language) => (language ? t(`bots.language.${language}`) : "");

export class BotForm extends Form {
  /** `bot`: a new version of it; null: a new bot. `done(bot)` with what the server made of it, or null. */
  constructor(bot, done) {
    super("form.card.stack.stretch.bot-form", "bot", t(bot ? "bots.submitVersion" : "bots.submit"), {
      "aria-labelledby": "bot-form-title",
      ...dropTarget((file) => this.form.from === "upload" && this.take(file)),
    });
    this.bot = bot;
    this.done = done;
    this.form = { from: "upload", game: seasonOf(FAMILIES[0]) };
    this.upload = null;
    this.source = h("div.stack.stretch");
    const word = (value) => t(`bots.from.${value}`);
    replace(
      this.element,
      h("h2", { id: "bot-form-title" }, bot ? t("bots.newVersionOf", { name: bot.name }) : t("bots.add")),
      this.choice("from", t("bots.from"), ["upload", "command"], word, this.changeSource),
      this.source,
      h(
        "div.bot-fields",
        !bot && [this.field("name", t("bots.name"), { maxlength: 60 }), this.gameField()],
        this.field("note", t("bots.note"), { maxlength: 200, placeholder: t("bots.notePlaceholder") }),
      ),
      h(
        "div.row",
        this.button,
        button(() => done(null), t("bots.cancel")),
      ),
      this.problem,
    );
    this.drawSource();
  }

  gameField() {
    const games = [...GAMES.map((game) => [game, gameName(game)]), ["", t("bots.anyGame")]];
    return this.list("game", t("bots.game"), games);
  }

  /** One of [value, word] pairs. */
  list(name, label, pairs) {
    const options = pairs.map(([value, word]) => option(value, word, this.form[name]));
    return h(
      "label.field",
      h("span", label),
      select((value) => this.set(name, value), { name }, ...options),
    );
  }

  value(name) {
    return this.form[name]?.trim() ?? "";
  }

  changeSource() {
    this.problem.textContent = "";
    this.drawSource();
  }

  drawSource() {
    if (this.form.from === "command") {
      const typed = { spellcheck: "false", placeholder: "/home/…/player.jar" };
      replace(
        this.source,
        this.field("command", t("bots.command"), typed, { note: t("bots.commandHint") }),
        this.field("folder", t("bots.folder"), { spellcheck: "false" }, { note: t("bots.folderHint") }),
      );
      return;
    }
    const input = filePicker((file) => this.take(file));
    const label = [icon("drop"), h("b", t("bots.choose")), h("small", t("bots.chooseHint"))];
    replace(
      this.source,
      h(
        "div",
        button(() => input.click(), { class: "drop", id: "bot-file" }, label),
        input,
        h("span.problem", { id: "problem-bot-file" }),
      ),
      this.upload && this.chosen(),
    );
  }

  /** What was found in the upload, and what is to be started. */
  chosen() {
    const { name, files, main, count } = this.upload;
    const programs = files.filter((file) => file.program);
    const offered = programs.length ? programs : files;
    const title = ({ path, language }) => [path, languageWord(language)].filter(Boolean).join(" – ");
    this.form.main = offered.some(({ path }) => path === main) ? main : offered[0]?.path;
    return [
      h("p.note", { role: "status" }, icon("check"), " ", t("bots.uploaded", { name, n: count })),
      this.list(
        "main",
        t("bots.main"),
        offered.map((file) => [file.path, title(file)]),
      ),
      this.field("args", t("bots.args"), { spellcheck: "false" }, { note: t("bots.argsHint") }),
    ];
  }

  /** What would only break the connection is refused here. */
  async refusal(file) {
    if (file.size > LARGEST) return t("bots.large", { name: file.name });
    return file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => null,
        () => t("bots.unreadable", { name: file.name }),
      );
  }

  async take(file) {
    const refusal = await this.refusal(file);
    this.problem.textContent = refusal ?? "";
    if (refusal) return;
    this.upload = null;
    this.button.disabled = true;
    replace(this.source, h("p.note", { role: "status" }, t("bots.uploading", { name: file.name })));
    try {
      this.upload = await api("POST", `/api/uploads?name=${encodeURIComponent(file.name)}`, file);
      const field = this.element.querySelector("#bot-name");
      if (field && !field.value) field.value = this.form.name = file.name.replace(/(\.tar)?\.\w+$/, "").slice(0, 40);
    } catch (error) {
      replace(this.problem, faultBox(error, { file: file.name, bytes: file.size }));
    }
    this.button.disabled = false;
    this.drawSource();
    this.source.querySelector(this.upload ? "select" : "button")?.focus({ preventScroll: !this.upload });
    if (!this.upload) this.problem.scrollIntoView({ block: "nearest" });
  }

  faults() {
    const { from } = this.form;
    return [
      from === "upload" && !this.upload && ["file", t("bots.needUpload")],
      from === "command" && !this.value("command") && ["command", t("bots.needCommand")],
      !this.bot && !this.value("name") && ["name", t("bots.needName")],
    ].filter(Boolean);
  }

  about() {
    const program =
      this.form.from === "upload"
        ? { upload: this.upload.upload, main: this.value("main"), args: this.value("args") }
        : { command: this.value("command"), folder: this.value("folder") };
    const own = this.bot ? {} : { name: this.value("name"), game: this.form.game };
    return { ...own, ...program, note: this.value("note") };
  }

  async send() {
    this.done(await api("POST", this.bot ? `/api/bots/${this.bot.id}/versions` : "/api/bots", this.about()));
  }
}
