// What is not on the board yet: a tile for each kind with its number, for both sides.
import { h, replace } from "../ui/dom.mjs";
import { carry } from "./carry.mjs";
import { kinds } from "./insects.mjs";
import { tile } from "./looks/hive-tile.mjs";
import { kindName, letter } from "./looks/hive-words.mjs";
import { Pen } from "./svg.mjs";
import { onLang, say, t } from "./hex-texts.mjs";

export class Reserve {
  /** @param input an Input of a board of Hive: chooseKind(kind), kind, isMine */
  constructor(input) {
    this.input = input;
    this.pen = new Pen({ detail: 2 });
    this.sides = { red: h("ul"), blue: h("ul") };
    this.groups = Object.fromEntries(
      Object.entries(this.sides).map(([side, list]) => [
        side,
        h("section", { class: `reserve ${side}` }, h("h2"), list),
      ]),
    );
    this.tiles = Object.fromEntries(["red", "blue"].map((side) => [side, kinds.map((kind) => this.make(side, kind))]));
    for (const side of ["red", "blue"])
      replace(
        this.sides[side],
        this.tiles[side].map((button) => h("li", button)),
      );
    this.toggle = h("button.quiet", { "type": "button", "aria-expanded": false, "onclick": () => this.unfold() });
    this.element = h("div.reserves", this.groups.red, this.toggle, this.groups.blue);
    this.offLang = onLang(() => this.view && this.show(this.view));
  }

  make(side, kind) {
    const count = h("b.stock-count");
    const picture = h("span.stock-picture");
    const button = h(
      "button",
      {
        type: "button",
        onclick: () => this.choose(side, kind),
        onpointerdown: (event) => this.press(event, side, kind),
      },
      picture,
      count,
    );
    return Object.assign(button, { count, picture, kind, locked: null });
  }

  /** On a phone the other side's reserve is behind a button. */
  unfold() {
    const isOpen = this.element.classList.toggle("both");
    this.toggle.setAttribute("aria-expanded", String(isOpen));
  }

  /** Own side first: on a phone it lies right below the board. */
  show(view) {
    this.view = view;
    this.pen.letters = this.input.board.painting.options.letters;
    const own = this.input.side ?? view.side ?? "red";
    for (const side of ["red", "blue"]) {
      this.groups[side].style.order = side === own ? "-1" : "1";
      this.groups[side].classList.toggle("own", side === own);
      const name = t(`hive.reserve.${side}`);
      this.groups[side].firstChild.textContent = name;
      if (side !== own) this.toggle.textContent = name;
      view.facts[side].reserve.forEach((stock) => this.fill(side, stock));
    }
  }

  fill(side, { kind, count, locked }) {
    const button = this.tiles[side].find((one) => one.kind === kind);
    const isMine = this.input.isMine && this.view.side === side;
    const isChosen = isMine && this.input.kind === kind;
    const why = !count ? t("hive.reserve.none") : locked ? t("hive.reserve.locked", { why: say(locked) }) : "";
    const name = t("hive.reserve.item", { kind: kindName(kind), n: count });
    const keys = isMine && !why ? t("hive.reserve.key", { letter: letter(kind), n: kinds.indexOf(kind) + 1 }) : "";
    replace(
      button.picture,
      this.pen.node("svg", { "viewBox": "-36 -38 72 78", "aria-hidden": "true" }, tile({ side, kind }, this.pen)),
    );
    button.count.textContent = locked && count ? `🔒 ${count}` : `×${count}`;
    button.className = `stock${count ? "" : " empty"}${locked ? " locked" : ""}`;
    button.setAttribute("aria-pressed", String(isChosen));
    button.setAttribute("aria-disabled", String(!isMine || Boolean(why)));
    button.setAttribute("aria-label", [name, why].filter(Boolean).join(", "));
    button.title = [name, why, keys].filter(Boolean).join(" – ");
    button.locked = locked;
  }

  choose(side, kind) {
    if (this.dragged) return;
    if (!this.input.isMine || this.view.side !== side) return;
    const { locked } = this.tiles[side].find((one) => one.kind === kind);
    if (locked) return this.input.board.complain(locked);
    this.input.chooseKind(kind);
  }

  /** Dragging a tile onto the board places it where it is dropped. */
  press(event, side, kind) {
    this.dragged = false;
    const { input } = this;
    const button = event.currentTarget;
    if (event.button !== 0 || button.getAttribute("aria-disabled") === "true") return;
    const pointer = event.pointerType === "touch" ? "touch" : "mouse";
    const lift = () => {
      this.dragged = true;
      if (input.kind !== kind) input.chooseKind(kind);
      return button.picture.firstChild.cloneNode(true);
    };
    carry(event, input.board, {
      lift,
      drop: (field) => (field ? input.board.fire("press", { field, pointer }) : input.chooseKind(null)),
    });
  }
}
