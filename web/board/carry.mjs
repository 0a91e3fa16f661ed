// A piece from beside the board, carried onto it.
import { h } from "../ui/dom.mjs";

const DRAG_PX = 6;

/**
 * Follows a pointer that was pressed on `event.currentTarget`.  `lift()` answers the picture to carry, `drop(field)`
 * hears where it ends.
 */
export function carry(event, board, { lift, drop }) {
  const home = event.currentTarget;
  let hand = null;
  const move = (at) => {
    if (!hand && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < DRAG_PX) return;
    if (!hand) document.body.append((hand = h("div.reserve-hand", lift())));
    hand.style.translate = `${at.clientX}px ${at.clientY}px`;
  };
  const end = (at) => {
    for (const [name, run] of Object.entries(runs)) home.removeEventListener(name, run);
    hand?.remove();
    const { x, y } = board.pointer.point(at);
    if (hand) drop(at.type === "pointerup" ? board.layout.nearest(x, y) : null);
  };
  const runs = { pointermove: move, pointerup: end, pointercancel: end };
  home.setPointerCapture(event.pointerId);
  for (const [name, run] of Object.entries(runs)) home.addEventListener(name, run);
}
