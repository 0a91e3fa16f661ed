// What a click on the board does: move, remove, turn, or put a piece. Buttons with pictures from the game's own look.
import { h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { hasText, t } from "../i18n.mjs";
import { Pen, node, patterns } from "../board/svg.mjs";

const ICONS = { move: "swap", take: "trash", turn: "again" };

/** The name of a piece for people. @param {EditPiece} piece */
function pieceName({ kind, side, weight, fish }) {
  let name = hasText(`edit.piece.${kind}`) ? t(`edit.piece.${kind}`) : kind;
  if (weight) name = t("edit.piece.weight", { piece: name, n: weight });
  if (kind === "floe") name = t("edit.piece.fishCount", { piece: name, n: fish });
  return side ? t("edit.piece.of", { piece: name, side: t(`side.${side}`) }) : name;
}

/** A piece as it looks on the board, for a button. @param {EditPiece} piece */
function picture(piece, board) {
  const pen = new Pen({ detail: 1 });
  const { look, view, layout } = board;
  const [{ r, shape }] = layout.cells;
  const cell = { id: "", x: 0, y: 0, r, shape };
  const ship = view.pieces.find(({ kind, side }) => kind === "ship" && side === piece.side);
  const isEmptied = piece.kind === "emptied";
  const field = {
    id: null,
    x: 0,
    y: 0,
    segment: 0,
    dir: 0,
    ...piece,
    ...(isEmptied ? { kind: "passenger", taken: true } : {}),
  };
  const art = piece.side
    ? look.ghost({ ...piece, ship, isSolid: true }, view, pen)
    : look.ground(cell, field, view, pen);
  const half = 1.06 * r;
  const flat = [art].flat(Infinity).filter(Boolean);
  return node(
    "svg",
    { "class": "board-svg", "viewBox": [-half, -half, 2 * half, 2 * half].join(" "), "aria-hidden": "true" },
    patterns(pen),
    flat,
  );
}

export class Tools {
  /** onchoose(): another tool. */
  constructor(edited, board, onchoose) {
    this.edited = edited;
    this.board = board;
    this.onchoose = onchoose;
    this.chosen = "move";
    this.list = h("div.editor-pieces");
    this.help = h("p.editor-help", { "aria-live": "polite" });
    this.element = h("fieldset.editor-tools", h("legend", t("edit.tools")), this.list, this.help);
  }

  /** The piece that a click puts; undefined: it does something else. */
  get piece() {
    return this.edited.tools.pieces.find(({ id }) => `put ${id}` === this.chosen);
  }

  choose(tool) {
    this.chosen = tool;
    this.show();
    this.onchoose();
  }

  /** The n-th piece, by its key. */
  chooseNumber(n) {
    const piece = this.edited.tools.pieces[n];
    if (piece) this.choose(`put ${piece.id}`);
  }

  show() {
    const { pieces, turns } = this.edited.tools;
    const focused = this.list.contains(document.activeElement) ? this.chosen : null;
    const verbs = ["move", "take", ...(turns ? ["turn"] : [])];
    const group = (tools) => tools.length > 0 && h("div.editor-group", tools);
    replace(
      this.list,
      group(
        verbs.map((verb) =>
          this.#tool(verb, t(`edit.tool.${verb}`), [icon(ICONS[verb]), h("small", t(`edit.tool.${verb}`))]),
        ),
      ),
      ["red", "blue", undefined].map((side) =>
        group(pieces.filter((piece) => piece.side === side).map((piece) => this.#piece(piece))),
      ),
    );
    const { piece } = this;
    this.help.textContent = piece
      ? t("edit.tool.putHelp", { piece: pieceName(piece) })
      : t(`edit.tool.${this.chosen}Help`);
    if (focused) this.list.querySelector("input:checked")?.focus({ preventScroll: true });
  }

  #piece(piece) {
    const left = piece.left === undefined ? null : h("b.editor-left", piece.left);
    const name = pieceName(piece);
    const label = piece.left === undefined ? name : `${name}, ${t("edit.left", { n: piece.left })}`;
    return this.#tool(`put ${piece.id}`, label, [picture(piece, this.board), left], piece.left === 0);
  }

  #tool(tool, label, content, isSpent = false) {
    return h(
      "label",
      { class: `editor-tool${isSpent ? " spent" : ""}`, title: label },
      h("input", {
        "type": "radio",
        "name": "edit-tool",
        "value": tool,
        "checked": tool === this.chosen,
        "aria-label": label,
        "onchange": () => this.choose(tool),
      }),
      h("span", content),
    );
  }
}
