// The evaluation graph: red's chance over the plies, times below, and the slider to move through the game.
import { s, h } from "./dom.mjs";
import { t, duration } from "../i18n.mjs";
import { mark } from "./icons.mjs";
import { chanceText, signOf } from "../play/review.mjs";

const WIDTH = 600,
  HEIGHT = 120,
  BARS = 34;

export class Graph {
  /** @param {(ply: number) => void} onPly */
  constructor(onPly) {
    this.onPly = onPly;
    this.plies = [];
    this.ply = 0;
    this.svg = s("svg", {
      "viewBox": `0 0 ${WIDTH} ${HEIGHT + BARS}`,
      "preserveAspectRatio": "none",
      "aria-hidden": "true",
    });
    this.element = h(
      "div.graph",
      {
        "role": "slider",
        "tabindex": "0",
        "aria-orientation": "horizontal",
        "onpointerdown": (e) => this.#grab(e),
        "onpointermove": (e) => this.#drag(e),
        "onwheel": (e) => this.#wheel(e),
        "onkeydown": (e) => this.#key(e),
      },
      this.svg,
      ["blue", "red"].map((side) =>
        h("span", { "class": `graph-side ${side}`, "aria-hidden": "true" }, mark(side), t(`side.${side}`)),
      ),
    );
  }

  /** @param plies one entry per position: {win, loss, isLarge, ms, mover} */
  show(plies, ply) {
    this.plies = plies;
    this.svg.replaceChildren(...this.#area(), ...this.#mistakes(), ...this.#bars());
    this.cursor = s("line", { class: "graph-cursor", y1: 0, y2: HEIGHT + BARS });
    this.svg.append(this.cursor);
    this.move(ply);
  }

  move(ply) {
    this.ply = ply;
    const x = this.#x(ply);
    this.cursor?.setAttribute("x1", String(x));
    this.cursor?.setAttribute("x2", String(x));
    const win = this.plies[ply]?.win;
    const text =
      win === null || win === undefined
        ? t("analyse.ply", { ply })
        : t("analyse.plyWin", { ply, chance: chanceText("red", win) });
    for (const [name, value] of [
      ["label", t("analyse.graph")],
      ["valuemin", 0],
      ["valuemax", this.plies.length - 1],
      ["valuenow", ply],
      ["valuetext", text],
    ])
      this.element.setAttribute(`aria-${name}`, String(value));
  }

  #x(ply) {
    return this.plies.length < 2 ? 0 : (ply / (this.plies.length - 1)) * WIDTH;
  }

  #area() {
    const known = this.plies.map(({ win }, ply) => ({ win, ply })).filter(({ win }) => win !== null);
    const half = HEIGHT / 2;
    /** @type {SVGElement[]} */
    const nodes = [s("rect", { class: "graph-blue", width: WIDTH, height: HEIGHT })];
    if (known.length > 1) {
      const points = known.map(({ win, ply }) => `${this.#x(ply)},${HEIGHT * (1 - win)}`);
      const first = this.#x(known[0].ply),
        last = this.#x(known.at(-1).ply);
      nodes.push(
        s("polygon", { class: "graph-red", points: `${first},${HEIGHT} ${points.join(" ")} ${last},${HEIGHT}` }),
        s("polyline", { class: "graph-line", points: points.join(" ") }),
      );
    }
    nodes.push(s("line", { class: "graph-half", x1: 0, x2: WIDTH, y1: half, y2: half }));
    return nodes;
  }

  /** Segments, not points: the drop is what happened. */
  #mistakes() {
    return this.plies.flatMap(({ loss, win, isLarge }, ply) => {
      const sign = signOf(loss ?? null),
        before = this.plies[ply - 1];
      if (!sign || !before) return [];
      return [
        s("line", {
          class: isLarge ? `graph-${sign.name}` : "graph-lesser",
          x1: this.#x(ply - 1),
          x2: this.#x(ply),
          y1: HEIGHT * (1 - before.win),
          y2: HEIGHT * (1 - win),
        }),
      ];
    });
  }

  #bars() {
    const longest = Math.max(1, ...this.plies.map(({ ms }) => ms ?? 0));
    const width = Math.max(1, WIDTH / Math.max(1, this.plies.length - 1) - 1);
    return this.plies.flatMap(({ ms, mover }, ply) => {
      if (ms === null) return [];
      const height = Math.max(1, (ms / longest) * (BARS - 4));
      return [
        s(
          "rect",
          { class: `graph-time ${mover}`, x: this.#x(ply) - width, y: HEIGHT + BARS - height, width, height },
          s("title", {}, duration(ms)),
        ),
      ];
    });
  }

  #go(ply) {
    const wanted = Math.min(this.plies.length - 1, Math.max(0, ply));
    if (wanted !== this.ply) this.onPly(wanted);
  }

  #at(event) {
    const box = this.element.getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * (this.plies.length - 1));
  }

  #grab(event) {
    this.element.setPointerCapture(event.pointerId);
    this.#go(this.#at(event));
  }

  #drag(event) {
    if (event.buttons & 1) this.#go(this.#at(event));
  }

  #wheel(event) {
    event.preventDefault();
    this.#go(this.ply + Math.sign(event.deltaY));
  }

  #key(event) {
    const steps = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowDown: -1,
      ArrowUp: 1,
      PageDown: -10,
      PageUp: 10,
      Home: -Infinity,
      End: Infinity,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(this.ply + steps[event.key]);
  }
}
