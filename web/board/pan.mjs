// The picture slides to another part of the board instead of jumping there.

const sliding = new WeakMap();

/** Moves the viewBox of an SVG from where it is now to `box`; a new call takes over from one under way. */
export function pan(svg, box, ms = 250) {
  cancelAnimationFrame(sliding.get(svg));
  const from = (svg.getAttribute("viewBox") ?? "").split(/[ ,]+/).map(Number);
  const put = (values) => svg.setAttribute("viewBox", values.map((value) => value.toFixed(1)).join(" "));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (from.length < 4 || !ms || still || from.every((value, i) => Math.abs(value - box[i]) < 1)) return put(box);
  const begin = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, (now - begin) / ms));
    const eased = part * part * (3 - 2 * part);
    put(from.map((value, i) => value + (box[i] - value) * eased));
    if (part < 1) sliding.set(svg, requestAnimationFrame(step));
  };
  step(begin);
}
