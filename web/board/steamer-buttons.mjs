// The cluster of buttons beside the ship.  It is never turned, stays inside the board and keeps off fields that can be
// clicked; on small screens the panel below the board does its work.
import { button, h, replace } from "../ui/dom.mjs";
import { Controls } from "./steamer-controls.mjs";
import { t } from "./hex-texts.mjs";
import { SMALL_PX, toward } from "./hex.mjs";
import { minus } from "./looks/mississippi-words.mjs";

const SLIDE_MS = 280;
const CHOICES_MAX = 9; // more would hide the board; the rest costs more, and the actions can still be edited

export class Hud {
  constructor(input) {
    this.input = input;
    this.controls = new Controls(input, ["left", "right", "slower", "faster", "undo", "send"]);
    const { left, right, slower, faster, undo, send } = this.controls.elements;
    this.wheel = h("div.steamer-cluster", left, slower, this.controls.speed, faster, right, undo, send);
    this.fan = h("div.steamer-fan", { role: "group" });
    this.element = h("div.steamer-hud", { hidden: true }, this.wheel, this.fan);
    input.board.host.append(this.element);
    this.observer = globalThis.ResizeObserver && new ResizeObserver(() => this.resize());
    this.observer?.observe(input.board.host);
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
    this.element.hidden = !build?.next || (this.isSmall && !choices);
    this.wheel.hidden = Boolean(choices) || this.input.isAiming;
    this.controls.show();
    this.elements.send.dataset.light = build?.light ?? "red";
    replace(this.fan, choices && this.choiceButtons(choices));
    this.fan.hidden = !choices;
    this.place();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.place(), SLIDE_MS); // the picture may be sliding
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
        const isFlipped = this.input.board.painting.options.flipped;
        const angle = -60 * (move.dir + (isFlipped ? 3 : 0));
        const title = t("mq.aim.choice", {
          dir: t(`mq.dir.${move.dir}`),
          speed: move.speed,
          coal: move.cost,
          points: move.points,
        });
        return button(
          () => this.input.choose(move),
          { title, "aria-label": title },
          h("b", { style: { rotate: `${angle}deg` } }, "➤"),
          h("span", `v${move.speed}`),
          h("small", `${move.pushed ? `⚔ ${minus(move.pushed)} ` : ""}${move.cost ? "−" : ""}${move.cost} ■`),
        );
      }),
      cancel,
    ];
  }

  focus() {
    this.fan.querySelector("button")?.focus();
  }

  /** The spot around the ship (or the chosen field) that hides the fewest fields in use. */
  place() {
    const { board, voyage, choices } = this.input;
    if (this.element.hidden || !voyage.build?.ship || !board.layout) return;
    const matrix = board.painting.svg.getScreenCTM();
    const cell = board.layout.at(choices?.field ?? voyage.build.ship.at);
    if (!matrix || !cell) return;
    const host = board.host.getBoundingClientRect();
    const at = (point) => {
      const screen = new DOMPoint(point.x, point.y).matrixTransform(matrix);
      return { x: screen.x - host.left, y: screen.y - host.top };
    };
    const useful = [...(board.state.targets ?? []).map((target) => target.id), cell.id].map((id) =>
      at(board.layout.at(id)),
    );
    const r = cell.r * matrix.a;
    const all = board.layout.cells.map(at);
    const size = { w: this.element.offsetWidth, h: this.element.offsetHeight };
    const count = (spot, points) => points.filter((point) => covers(spot, size, point, r)).length;
    const plaque = board.painting.svg.querySelector(".plaque")?.getBoundingClientRect();
    const read = plaque
      ? [0, 0.5, 1].map((part) => ({
          x: plaque.x + part * plaque.width - host.x,
          y: plaque.y + plaque.height / 2 - host.y,
        }))
      : [];
    const ship = at(cell);
    const far = (spot) => Math.hypot(spot.x + size.w / 2 - ship.x, spot.y + size.h / 2 - ship.y) / r;
    const cost = (spot) => 50 * count(spot, useful) + 9 * count(spot, read) + 2 * count(spot, all) + 3 * far(spot);
    const best = spots(ship, size, r, host)
      .map((spot) => ({ ...spot, cost: cost(spot) }))
      .reduce((a, b) => (b.cost < a.cost ? b : a));
    this.element.style.left = `${best.x}px`;
    this.element.style.top = `${best.y}px`;
  }

  close() {
    clearTimeout(this.timer);
    this.observer?.disconnect();
    this.element.remove();
  }
}

/** Below, above, and in the six directions, each moved into the board. */
function spots(at, { w, h }, r, host) {
  const ring = (far) =>
    [4.5, 1.5, 4, 5, 2, 1, 0, 3]
      .map((d) => toward(d, 1))
      .map(([dx, dy]) => ({ x: at.x + dx * (r * far + w / 2) - w / 2, y: at.y + dy * (r * far + h / 2) - h / 2 }));
  const beside = [1.3, 2.9, 3.6].flatMap(ring);
  return beside.map((spot) => ({
    x: Math.max(2, Math.min(spot.x, host.width - w - 2)),
    y: Math.max(2, Math.min(spot.y, host.height - h - 2)),
  }));
}

function covers(spot, { w, h }, point, r) {
  return (
    point.x > spot.x - r * 0.7 &&
    point.x < spot.x + w + r * 0.7 &&
    point.y > spot.y - r * 0.7 &&
    point.y < spot.y + h + r * 0.7
  );
}
