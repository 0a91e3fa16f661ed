// The buttons of a steamer, for the panel below the board and for the cluster beside the ship.
import { button, h } from "../ui/dom.mjs";
import { say, sentence, t } from "./hex-texts.mjs";
import { plain } from "./looks/mississippi-words.mjs";
import { ARROWS, mapOf, nameOfHeading } from "./looks/river-map.mjs";

/** What every button does, its sign and its key.  A `way` is what the rules say of it in build.next. */
const buttons = {
  left: { sign: "↺", key: "A", run: (input) => input.turn("left"), way: (build) => build.next.left },
  right: { sign: "↻", key: "D", run: (input) => input.turn("right"), way: (build) => build.next.right },
  slower: { sign: "−", key: "-", run: (input) => input.turn("slower"), way: (build) => build.next.slower },
  faster: { sign: "+", key: "+", run: (input) => input.turn("faster"), way: (build) => build.next.faster },
  ahead: { sign: "▲", key: "W", run: (input) => input.ahead(false), way: (build) => build.next.step[0] },
  undo: { sign: "↶", key: "⌫", run: (input) => input.undo(), can: (voyage) => voyage.canUndo },
  redo: { sign: "↷", key: "mq.ctrlY", run: (input) => input.redo(), can: (voyage) => voyage.canRedo },
  reset: { sign: "✕", key: "C", run: (input) => input.reset(), can: (voyage) => voyage.words.length > 0 },
  send: { sign: "✓", key: "S", run: (input) => input.send() },
};

/** Buttons stay the same elements, so that the keyboard's focus stays where it is. */
export class Controls {
  constructor(input, names, { isLong = false } = {}) {
    this.input = input;
    this.isLong = isLong;
    this.elements = Object.fromEntries(names.map((name) => [name, this.make(name)]));
    this.speed = h("output.steamer-speed");
  }

  make(name) {
    const { sign, run } = buttons[name];
    const note = h("small");
    const label = h("span");
    const element = button(
      () => run(this.input),
      { class: `steamer-${name}` },
      h("b", { "aria-hidden": "true" }, sign),
      label,
      note,
    );
    return Object.assign(element, { note, label });
  }

  show() {
    const { voyage } = this.input;
    const { build } = voyage;
    for (const [name, element] of Object.entries(this.elements)) this.update(name, element, build, voyage);
    if (!build?.speed) return;
    const [low, high] = build.speed;
    this.speed.textContent = low === high ? low : `${low}–${high}`;
    this.speed.title = t(low === high ? "mq.speed" : "mq.speedRange", { low, high });
    this.speed.setAttribute("aria-label", this.speed.title);
  }

  update(name, element, build, voyage) {
    const { key, way, can } = buttons[name];
    const offer = build?.next && way?.(build);
    const isOpen = Boolean(build?.next) && (way ? offer?.ok : can ? can(voyage) : true);
    const cost = offer?.ok ? costNote(name, offer) : "";
    const text = t(`mq.do.${name}`);
    element.setAttribute("aria-disabled", String(!isOpen));
    const why = offer && !offer.ok ? sentence(plain(say(offer))) : "";
    const named = `${text} (${t(key)})`;
    element.title = why || [named, cost].filter(Boolean).join(" – ");
    element.label.textContent = this.isLong ? text : "";
    if (!this.isLong) element.setAttribute("aria-label", [named, why || cost].filter(Boolean).join(" – "));
    element.note.textContent = cost;
  }
}

/** Turns and changes of speed are free once; ahead costs movement points. */
function costNote(name, offer) {
  if (offer.coal > 0) return `−${offer.coal} ■`;
  return name === "ahead" ? "" : t("mq.free");
}

/** Directions of the screen clockwise from the left, as their buttons stand in a row. */
const CLOCKWISE = [3, 2, 1, 0, 5, 4];

/** Six buttons that turn the ship to a direction, for the seasons that turn like that. */
export class Compass {
  constructor(input) {
    this.input = input;
    this.buttons = CLOCKWISE.map((seen) =>
      button(
        () => input.face(this.heading(seen)),
        { class: "steamer-face" },
        h("b", { "aria-hidden": "true" }),
        h("small"),
      ),
    );
    this.element = h("div.steamer-row.steamer-compass", { role: "group" }, this.buttons);
  }

  /** Of the river, for a direction of the screen: boards are turned. */
  heading(seen) {
    return (seen - this.input.board.painting.pen.turn + 6) % 6;
  }

  show() {
    const { view, voyage } = this.input;
    const ways = voyage.build?.next?.turn;
    this.element.hidden = !ways;
    if (!ways) return;
    this.element.setAttribute("aria-label", t("mq.compass"));
    const map = mapOf(view);
    for (const [i, seen] of CLOCKWISE.entries()) {
      const heading = this.heading(seen);
      const way = ways.find((one) => one.dir === nameOfHeading(heading)); // none: the ship points there
      const cost = !way ? "" : way.ok ? costNote("face", way) : plain(say(way));
      const title = `${t("mq.action.face", { dir: t(`mq.dir.${seen}`) })} (${map.number(heading)})`;
      const element = this.buttons[i];
      element.title = cost ? `${title} – ${cost}` : title;
      element.setAttribute("aria-label", element.title);
      element.setAttribute("aria-disabled", String(!way?.ok));
      element.firstChild.textContent = ARROWS[seen];
      element.lastChild.textContent = !way ? "●" : way.ok ? cost : "";
    }
  }
}
