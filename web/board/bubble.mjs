// Words beside a field: reasons, facts of a move, and the button that confirms one.

const GAP = 6;
const MARGIN = 2;
const PIECE_WEIGHT = 0.1; // a piece that is covered, against a field that the reason is about

/** Where something of this size stands on one side of a box. */
function beside(box, { w, h }, side) {
  const [x, y] = [box.x + (box.w - w) / 2, box.y + (box.h - h) / 2];
  if (side === "above") return { x, y: box.y - h - GAP, w, h };
  if (side === "below") return { x, y: box.y + box.h + GAP, w, h };
  return { x: side === "left" ? box.x - w - GAP : box.x + box.w + GAP, y, w, h };
}

/** Moved so that it does not stick out of the host. */
const within = (box, { width, height }) => ({
  ...box,
  x: Math.max(MARGIN, Math.min(box.x, width - box.w - MARGIN)),
  y: Math.max(MARGIN, Math.min(box.y, height - box.h - MARGIN)),
});

/** The area that two boxes share. */
function overlap(a, b) {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

export class Bubbles {
  constructor(board, host) {
    this.board = board;
    this.host = host;
    this.facts = this.make("bubble facts");
    this.reason = this.make("bubble reason");
    this.confirm = this.make("bubble confirm");
    this.live = document.createElement("div");
    this.live.className = "visually-hidden";
    this.live.setAttribute("aria-live", "polite");
    host.append(this.live);
  }

  make(name) {
    const bubble = document.createElement("div");
    bubble.className = name;
    bubble.hidden = true;
    this.host.append(bubble);
    return bubble;
  }

  /**
   * Shown beside the field, within the board and where it covers least of the fields concerned: above if it can be,
   * else below. One that may also stand on the left or the right covers few pieces, too.
   */
  put(bubble, field, content, { sides = ["above", "below"], concerned = [] } = {}) {
    bubble.replaceChildren(...[content].flat());
    bubble.hidden = false;
    const { painting } = this.board;
    const matrix = painting.svg.getScreenCTM();
    if (!matrix) return;
    const host = this.host.getBoundingClientRect();
    const boxOf = ({ x, y, r }) => {
      const at = new DOMPoint(x, y).matrixTransform(matrix);
      const half = r * Math.hypot(matrix.a, matrix.b);
      return { x: at.x - host.left - half, y: at.y - host.top - half, w: 2 * half, h: 2 * half };
    };
    const [bx, by, bw, bh] = painting.box;
    const here = boxOf(painting.layout.at(field) ?? { x: bx + bw / 2, y: by + bh / 2, r: 0 });
    const boxesOf = (ids) =>
      ids
        .map((id) => painting.layout.at(id))
        .filter(Boolean)
        .map(boxOf);
    const covered = [here, ...boxesOf(concerned)];
    const pieces = sides.length > 2 ? boxesOf([...new Set(painting.view.pieces.map(({ at }) => at))]) : [];
    const size = { w: bubble.offsetWidth, h: bubble.offsetHeight };
    const places = sides.map((side) => ({ side, ...within(beside(here, size, side), host) }));
    const share = (place, boxes) => boxes.reduce((sum, box) => sum + overlap(place, box), 0);
    const cost = (place) => share(place, covered) + PIECE_WEIGHT * share(place, pieces);
    const best = places.reduce((one, other) => (cost(other) < cost(one) ? other : one));
    bubble.dataset.side = best.side;
    bubble.style.left = `${best.x}px`;
    bubble.style.top = `${best.y}px`;
    const across = best.side === "left" || best.side === "right";
    const tip = across ? here.y + here.h / 2 - best.y : here.x + here.w / 2 - best.x;
    bubble.style.setProperty("--tip", `${tip}px`);
  }

  tell(field, text) {
    if (text && field) this.put(this.facts, field, text);
    else this.facts.hidden = true;
  }

  /** Why not; `concerned` are the fields that the reason is about. */
  complain(field, text, concerned) {
    clearTimeout(this.timer);
    this.put(this.reason, field, text, { sides: ["above", "below", "right", "left"], concerned });
    this.facts.hidden = true;
    this.timer = setTimeout(() => this.quiet(), 3000);
  }

  quiet() {
    clearTimeout(this.timer);
    this.reason.hidden = true;
    this.board.painting.layers.trouble.replaceChildren();
  }

  /** Yes and no at a field. */
  ask(field, texts, answer) {
    const button = (text, label, value) => {
      const element = document.createElement("button");
      element.type = "button";
      element.textContent = text;
      element.setAttribute("aria-label", label);
      element.addEventListener("click", () => answer(value));
      return element;
    };
    this.put(this.confirm, field, [button("✓", texts.yes, true), button("✕", texts.no, false)]);
  }

  stopAsking() {
    this.confirm.hidden = true;
  }

  /** The same words twice are two messages: the region is emptied in between. */
  announce(text) {
    this.live.textContent = "";
    requestAnimationFrame(() => (this.live.textContent = text));
  }
}
