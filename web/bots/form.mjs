// The form for a new bot, or for a new version of one: a file of this computer, or one that is uploaded.
import { button, h, replace, segments } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { faultBox } from "../ui/fault.mjs";
import { t } from "../i18n.mjs";
import { api } from "../net.mjs";
import { GAMES } from "../rules.mjs";

const LARGEST = 200e6; // bytes that the server takes

const languageWord = (language) => (language ? t(`bots.language.${language}`) : "");

export class BotForm {
  /** `bot`: a new version of it; null: a new bot. `done(bot)` with what the server made of it, or null. */
  constructor(bot, done) {
    this.bot = bot;
    this.done = done;
    this.from = "upload";
    this.upload = null;
    this.source = h("div.stack.stretch");
    this.problem = h("div.problem", { role: "alert" });
    this.submit = h("button.primary", { type: "submit" }, t(bot ? "bots.submitVersion" : "bots.submit"));
    this.element = h(
      "form.card.stack.stretch.bot-form",
      {
        "novalidate": true,
        "aria-labelledby": "bot-form-title",
        "onsubmit": (event) => {
          event.preventDefault();
          this.send();
        },
        "ondragover": (event) => event.preventDefault(),
        "ondrop": (event) => {
          event.preventDefault();
          if (this.from === "upload" && event.dataTransfer.files.length) this.take(event.dataTransfer.files[0]);
        },
      },
      h("h2", { id: "bot-form-title" }, bot ? t("bots.newVersionOf", { name: bot.name }) : t("bots.add")),
      h(
        "fieldset",
        h("legend", t("bots.from")),
        segments(
          "from",
          ["upload", "command"],
          this.from,
          (value) => t(`bots.from.${value}`),
          (value) => this.choose(value),
        ),
      ),
      this.source,
      h(
        "div.bot-fields",
        !bot && [this.field("name", t("bots.name"), { maxlength: 60 }), this.gameField()],
        this.field("note", t("bots.note"), { maxlength: 200, placeholder: t("bots.notePlaceholder") }),
      ),
      h(
        "div.row",
        this.submit,
        button(() => done(null), t("bots.cancel")),
      ),
      this.problem,
    );
    this.drawSource();
  }

  field(name, label, attributes = {}, note = null) {
    return h(
      "label.field",
      h("span", label),
      h("input", {
        type: "text",
        name,
        autocomplete: "off",
        spellcheck: "false",
        ...attributes,
        oninput: (event) => event.target.removeAttribute("aria-invalid"),
      }),
      note && h("small.note", note),
    );
  }

  gameField() {
    return h(
      "label.field",
      h("span", t("bots.game")),
      h(
        "select",
        { name: "game" },
        GAMES.map((game) => h("option", { value: game }, t(`game.${game}`))),
        h("option", { value: "" }, t("bots.anyGame")),
      ),
    );
  }

  value(name) {
    return this.element.elements[name]?.["value"].trim() ?? "";
  }

  choose(from) {
    this.from = from;
    this.problem.textContent = "";
    this.drawSource();
  }

  drawSource() {
    if (this.from === "command") {
      replace(
        this.source,
        this.field("command", t("bots.command"), { placeholder: "/home/…/player.jar" }, t("bots.commandHint")),
        this.field("folder", t("bots.folder"), {}, t("bots.folderHint")),
      );
      return;
    }
    const input = h("input.hidden", {
      "type": "file",
      "tabindex": "-1",
      "aria-hidden": "true",
      "onchange": () => input.files.length && this.take(input.files[0]),
    });
    replace(
      this.source,
      h(
        "div",
        button(
          () => input.click(),
          { class: "drop", name: "file" },
          icon("drop"),
          h("b", t("bots.choose")),
          h("small", t("bots.chooseHint")),
        ),
        input,
      ),
      this.upload && this.chosen(),
    );
  }

  /** What was found in the upload, and what is to be started. */
  chosen() {
    const { name, files, main, count } = this.upload;
    const programs = files.filter((file) => file.program);
    const offered = programs.length ? programs : files;
    const select = h(
      "select",
      { name: "main" },
      offered.map((file) =>
        h(
          "option",
          { value: file.path, selected: file.path === main },
          [file.path, languageWord(file.language)].filter(Boolean).join(" – "),
        ),
      ),
    );
    return [
      h("p.note", { role: "status" }, icon("check"), " ", t("bots.uploaded", { name, n: count })),
      h("label.field", h("span", t("bots.main")), select),
      this.field("args", t("bots.args"), {}, t("bots.argsHint")),
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
    this.submit.disabled = true;
    replace(this.source, h("p.note", { role: "status" }, t("bots.uploading", { name: file.name })));
    try {
      this.upload = await api("POST", `/api/uploads?name=${encodeURIComponent(file.name)}`, file);
      const name = this.element.elements.name;
      if (name && !name.value) name.value = file.name.replace(/(\.tar)?\.\w+$/, "").slice(0, 40);
    } catch (error) {
      replace(this.problem, faultBox(error, { file: file.name, bytes: file.size }));
    }
    this.submit.disabled = false;
    this.drawSource();
    this.source.querySelector(this.upload ? "select" : "button")?.focus({ preventScroll: !this.upload });
    if (!this.upload) this.problem.scrollIntoView({ block: "nearest" });
  }

  complain(name, text) {
    /** @type {any} */
    const field = this.element.elements[name];
    this.problem.textContent = text;
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
    return false;
  }

  check() {
    if (this.from === "upload" && !this.upload) return this.complain("file", t("bots.needUpload"));
    if (this.from === "command" && !this.value("command")) return this.complain("command", t("bots.needCommand"));
    if (!this.bot && !this.value("name")) return this.complain("name", t("bots.needName"));
    return true;
  }

  body() {
    const program =
      this.from === "upload"
        ? { upload: this.upload.upload, main: this.value("main"), args: this.value("args") }
        : { command: this.value("command"), folder: this.value("folder") };
    const who = this.bot ? {} : { name: this.value("name"), game: this.value("game") };
    return { ...who, ...program, note: this.value("note") };
  }

  async send() {
    this.problem.textContent = "";
    if (!this.check()) return;
    this.submit.disabled = true;
    try {
      this.done(await api("POST", this.bot ? `/api/bots/${this.bot.id}/versions` : "/api/bots", this.body()));
    } catch (error) {
      replace(this.problem, faultBox(error, this.body()));
      this.problem.scrollIntoView({ block: "nearest" });
      this.submit.disabled = false;
    }
  }
}
