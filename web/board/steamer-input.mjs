// Steering a steamer: clicks, drags, keys and typed words become actions, and actions become a move.
// The same door as input.mjs; what a move may be is the business of voyage.mjs and the rules behind it.
import { Voyage } from "./voyage.mjs";
import { Panel } from "./steamer-move-panel.mjs";
import { Hud } from "./steamer-buttons.mjs";
import { actionsOf, phrases, plain, slowEnough, typed } from "./looks/mississippi-words.mjs";
import { headingNamed, mapOf, nameOfHeading } from "./looks/river-map.mjs";
import { onLang, say, t } from "./hex-texts.mjs";
import { steer } from "./steamer-keys.mjs";
import * as settings from "../settings.mjs";

const DOUBLE_MS = 400;

export class SteamerInput {
  /**
   * @param {import("./board.mjs").Board} board
   * @param {import("../rules.mjs").Rules} rules
   * @param {InputHandlers} handlers
   */
  constructor(board, rules, { onMove, say: speak, isPatient = false }) {
    this.board = board;
    this.rules = rules;
    this.onMove = onMove;
    this.speak = speak ?? (() => {});
    /** @type {View | null} */
    this.view = null;
    /** @type {Side | null} */
    this.side = null;
    this.voyage = new Voyage(rules);
    this.voyage.mode = settings.get("steamer") === "manual" ? "manual" : "auto";
    this.isActive = false;
    this.isPatient = isPatient; // where a ship is steered only after it was clicked
    this.isSteering = !isPatient;
    this.isAiming = false;
    this.prompt = null;
    this.choices = null;
    this.panelView = new Panel(this);
    this.panel = this.panelView.element;
    this.hud = new Hud(this);
    this.offs = [
      board.hear("press", ({ field, pointer }) => this.press(field, pointer)),
      board.hear("drop", ({ field }) => this.press(field, "drop")),
      board.hear("hover", ({ field }) => this.hover(field)),
      onLang(() => this.view && this.show({ animate: false })),
    ];
    this.show({ animate: false });
  }

  /** The position to move in; `side` may move here and now; null: neither. */
  position(position, view, { side = null } = {}) {
    const isSame = position === this.shown && side === this.side;
    this.again = this.isAgain(view);
    this.revealed = this.isRevealed(view);
    this.last = { turn: view.turn, side: view.side, again: this.again, revealed: this.revealed, known: known(view) };
    this.view = view;
    this.side = side;
    this.shown = position;
    this.isActive = side !== null && side === view.side && !view.over;
    if (isSame) return this.show({ animate: false });
    this.prompt = this.choices = null;
    this.isAiming = false;
    this.isSteering = !this.isPatient;
    this.begin(position);
    this.show({ animate: false });
    if (this.news()) this.speak(this.news());
  }

  /** What the last move has brought: a new segment, or the same side again. */
  news() {
    const { view, again, revealed, isActive } = this;
    if (!view) return "";
    const parts = [
      revealed && t("mq.revealed", { n: revealed }),
      again && isActive && t("mq.again", { round: view.round, why: t(`mq.why.${view.facts.why}`) }),
    ];
    return parts.filter(Boolean).join(" ");
  }

  /** The number of the segment that has just come into sight. */
  isRevealed(view) {
    if (this.last?.turn === view.turn) return this.last.revealed;
    return this.last?.turn === view.turn - 1 && known(view) > this.last.known ? known(view) : null;
  }

  /** Who looks at an old position in between finds his actions again. */
  begin(position) {
    const { voyage } = this;
    if (voyage.position && voyage.words.length) this.kept = { position: voyage.position, words: voyage.words };
    voyage.begin(this.isActive ? position : null);
    if (this.isActive && this.kept?.position === position) voyage.change(this.kept.words);
  }

  /** The same side moves twice running when it begins the new round. */
  isAgain(view) {
    if (this.last?.turn === view.turn) return this.last.again;
    return this.last?.turn === view.turn - 1 && this.last.side === view.side && view.side !== null;
  }

  /* ---- showing ---- */

  /** The board with the ships where the actions have brought them. */
  show({ animate = true } = {}) {
    const { build } = this.voyage;
    if (this.view && build?.ship) {
      const mine = this.view.side;
      const pieces = this.view.pieces.map((piece) => ({
        ...piece,
        ...(piece.side === mine ? build.ship : build.other),
      }));
      const isChanged = this.voyage.words.length > 0 || this.isMoved;
      if (isChanged) this.board.show({ ...this.view, pieces }, { animate });
      this.isMoved = this.voyage.words.length > 0;
    }
    this.hints();
    this.panelView.show();
    this.hud.show();
  }

  hints(ghost = null) {
    const { build } = this.voyage;
    if (!build?.next) return this.board.hints({});
    if (!this.isSteering) return this.board.hints({ movable: [build.ship.at] });
    if (this.isAiming) {
      const ends = this.endCosts();
      return this.board.hints({
        look: { ends },
        movable: Object.keys(ends),
        outlined: false,
        selected: this.choices?.field ?? null,
        notes: Object.fromEntries(
          Object.entries(ends).map(([id, n]) => [id, t(n ? "mq.aim.end" : "mq.aim.free", { n })]),
        ),
      });
    }
    const targets = build.mustPush ? this.pushTargets() : this.stepTargets();
    const closed = build.mustPush ? build.next.push.filter((way) => !way.ok).map((way) => way.to) : [];
    const dim = build.mustPush ? [...build.next.push.map((way) => way.to), build.ship.at] : null;
    this.board.hints({
      movable: [build.ship.at],
      selected: build.ship.at,
      targets,
      look: { closed, dim },
      notes: this.notes(),
      ghost,
      hovered: this.hovered,
    });
  }

  /** What it costs to go to a field, or to push there. */
  notes() {
    const { next, mustPush } = this.voyage.build;
    const ways = mustPush ? next.push : [...next.step, ...(next.back ? [next.back] : [])];
    const key = mustPush ? "mq.note.push" : "mq.note.step";
    return Object.fromEntries(ways.filter((way) => way.ok).map((way) => [way.to, t(key, { cost: this.wayText(way) })]));
  }

  stepTargets() {
    const { next } = this.voyage.build;
    const words = { sandbank: t("mq.stop"), ship: "⚔" };
    const ahead = next.step
      .filter((way) => way.ok)
      .map((way) => ({
        id: way.to,
        kind: way.kind === "ship" ? "push" : "move",
        label: words[way.kind] ?? `−${way.cost}`,
      }));
    return next.back?.ok ? [...ahead, { id: next.back.to, kind: "move", label: `−${next.back.coal} ■` }] : ahead;
  }

  pushTargets() {
    return this.voyage.build.next.push
      .filter((way) => way.ok)
      .map((way) => ({ id: way.to, kind: "push", label: `−${way.cost}` }));
  }

  /** Where a move can end, what lies straight ahead, and the ship: the fields that must not be hidden. */
  usefulFields() {
    const { build } = this.voyage;
    const ahead = [...build.next.step, ...build.next.push, ...this.turnWays()].map((way) => way.to);
    return [...this.voyage.ends().keys(), ...ahead, build.ship.at, ...this.view.pieces.map((piece) => piece.at)];
  }

  endCosts() {
    return Object.fromEntries([...this.voyage.ends()].map(([id, end]) => [id, end.cost]));
  }

  /** Why no passenger boards and nothing is won, though the ship is at the right place. */
  landingNote() {
    const { build } = this.voyage;
    const before = this.view.pieces.find((ship) => ship.side === this.view.side);
    const { at, passengers } = build.ship;
    if (!build.complete || passengers > before.passengers) return "";
    const field = this.view.fields.find((one) => one.id === at);
    const isFast = build.complete.speed > slowEnough(field);
    const isLanding = this.view.fields.some((one) => one.landing === at) && (isFast || passengers < 2);
    if (field?.kind === "goal" && (passengers < 2 || isFast)) return t(field.current ? "mq.goalSlower" : "mq.goalNote");
    return isLanding ? this.landingText(field) : "";
  }

  landingText(field) {
    return t(field?.current ? "mq.landingSlower" : "mq.landing");
  }

  /** The ship as it was after an action, while its chip is under the pointer. */
  ghost(i) {
    const action = this.voyage.build?.actions[i];
    if (!action) return this.hints();
    const ship = { ...this.voyage.build.ship, side: this.view.side, dir: action.dir };
    this.hints({ to: action.at, ship });
  }

  hover(field) {
    if (!this.voyage.build?.next || this.isAiming || !this.isSteering) return;
    this.hovered = field;
    const way = this.wayTo(field);
    this.board.tell(field, way?.ok ? this.wayText(way) : null);
    this.hints();
  }

  wayText(way) {
    const coal = way.coal > 0 ? t("mq.costCoal", { n: way.coal }) : "";
    const [action] = actionsOf(way.words);
    const [phrase] = phrases(way.words, this.voyage.build.ship.dir);
    if (action.kind === "face") return `${phrase}: ${coal || t("mq.free")}`;
    const parts = [t("mq.cost", { n: way.cost })];
    if (coal) parts.push(coal);
    if (way.kind === "sandbank" || way.kind === "log" || way.kind === "ship") parts.push(t(`mq.way.${way.kind}`));
    if (way.current !== undefined && way.cost > way.n) parts.push(t("mq.way.current"));
    const landing = this.view.fields.some((one) => one.landing === way.to);
    if (landing) parts.push(this.landingText(this.view.fields.find((one) => one.id === way.to)));
    return parts.join(" · ");
  }

  /* ---- acting ---- */

  after(refusal) {
    this.prompt = this.choices = null;
    this.isSteering = true;
    this.show();
    if (refusal) this.complain(refusal);
    else this.speak(`${say(this.voyage.build.say)}`);
  }

  /** Actions say where they fail; where they do not, the ship itself is the place. */
  complain(refusal) {
    const fields = refusal.fields?.length ? refusal.fields : [this.voyage.build.ship.at];
    this.board.complain({ ...refusal, de: plain(refusal.de), en: plain(refusal.en), fields });
  }

  add(way) {
    if (!way) return;
    this.after(this.voyage.add(way));
  }

  turn(name) {
    this.add(this.voyage.build.next[name]);
  }

  /** To a direction, in the seasons that turn like that. */
  face(heading) {
    this.add(this.voyage.build.next.turn.find((way) => way.dir === nameOfHeading(heading)));
  }

  /** One field ahead, or as far as it goes. */
  ahead(isFar) {
    const ways = this.voyage.build.next.step;
    const open = ways.filter((way) => way.ok);
    this.add((isFar ? open.at(-1) : open[0]) ?? ways[0]);
  }

  push(heading) {
    const way = this.voyage.build.next.push.find((one) => one.dir === nameOfHeading(heading));
    if (way) this.add(way);
    else this.complain({ ...texts("mq.nothingToPush"), fields: [] });
  }

  undo() {
    if (this.prompt || this.choices) return this.after(null);
    if (this.voyage.undo()) this.after(null);
  }

  redo() {
    if (this.voyage.redo()) this.after(null);
  }

  back(i) {
    this.voyage.back(i);
    this.after(null);
  }

  reset() {
    this.isAiming = false;
    this.voyage.reset();
    this.after(null);
  }

  fill() {
    this.voyage.complete();
    this.after(null);
  }

  setMode(mode) {
    settings.set("steamer", mode);
    this.voyage.setMode(mode);
    this.after(null);
  }

  /** Target mode: first where, then how. */
  aim(isOn = !this.isAiming) {
    this.isAiming = isOn;
    this.isSteering = true;
    this.choices = this.prompt = null;
    this.show();
    this.speak(t(isOn ? "mq.aim.on" : "mq.aim.off"));
  }

  aimAt(field) {
    const moves = this.voyage.choices(field);
    if (!moves.length) return this.complain({ ...texts("mq.aim.none"), fields: [field] });
    this.choices = { field, moves };
    if (moves.length === 1) return this.choose(moves[0]);
    this.show();
    this.hud.focus();
  }

  choose(move) {
    this.isAiming = false;
    this.after(this.voyage.choose(move));
  }

  /** Sends a legal move; anything else opens the safety prompt. */
  send() {
    const words = this.voyage.ready;
    if (!words) {
      this.prompt = { isOpen: true };
      this.show();
      this.panelView.focusPrompt();
      return;
    }
    this.isMoved = false;
    this.kept = null;
    this.onMove(words);
  }

  sendAnyway() {
    this.prompt = null;
    this.onMove(this.voyage.raw, true);
  }

  closePrompt() {
    this.prompt = null;
    this.show();
  }

  /* ---- fields ---- */

  wayTo(field) {
    const { next, mustPush } = this.voyage.build;
    const ways = mustPush ? next.push : [...next.step, ...(next.back ? [next.back] : []), ...this.turnWays()];
    return ways.find((way) => way.to === field) ?? null;
  }

  /** The fields beside the ship stand for turns to them, in the seasons that turn like that. */
  turnWays() {
    const { next, ship } = this.voyage.build;
    const { beside } = mapOf(this.view);
    return (next.turn ?? []).map((way) => ({ ...way, to: beside(ship.at, headingNamed(way.dir)) }));
  }

  press(field, pointer) {
    if (field === null || field === undefined || !this.view) return;
    if (!this.isActive || !this.voyage.build?.next) return this.pressIdle(field);
    if (this.isAiming) return this.aimAt(field);
    if (!this.isSteering) return this.take(field);
    const way = this.wayTo(field);
    if (way) return this.add(way);
    if (field === this.voyage.build.ship.at) return this.speak(say(this.voyage.build.say));
    if (this.isDouble(field, pointer)) {
      this.isAiming = true;
      return this.aimAt(field);
    }
    this.complain({ ...this.whyNot(field), fields: [field] });
  }

  /** A ship that waits for it is steered from now on. */
  take(field) {
    if (field !== this.voyage.build.ship.at) return this.complain({ ...texts("mq.clickShip"), fields: [field] });
    this.isSteering = true;
    return this.show();
  }

  pressIdle(field) {
    const refusal = this.view.over ? null : this.rules.pick(this.shown, field);
    this.board.complain(refusal ?? { ...texts("mq.notYours"), fields: [field] });
  }

  isDouble(field, pointer) {
    const now = Date.now();
    const isIt = pointer !== "drop" && this.pressed?.field === field && now - this.pressed.at < DOUBLE_MS;
    this.pressed = { field, at: now };
    return isIt;
  }

  /** Straight ahead the referee knows the reason; elsewhere the ship does not look that way. */
  whyNot(field) {
    const { build, words, position, mode } = this.voyage;
    if (build.mustPush) return texts("mq.pushFirst");
    const map = mapOf(this.view);
    let at = build.ship.at;
    for (let n = 1; n <= 6; n++) {
      at = map.beside(at, build.ship.dir);
      if (at === field)
        return this.rules.build(position, [...words, `step:${n}`].join(";"), mode).refusal ?? texts("mq.notAhead");
    }
    return texts("mq.notAhead");
  }

  /* ---- the rest of the door ---- */

  /** The board has been turned. */
  refresh() {
    this.show({ animate: false });
  }

  /** `b+1 v2 l1 v1 a3` or the words of the console: filled in, and sent by hand. */
  type(text) {
    const words = this.view && typed(text, mapOf(this.view), this.typing());
    const refusal = !this.isActive
      ? texts("mq.notYours")
      : !words
        ? texts(this.voyage.build?.next?.turn ? "mq.unreadableFace" : "mq.unreadable", { text })
        : this.voyage.use(words);
    if (this.isActive) this.after(refusal);
    return refusal ?? { ok: true, words: this.voyage.ready };
  }

  /** What typed turns begin from, and how the board is turned. */
  typing() {
    const ship = this.view.pieces.find((piece) => piece.side === this.view.side);
    return { heading: this.voyage.build?.next?.turn ? ship.dir : null, turn: this.board.painting.pen.turn };
  }

  /** There are far too many moves to list them while words are typed. */
  complete() {
    return [];
  }

  /** True if there was anything to take back. */
  cancel() {
    if (this.isIdle) return false;
    if (this.prompt) this.closePrompt();
    else if (this.choices || this.isAiming) this.aim(false);
    else {
      this.reset();
      this.isSteering = !this.isPatient;
      this.show();
    }
    return true;
  }

  /** First where the ship would end, then the whole move filled in; the third time the page sends it. */
  hint({ words, step }) {
    if (!this.isActive) return 0;
    const judged = this.rules.judge(this.voyage.position, words);
    if (step > 1) {
      this.board.arrows([]);
      this.after(this.voyage.use(words));
    } else if (judged.ok) {
      const { from, to } = judged.move;
      this.board.hints({ ...this.board.state, marked: [to] });
      this.board.arrows([{ from, to, kind: "engine1", words }]);
    }
    return step;
  }

  key(event) {
    return steer(this, event);
  }

  close() {
    for (const off of this.offs) off();
    this.hud.close();
  }

  get isIdle() {
    return !this.prompt && !this.isAiming && !this.voyage.words.length && this.isSteering !== this.isPatient;
  }
}

const known = (view) => view.facts.segments.filter((segment) => segment.known).length;

/** A sentence of the page where otherwise a refusal stands. */
function texts(key, params) {
  const text = t(key, params);
  return { ok: false, code: key, de: text, en: text };
}
