// The board in words: pieces of each side and every legal move as a button. It shows the same view as the painting.
import { button, h, replace } from "./dom.mjs";
import { mark } from "./icons.mjs";
import { t } from "../i18n.mjs";

const MOST = 400; // buttons; steamers have more moves than anybody reads

export class TextView {
  /** onMove(words) */
  constructor(look, onMove) {
    this.look = look;
    this.onMove = onMove;
    this.pieces = h("div.textview-columns");
    this.moves = h("div.textview-legal");
    this.element = h("details.textview", h("summary", t("text.title")), this.pieces, this.moves);
    this.element.addEventListener("toggle", () => this.draw());
  }

  /** side: the one that may move here now, or null */
  show(rules, position, view, side) {
    this.now = { rules, position, view, side };
    this.draw();
  }

  draw() {
    if (!this.element.open || !this.now) return;
    const { view } = this.now;
    replace(
      this.pieces,
      ["red", "blue"].map((side) => h("section", h("h3", mark(side), t(`side.${side}`)), this.list(view, side))),
    );
    replace(this.moves, h("h3", t("text.moves")), this.buttons());
  }

  list(view, side) {
    const fields = [...new Set(view.pieces.filter((piece) => piece.side === side).map((piece) => piece.at))];
    return fields.length
      ? h(
          "ul",
          fields.map((id) => h("li", this.look.label(id, view))),
        )
      : h("p.muted", t("text.none"));
  }

  buttons() {
    const { rules, position, view, side } = this.now;
    if (!view.side) return h("p.muted", t("text.over"));
    const moves = rules
      .moves(position)
      .slice(0, MOST)
      .map((move) => ({ ...move, words: move.words ?? rules.words(position, move) }));
    return h(
      "div.row.tight",
      moves.map((move) =>
        button(
          () => this.onMove(move.words),
          { disabled: !side, title: this.look.spoken(move, view) },
          this.look.notation(move, view),
        ),
      ),
    );
  }
}

/** A field to type a move into, with the legal ones offered while typing. */
export class TypeField {
  constructor({ onText }) {
    this.list = h("datalist", { id: "legal-moves" });
    this.field = h("input", {
      "type": "text",
      "list": "legal-moves",
      "autocomplete": "off",
      "autocapitalize": "off",
      "spellcheck": "false",
      "placeholder": t("text.type"),
      "aria-label": t("text.type"),
      "onkeydown": (event) => {
        if (event.key === "Escape") this.field.blur();
        if (event.key !== "Enter" || !this.field.value.trim()) return;
        event.preventDefault();
        if (onText(this.field.value.trim()) !== false) this.field.value = "";
      },
    });
    this.element = h("div.typefield", this.field, this.list);
  }

  /** The list is made when typing begins, not with every position. */
  show(rules, position, side) {
    this.field.disabled = !side;
    this.field.onfocus = () => {
      const moves = side ? rules.moves(position) : [];
      replace(
        this.list,
        moves.filter((move) => move.words).map((move) => h("option", { value: move.words })),
      );
    };
  }
}
