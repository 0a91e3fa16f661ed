// The moves of a game with its variations, as a list one can walk through.
import { h, replace } from "./dom.mjs";
import { markCurrent, moveText, timeText } from "./movelist-parts.mjs";
import { t } from "../i18n.mjs";
import { largestMistakes, signOf } from "../play/review.mjs";

export class MoveTree {
  /**
   * @param {object} look  the game's look: it knows the notation
   * @param {(node) => void} onNode
   */
  constructor(tree, look, onNode) {
    this.tree = tree;
    this.look = look;
    this.onNode = onNode;
    this.buttons = new Map();
    this.element = h("div.movetree", { "role": "region", "tabindex": "0", "aria-label": t("analyse.moves") });
  }

  show(current) {
    this.buttons.clear();
    this.large = largestMistakes(this.tree);
    replace(this.element, this.tree.main.length > 1 ? this.#main() : h("p.quiet", t("analyse.noMoves")));
    this.select(current);
  }

  select(current) {
    this.current = markCurrent(this.element, this.current, this.buttons.get(current));
  }

  /** Two plies a row, as on a score sheet; what branches off stands below its row. */
  #main() {
    const rows = [];
    const nodes = this.tree.main.slice(1);
    for (let i = 0; i < nodes.length; i += 2) {
      const pair = nodes.slice(i, i + 2);
      rows.push(
        h(
          "div.movetree-row",
          h("span.movetree-number", `${i / 2 + 1}.`),
          pair.map((node) => this.#button(node)),
        ),
      );
      for (const node of pair) rows.push(...this.#variations(node));
    }
    return rows;
  }

  /** The siblings of a node, each with its own line. */
  #variations(node) {
    return node.parent.children
      .filter((other) => other !== node && !this.tree.isMain(other))
      .map((first) =>
        h(
          "div.movetree-variation",
          this.#line(first),
          h(
            "button.bare",
            {
              "type": "button",
              "title": t("analyse.forget"),
              "aria-label": t("analyse.forget"),
              "onclick": () => this.#forget(first),
            },
            "✕",
          ),
        ),
      );
  }

  #line(first) {
    const parts = [];
    for (let node = first; node; node = node.children[0]) {
      parts.push(this.#button(node));
      for (const other of node.children.slice(1)) parts.push(h("span.movetree-inner", "(", this.#line(other), ")"));
    }
    return parts;
  }

  #forget(node) {
    this.tree.remove(node);
    this.onNode(node.parent);
    this.show(node.parent);
  }

  #button(node) {
    const before = this.tree.view(node.parent);
    const move = this.tree.move(node);
    const sign = signOf(node.loss);
    const button = h(
      "button",
      {
        type: "button",
        class: `movetree-move ${before.side ?? ""}`,
        title: [node.words, timeText(node)].filter(Boolean).join(" · "),
        onclick: () => this.onNode(node),
      },
      moveText(this.look, move, before, node.words),
      sign &&
        h(
          this.large.has(node) ? "b" : "span",
          { class: `movetree-sign ${this.large.has(node) ? sign.name : "lesser"}`, title: t(`analyse.${sign.name}`) },
          sign.sign,
        ),
    );
    this.buttons.set(node, button);
    return button;
  }
}
