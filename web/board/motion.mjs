// Short animations, one move at a time.  finish() jumps to the end of all that is still under way.

const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)");

export class Motion {
  running = new Set();

  finish() {
    for (const animation of [...this.running]) animation.finish();
    this.running.clear();
  }

  get isStill() {
    return Boolean(still?.matches);
  }

  start(element, frames, ms, done) {
    if (this.isStill || ms <= 0 || !element.animate) return done?.();
    const animation = element.animate(frames, { duration: Math.min(ms, 250), easing: "cubic-bezier(.3,.1,.2,1)" });
    this.running.add(animation);
    animation.onfinish = () => {
      this.running.delete(animation);
      done?.();
    };
    animation.oncancel = animation.onfinish;
  }

  /** Along points; angles turn the shorter way round. */
  glide(element, points, ms) {
    let angle = points[0].angle ?? 0;
    const frames = points.map((point) => {
      angle += (((((point.angle ?? angle) - angle) % 360) + 540) % 360) - 180;
      return { transform: `translate(${point.x}px, ${point.y}px) rotate(${angle}deg)` };
    });
    this.start(element, frames, ms);
  }

  appear(element, ms) {
    this.start(
      element,
      [
        { opacity: 0, transform: "scale(.6)" },
        { opacity: 1, transform: "scale(1)" },
      ],
      ms,
    );
  }

  /** What is gone sinks: it is drawn a little longer, above what took its place or below the other pieces. */
  vanish(element, layer, centre, ms, below = false) {
    if (this.isStill) return;
    if (below) layer.prepend(element);
    else layer.append(element);
    element.style.transformOrigin = below ? "0 0" : `${centre.x}px ${centre.y}px`;
    const at = below ? `translate(${centre.x}px, ${centre.y}px) ` : "";
    this.start(
      element,
      [
        { opacity: 1, transform: `${at}scale(1)` },
        { opacity: 0, transform: `${at}scale(.7)` },
      ],
      ms,
      () => element.remove(),
    );
  }

  /** What has just been turned around a point is seen turning there. */
  swing(element, degrees, centre, ms) {
    element.style.transformOrigin = `${centre.x}px ${centre.y}px`;
    this.start(element, [{ transform: `rotate(${degrees}deg)` }, { transform: "rotate(0deg)" }], ms);
  }

  pulse(element) {
    this.start(element, [{ transform: "scale(1)" }, { transform: "scale(1.25)" }, { transform: "scale(1)" }], 250);
  }

  shake(element) {
    const by = (x) => ({ transform: `translateX(${x}px)` });
    this.start(element, [by(0), by(-5), by(5), by(-3), by(0)], 100);
  }
}
