// A button that opens a list of further ones beside it. A choice, Escape and a press elsewhere close it. Closed, its
// buttons are not to be seen, but the palette (Ctrl+K) still finds them.
import { h } from "./dom.mjs";
import { icon } from "./icons.mjs";

let count = 0;

export class Menu {
  /** @param {string} label @param {Child[]} items  buttons and links, in their order */
  constructor(label, items) {
    const id = `menu-${++count}`;
    this.button = h(
      "button.menu-button",
      { "type": "button", "aria-expanded": false, "aria-controls": id, "onclick": () => this.toggle() },
      icon("more"),
      h("span", label),
    );
    this.list = h("div.menu-list", { id, "role": "group", "aria-label": label }, items);
    this.element = h("div.menu", this.button, this.list);
    this.list.addEventListener("click", (/** @type {any} */ event) => this.chosen(event.target.closest("button, a")));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && this.leave(relatedTarget));
    this.outside = (event) => this.leave(event.target);
  }

  get isOpen() {
    return this.element.classList.contains("open");
  }

  toggle(isOpen = !this.isOpen) {
    this.element.classList.toggle("open", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) document.addEventListener("pointerdown", this.outside);
    else document.removeEventListener("pointerdown", this.outside);
  }

  /** What asks once more stays in sight until it is answered. */
  chosen(item) {
    if (item) this.toggle(item.classList.contains("armed"));
  }

  leave(target) {
    if (!this.element.contains(target)) this.toggle(false);
  }

  key(event) {
    if (event.key !== "Escape" || !this.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    this.toggle(false);
    this.button.focus();
  }
}
