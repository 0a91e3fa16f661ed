// What a position has beside its board: who moves, numbers of the game and of each side.
import { h, replace } from "../ui/dom.mjs";
import { mark } from "../ui/icons.mjs";
import { segments } from "../ui/dom.mjs";
import { hasText, say, sentence, t } from "../i18n.mjs";

/** @param {EditSetting} setting */
const nameOf = ({ name, side }) => `edit-${name}${side ? `-${side}` : ""}`;
const word = (key) => (hasText(key) ? t(key) : key.split(".").at(-1));

export class Numbers {
  constructor(edited) {
    this.edited = edited;
    this.problem = h("p.editor-problem", { role: "alert" });
    this.list = h("div.editor-settings");
    this.element = h("fieldset", h("legend.sr-only", t("edit.settings")), this.list, this.problem);
  }

  show() {
    this.problem.textContent = "";
    const { settings } = this.edited.tools;
    const held = this.list.contains(document.activeElement) ? document.activeElement : null;
    const key = settings.map(nameOf).join();
    if (key !== this.key) {
      this.key = key;
      this.#draw(settings);
    }
    for (const setting of settings) this.#fill(setting, held);
  }

  #draw(settings) {
    const common = settings.filter(({ side }) => !side);
    const sides = ["red", "blue"].filter((side) => settings.some((one) => one.side === side));
    replace(
      this.list,
      h(
        "div.editor-common",
        common.map((setting) => this.#field(setting)),
      ),
      h(
        "div.editor-sides",
        sides.map((side) =>
          h(
            "fieldset.editor-side",
            h("legend", mark(side), t(`side.${side}`)),
            settings.filter((one) => one.side === side).map((setting) => this.#field(setting)),
          ),
        ),
      ),
    );
  }

  /** @param {EditSetting} setting */
  #field(setting) {
    const label = word(`edit.set.${setting.name}`);
    if (setting.of) {
      return h(
        "div.editor-field",
        h("span", { id: `label-${nameOf(setting)}` }, label),
        segments(
          nameOf(setting),
          setting.of,
          setting.value,
          (value) => word(`edit.set.${setting.name}.${value}`),
          (value) => this.#set(setting, value),
          { "role": "group", "aria-labelledby": `label-${nameOf(setting)}` },
        ),
      );
    }
    const input = h("input", {
      "type": "number",
      "name": nameOf(setting),
      "min": setting.min,
      "max": setting.max,
      "aria-label": setting.side ? `${label}, ${t(`side.${setting.side}`)}` : label,
      "onchange": () => this.#set(setting, input.value),
    });
    return h("label.editor-field", h("span", label), input);
  }

  /** @param {EditSetting} setting */
  #fill(setting, held) {
    const inputs = this.list.querySelectorAll(`[name="${nameOf(setting)}"]`);
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (inputs)) {
      if (input.type === "radio") input.checked = input.value === setting.value;
      else if (input !== held || !this.problem.textContent) input.value = String(setting.value);
    }
  }

  /** What is refused stays in its field, with the reason below. @param {EditSetting} setting */
  #set(setting, value) {
    const words = ["set", setting.name, setting.side, String(value).trim() || "?"].filter(Boolean).join(" ");
    const refusal = this.edited.change(words);
    this.problem.textContent = refusal ? sentence(say(refusal)) : "";
    if (refusal && setting.of) this.show();
    if (refusal) this.problem.textContent = sentence(say(refusal));
  }
}
