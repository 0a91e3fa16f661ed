// The board as a grid for keyboards and screen readers: rows of cells with spoken labels, one of which has the focus.
import { node } from "./svg.mjs";
import { t } from "./words.mjs";

const arrows = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const numpad = {
  Numpad1: "downleft",
  Numpad2: "down",
  Numpad3: "downright",
  Numpad4: "left",
  Numpad6: "right",
  Numpad7: "upleft",
  Numpad8: "up",
  Numpad9: "upright",
};

/** The direction of the numeric keypad that a key means, or null. */
export function numpadDirection(event) {
  return numpad[event.code] ?? null;
}

export class Grid {
  /** @param board what has painting, state (the hints) and fire(); the grid lies above all its layers. */
  constructor(board, label) {
    this.board = board;
    this.root = node("g", { "class": "grid", "role": "grid", "aria-label": label });
    this.cells = new Map();
    this.current = null;
    board.painting.svg.append(this.root);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.root.addEventListener("focusin", (event) => this.move(event.target.dataset.field));
  }

  /** Rebuilt only when fields come or go or the board turns. */
  show() {
    const { layout, pen } = this.board.painting;
    const key = layout.cells.map((cell) => `${cell.id}@${cell.x},${cell.y}`).join();
    if (key !== this.key_) {
      this.key_ = key;
      const focused = this.root.contains(document.activeElement);
      const make = (cell) =>
        node(
          "g",
          { "role": "gridcell", "class": "cell", "tabindex": -1, "data-field": cell.id },
          pen.outline(cell, 0, { class: "face" }),
        );
      this.cells = new Map(layout.cells.map((cell) => [cell.id, make(cell)]));
      const rows = layout.rows.map((row) =>
        node(
          "g",
          { role: "row" },
          row.map((id) => this.cells.get(id)),
        ),
      );
      this.root.replaceChildren(...rows);
      if (!this.cells.has(this.current)) this.current = layout.rows[0]?.[0] ?? null;
      this.move(this.current);
      if (focused) this.focus(this.current);
    }
    this.label();
  }

  /** Labels follow the position and what can be done. */
  label() {
    const { look, view } = this.board.painting;
    const hints = this.board.state;
    const targets = new Map((hints.targets ?? []).map((target) => [target.id, target]));
    const movable = new Set(hints.movable);
    for (const [id, cell] of this.cells) {
      const parts = [look.label(id, view, this.board.painting.layout)];
      if (hints.selected === id) parts.push(t("board.selected"));
      else if (hints.notes?.[id]) parts.push(hints.notes[id]);
      else if (targets.has(id)) parts.push(t(targets.get(id).kind === "eat" ? "board.targetEat" : "board.target"));
      else if (hints.counts?.[id]) parts.push(t("board.moves", { n: hints.counts[id] }));
      set(cell, "aria-label", parts.join(", "));
      set(cell, "aria-selected", String(hints.selected === id));
      cell.classList.toggle("grab", movable.has(id) || hints.selected === id);
    }
  }

  move(id) {
    if (!this.cells.has(id)) return;
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.cells.get(id).setAttribute("tabindex", "0");
    this.current = id;
  }

  focus(id) {
    const cell = this.cells.get(id);
    if (!cell) return;
    this.move(id);
    cell.focus({ preventScroll: true });
    this.board.camera?.reveal(this.board.painting.layout.at(id));
    this.board.fire("hover", { field: id, pointer: "key" });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = arrows[event.key] ?? numpadDirection(event);
    if (direction && !event.shiftKey) this.step(direction);
    else if (event.key === "Enter" || event.key === " ")
      this.board.fire("press", { field: this.current, pointer: "key" });
    else if (event.key === "n" || event.key === "N") this.next(event.shiftKey ? -1 : 1);
    else if (event.key === "Home") this.focus(this.row()[0]);
    else if (event.key === "End") this.focus(this.row().at(-1));
    else if (event.key === "ContextMenu") this.board.fire("menu", { field: this.current, pointer: "key" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  row() {
    return this.board.painting.layout.rows.find((row) => row.includes(this.current)) ?? [];
  }

  step(direction) {
    this.focus(this.board.painting.layout.step(this.current, direction));
  }

  /** The next field where something can be done: targets while a piece is selected, otherwise pieces that can move. */
  next(by) {
    const { targets, movable } = this.board.state;
    const useful = new Set(targets?.length ? targets.map((target) => target.id) : movable);
    const order = this.board.painting.layout.rows.flat().filter((id) => useful.has(id) || id === this.current);
    if (!order.length) return;
    this.focus(order[(order.indexOf(this.current) + by + order.length) % order.length]);
  }
}

function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
