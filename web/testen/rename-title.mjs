// What a test is called, and how it gets another name. Who types is not disturbed by news.
import { button, h, replace } from "../ui/dom.mjs";
import { icon, iconButton } from "../ui/icons.mjs";
import { complain } from "../ui/fault.mjs";
import { t } from "../i18n.mjs";
import { api } from "../net.mjs";
import { titleOf } from "./test-data.mjs";

const NAME_LENGTH = 60;

export class Title {
  /** onRename(): it has another name now */
  constructor(onRename) {
    this.onRename = onRename;
    this.element = h("div.test-title");
  }

  show(test) {
    const isNew = !this.test || titleOf(test) !== titleOf(this.test);
    this.test = test;
    if (isNew && !this.isEdited) this.draw();
  }

  draw() {
    this.isEdited = false;
    replace(
      this.element,
      h("h1", `#${this.test.id} `, titleOf(this.test)),
      iconButton("edit", t("test.rename"), () => this.edit(), { id: "test-rename" }),
    );
  }

  edit() {
    this.isEdited = true;
    const field = h("input", {
      "type": "text",
      "maxlength": NAME_LENGTH,
      "value": this.test.name,
      "placeholder": t("test.namePlaceholder"),
      "aria-label": t("test.name"),
      "autocomplete": "off",
      "onkeydown": (event) => event.key === "Escape" && this.close(),
    });
    replace(
      this.element,
      h(
        "form.rename",
        {
          onsubmit: (event) => {
            event.preventDefault();
            this.save(field.value.trim());
          },
        },
        h("span.rename-number", `#${this.test.id}`),
        field,
        h("button.primary", { type: "submit" }, icon("check"), t("test.renameSave")),
        button(() => this.close(), t("test.renameCancel")),
      ),
    );
    field.select();
  }

  close() {
    this.draw();
    this.element.querySelector("#test-rename").focus();
  }

  async save(name) {
    try {
      await api("POST", `/api/tests/${this.test.id}/name`, { name });
      this.test = { ...this.test, name };
      this.close();
      this.onRename();
    } catch (error) {
      complain(error, { test: this.test.id, name });
    }
  }
}
