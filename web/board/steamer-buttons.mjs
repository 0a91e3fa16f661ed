// The buttons of the steamer on the board: in one row, as near to the ship as they can be without covering a field that
// it can get to. They stay there for the whole move; on small screens the panel below the board does their work.
import { button, h, replace } from "../ui/dom.mjs";
import { Controls } from "./steamer-controls.mjs";
import { t } from "./hex-texts.mjs";
import { SMALL_PX } from "./hex.mjs";
import { minus } from "./looks/mississippi-words.mjs";

const GRID = 12; // pixels between the spots that are tried
const EDGE = 6;
const CHOICES_MAX = 9; // more would hide the board; the rest costs more, and the actions can still be edited

export class Hud {
  constructor(input) {
    this.input = input;
    this.controls = new Controls(input, ["left", "right", "slower", "faster", "undo", "reset", "send"]);
    const { left, right, slower, faster, undo, reset, send } = this.controls.elements;
    this.wheel = h("div.steamer-cluster", left, slower, this.controls.speed, faster, right, undo, reset, send);
    this.fan = h("div.steamer-fan", { role: "group" });
    this.element = h("div.steamer-hud", { hidden: true }, this.wheel, this.fan);
    input.board.host.append(this.element);
    this.observer = globalThis.ResizeObserver && new ResizeObserver(() => this.resize());
    this.observer?.observe(input.board.host);
    this.offResized = input.board.hear("resized", () => this.place());
  }

  /** Then the wheel is in the panel. Asked with every action, so the page is measured only when its size changes. */
  get isSmall() {
    this.small ??= this.input.board.host.clientWidth < SMALL_PX;
    return this.small;
  }

  resize() {
    const was = this.small;
    this.small = null;
    if (was === this.isSmall) this.place();
    else this.input.show({ animate: false });
  }

  show() {
    const { build } = this.input.voyage;
    const { choices } = this.input;
    this.element.hidden = !build?.next || !this.input.isSteering || (this.isSmall && !choices);
    this.wheel.hidden = Boolean(choices) || this.input.isAiming;
    this.controls.show();
    this.elements.send.dataset.light = build?.light ?? "red";
    replace(this.fan, choices && this.choiceButtons(choices));
    this.fan.hidden = !choices;
    this.place();
  }

  get elements() {
    return this.controls.elements;
  }

  /** How to arrive: an arrow for each direction, with speed and coal. */
  choiceButtons({ moves }) {
    this.fan.setAttribute("aria-label", t("mq.aim.how"));
    const cancel = button(() => this.input.aim(true), { "title": t("mq.aim.off"), "aria-label": t("mq.aim.off") }, "✕");
    return [
      ...moves.slice(0, CHOICES_MAX).map((move) => {
        const angle = -60 * (move.dir + this.input.board.painting.pen.turn);
        const title = t("mq.aim.choice", {
          dir: t(`mq.dir.${(move.dir + this.input.board.painting.pen.turn) % 6}`),
          speed: move.speed,
          coal: move.cost,
          points: move.points,
        });
        return button(
          () => this.input.choose(move),
          { title, "aria-label": title },
          h("b", { style: { rotate: `${angle}deg` } }, "➤"),
          h("span", t("mq.limit", { n: move.speed })),
          h("small", `${move.pushed ? `⚔ ${minus(move.pushed)} ` : ""}${move.cost ? "−" : ""}${move.cost} ■`),
        );
      }),
      cancel,
    ];
  }

  focus() {
    this.fan.querySelector("button")?.focus();
  }

  /** Stays where it is while a move is being made; with another position or another picture it looks for a spot. */
  place() {
    const { board, voyage, choices } = this.input;
    if (this.element.hidden || !voyage.build?.ship || !board.layout) return;
    const { framed, svg, box } = board.painting;
    const seen = board.camera?.box ?? framed?.box ?? box;
    const size = { w: this.element.offsetWidth, h: this.element.offsetHeight };
    const host = board.host.getBoundingClientRect();
    const key = [voyage.position, choices?.field, framed?.box, size.w, size.h, host.width, host.height].join();
    if (key === this.placed) return;
    this.placed = key;
    const toPage = placesIn(svg.getBoundingClientRect(), seen);
    const at = (id) => {
      const { x, y } = toPage(board.layout.at(id));
      return { x: x - host.left, y: y - host.top };
    };
    const useful = new Set(this.input.usefulFields());
    const fields = board.layout.cells.map(({ id }) => ({ ...at(id), weight: useful.has(id) ? 1000 : 8 }));
    const r = (board.layout.cells[0].r * svg.clientWidth) / seen[2];
    const middle = at(choices?.field ?? this.input.view.pieces.find(({ side }) => side === this.input.view.side).at);
    const best = bestSpot({ size, host, fields, r, middle, taken: this.taken(host) });
    this.element.style.left = `${best.x}px`;
    this.element.style.top = `${best.y}px`;
  }

  /** Other things that lie on the picture. */
  taken(host) {
    return [...this.input.board.host.querySelectorAll(".river-map:not([hidden]), .plaque")]
      .map((element) => element.getBoundingClientRect())
      .map(({ x, y, width, height }) => ({ x: x - host.left, y: y - host.top, w: width, h: height }));
  }

  close() {
    this.observer?.disconnect();
    this.offResized();
    this.element.remove();
  }
}

/** From units of the drawing to pixels of the page, once the picture stands still in this box. */
function placesIn(rect, [x, y, w]) {
  const scale = rect.width / w;
  return (point) => ({ x: rect.x + (point.x - x) * scale, y: rect.y + (point.y - y) * scale });
}

/** Of a grid of spots the one that hides the least, and of those the one that is nearest to the ship. */
function bestSpot({ size, host, fields, r, middle, taken }) {
  const cost = (spot) => {
    const hidden = fields.reduce((sum, field) => sum + (gap(spot, size, field) < 0.95 * r ? field.weight : 0), 0);
    const crossed = taken.filter((other) => overlap({ ...spot, ...size }, other)).length;
    return hidden + 30 * crossed + gap(spot, size, middle) / r;
  };
  let best = null;
  for (let y = EDGE; y <= host.height - size.h - EDGE; y += GRID)
    for (let x = EDGE; x <= host.width - size.w - EDGE; x += GRID) {
      const spot = { x, y, cost: cost({ x, y }) };
      if (!best || spot.cost < best.cost) best = spot;
    }
  return best ?? { x: EDGE, y: EDGE };
}

/** How far a point is from a box. */
const gap = (spot, { w, h }, point) =>
  Math.hypot(Math.max(spot.x - point.x, 0, point.x - spot.x - w), Math.max(spot.y - point.y, 0, point.y - spot.y - h));

const overlap = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
