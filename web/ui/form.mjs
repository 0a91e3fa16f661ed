// What all forms have in common: fields with room for what is wrong with them, values that are remembered, the
// registered bots, and one way to send.
import { h, redraw, replace, segments } from "./dom.mjs";
import { faultBox } from "./fault.mjs";
import { say } from "../i18n.mjs";
import { keepUpToDate } from "../latest.mjs";
import { api, isOnline, server } from "../net.mjs";

/** A checkbox with its label. */
export const tick = (label, checked, onchange, props = {}) =>
  h(
    "label.switch",
    h("input", { type: "checkbox", checked, onchange: (event) => onchange(event.target.checked), ...props }),
    h("span", label),
  );

/** A choice from a list; `options` are option() or groups of them. */
export function select(onchange, props, ...options) {
  const element = h("select", { onchange: () => onchange(element.value), ...props }, ...options);
  return element;
}

export const option = (value, word, chosen) => h("option", { value, selected: String(value) === String(chosen) }, word);

/** Options under a common title, or nothing. */
export const optionGroup = (label, options) => options.length > 0 && h("optgroup", { label }, options);

/** The system's choice of a file, for a button that clicks it. */
export function filePicker(onfile, accept = null) {
  const onchange = () => input.files.length && onfile(input.files[0]);
  const input = h("input.hidden", { "type": "file", accept, "tabindex": "-1", "aria-hidden": "true", onchange });
  return input;
}

/** Attributes of an element on which a file can be dropped. */
export const dropTarget = (onfile) => ({
  ondragover: (event) => event.preventDefault(),
  ondrop: (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) onfile(event.dataTransfer.files[0]);
  },
});

/** Fields, their values, and what is wrong with them. */
export class Fields {
  /**
   * @param {HTMLElement} element
   * @param {string} id  ids of fields begin with it: "test" has #test-games, and #problem-test-games below it
   */
  constructor(element, id) {
    this.element = element;
    this.id = id;
    /** Values by the names of their fields. @type {any} */
    this.form = {};
    /** @type {Bot[]} */
    this.bots = [];
  }

  /** Keeps what was typed; a form that remembers nothing leaves it so. */
  save() {}

  /**
   * A new value; `draw` draws what depends on it.
   * @param {string} name
   * @param {any} value
   * @param {() => void} [draw]
   */
  set(name, value, draw) {
    this.form[name] = value;
    this.save();
    if (draw) redraw(this.element, () => draw.call(this));
  }

  // ---- fields ----

  /**
   * A labelled field with room for what is wrong with it.
   * @param {string} name
   * @param {string} label
   * @param {{[name: string]: any}} attributes
   * @param {{of?: any, key?: string, beside?: Child, note?: Child, onchange?: () => void}} more  `of`, `key`: where the
   *   value is, if not in `form` under its name
   */
  field(name, label, attributes = {}, { of = this.form, key = name, beside = null, note = null, onchange } = {}) {
    const problem = h("span.problem", { id: `problem-${this.id}-${name}` });
    const input = h("input", {
      "type": "text",
      "autocomplete": "off",
      "id": `${this.id}-${name}`,
      "name": name,
      "value": of[key] ?? "",
      "aria-describedby": problem.id,
      ...attributes,
      "oninput": () => {
        of[key] = input.value;
        input.removeAttribute("aria-invalid");
        problem.textContent = "";
        this.save();
        onchange?.();
      },
    });
    const line = beside ? h("div.inline", input, beside) : input;
    return h("div.field", h("label.legend", { for: input.id }, label), line, note && h("small.note", note), problem);
  }

  /** One of several as a row of buttons; `draw` draws what depends on it. */
  choice(name, legend, values, word, draw) {
    const row = segments(`${this.id}-${name}`, values, this.form[name], word, (value) => this.set(name, value, draw));
    return h("fieldset", h("legend", legend), row);
  }

  /** Says below a field what is wrong with it. */
  mark(name, text, isFirst = true) {
    const field = this.element.querySelector(`#${this.id}-${name}`);
    field?.closest("details")?.setAttribute("open", "");
    field?.setAttribute("aria-invalid", "true");
    this.element.querySelector(`#problem-${this.id}-${name}`).textContent = text;
    if (isFirst) field?.focus();
  }

  /** What is wrong, as [name of a field, sentence]. @returns {any[] | Promise<any[]>} */
  faults() {
    return [];
  }

  /** Says under each field what is wrong; nothing is cleared. */
  async check() {
    const faults = await this.faults();
    faults.forEach(([name, text], i) => this.mark(name, text, i === 0));
    return faults.length === 0;
  }
}

export class Form extends Fields {
  /**
   * @param {string} tag  form.card
   * @param {string} id
   * @param {Child} submit  what is on the button
   * @param {{[name: string]: any}} props
   */
  constructor(tag, id, submit, props = {}) {
    const onsubmit = (event) => {
      event.preventDefault();
      this.submit();
    };
    super(h(tag, { novalidate: true, onsubmit, ...props }), id);
    this.problem = h("div.problem", { role: "alert" });
    this.button = h("button.primary", { type: "submit" }, submit);
    this.submitRow = h("div.start-row", this.button, this.problem);
  }

  /** Once; asked again until there is an answer or the form is gone. */
  fetchBots() {
    if (!isOnline() || !server.hello?.owner) return;
    const list = keepUpToDate({
      ask: () => api("GET", "/api/bots"),
      take: ({ bots }) => {
        list.end();
        this.bots = bots;
        this.showBots();
      },
      fail: () => this.element.isConnected || list.end(),
    });
  }

  showBots() {}

  /** The bots that play the game chosen. */
  get fittingBots() {
    return this.bots.filter((bot) => !bot.game || bot.game === this.form.game);
  }

  /** Sends what was typed; throws what can be read by people. @returns {any} */
  send() {}

  /** What a helper would ask. @returns {any} */
  about() {
    return {};
  }

  complain(error) {
    replace(this.problem, faultBox(error, this.about()), error.hint && h("p", say(error.hint) || error.hint));
    this.problem.scrollIntoView({ block: "nearest" });
  }

  async submit() {
    this.problem.textContent = "";
    if (!(await this.check())) return;
    this.button.disabled = true;
    try {
      await this.send();
    } catch (error) {
      this.complain(error);
    }
    this.button.disabled = false;
  }
}
