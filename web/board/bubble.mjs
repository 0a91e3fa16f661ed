// Words beside a field: reasons, facts of a move, and the button that confirms one.

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

  /** Shown above the field, below it near the upper edge, and never beyond the sides. */
  put(bubble, field, ...content) {
    const cell = this.board.painting.layout.at(field);
    bubble.replaceChildren(...content);
    bubble.hidden = false;
    const host = this.host.getBoundingClientRect();
    const matrix = this.board.painting.svg.getScreenCTM();
    if (!matrix) return;
    const [bx, by, bw, bh] = this.board.painting.box;
    const middle = cell ?? { x: bx + bw / 2, y: by + bh / 2, r: 0 };
    const at = new DOMPoint(middle.x, middle.y).matrixTransform(matrix);
    const gap = middle.r * matrix.a + 6;
    const below = at.y - host.top - gap < bubble.offsetHeight;
    const half = bubble.offsetWidth / 2;
    const x = Math.min(Math.max(at.x - host.left, half + 2), Math.max(host.width - half - 2, half + 2));
    bubble.classList.toggle("below", below);
    bubble.style.left = `${x}px`;
    bubble.style.top = `${at.y - host.top + (below ? gap : -gap)}px`;
    bubble.style.setProperty("--tip", `${at.x - host.left - x}px`);
  }

  tell(field, text) {
    if (text && field) this.put(this.facts, field, text);
    else this.facts.hidden = true;
  }

  complain(field, text) {
    clearTimeout(this.timer);
    this.put(this.reason, field, text);
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
    this.put(this.confirm, field, button("✓", texts.yes, true), button("✕", texts.no, false));
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
