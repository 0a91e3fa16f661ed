// From clicks, drags, keys and typed words to a move, for games where a piece goes from one field to another or is
// placed. Whether a move is legal is asked of the rules; this only remembers what is selected.
import { get, on } from "../settings.mjs";
import { numpadDirection } from "./grid.mjs";
import { index } from "./looks/common.mjs";
import { answer } from "./spoken-answers.mjs";
import { complete, read, towards } from "./typing.mjs";
import { t } from "./words.mjs";

export class Input {
  /**
   * @param {import("./board.mjs").Board} board
   * @param {import("../rules.mjs").Rules} rules
   * @param {InputHandlers} handlers  onMove sends a legal move; say shows a line to the person
   */
  constructor(board, rules, { onMove, say }) {
    this.board = board;
    this.rules = rules;
    this.onMove = onMove;
    this.say = say ?? (() => {});
    /** @type {View | null} */
    this.view = null;
    /** @type {Side | null} */
    this.side = null;
    /** @type {Move[]} */
    this.moves = [];
    this.opened = null;
    this.extra = board.look.panel?.(this) ?? null;
    this.panel = this.extra?.element ?? null;
    this.forget();
    const listen = (name, run) => board.hear(name, (detail) => this.view && run(detail));
    this.ends = [
      listen("press", (detail) => this.press(detail)),
      listen("drop", (detail) => this.drop(detail)),
      listen("hover", (detail) => this.hover(detail)),
      listen("menu", ({ field }) => this.menu(field)),
      listen("nomenu", () => this.noMenu()),
      on("hints", () => this.update()),
      on("input", () => board.set({ input: get("input") })),
    ];
  }

  forget() {
    this.selected = null;
    this.kind = null;
    this.pending = null;
    this.peeked = null;
    this.hovered = null;
    this.marked = [];
    this.before = null; // what was in hand before the last menu
  }

  /** A new position.  `side` may move here; what was selected stays so while it can still move. */
  position(position, view, { side = null } = {}) {
    const { selected, kind } = this;
    this.discard();
    this.forget();
    this.text = position;
    this.view = view;
    this.side = side;
    this.tip = 0;
    this.moves = view.over ? [] : this.rules.moves(position).filter((move) => move.to);
    if (selected && (this.isMine ? this.movesFrom(selected).length > 0 : this.isWaiting(selected)))
      this.selected = selected;
    if (kind && this.isMine && this.placements(kind).length) this.kind = kind;
    this.update();
  }

  get look() {
    return this.board.look;
  }

  /** Is a person of this page to move? */
  get isMine() {
    return Boolean(this.view && this.side && this.side === this.view.side);
  }

  movesFrom(field) {
    return this.moves.filter((move) => move.from === field);
  }

  placements(kind = null) {
    return this.moves.filter((move) => move.from === null && (!kind || move.kind === kind));
  }

  /** While the other side is to move, a piece of one's own can be selected in advance. */
  isWaiting(field) {
    return Boolean(this.side && !this.isMine && index(this.view).piece.get(field)?.side === this.side);
  }

  /** Games where a placement needs no kind: a press on the field is enough. */
  get placesAtOnce() {
    return this.moves.length > 0 && this.moves.every((move) => move.from === null && !move.kind);
  }

  /** The legal moves of what is selected or about to be placed. */
  get options() {
    if (this.selected) return this.movesFrom(this.selected);
    if (this.kind) return this.placements(this.kind);
    return this.placesAtOnce ? this.placements() : [];
  }

  moveTo(field) {
    return this.options.find((move) => move.to === field) ?? null;
  }

  /* ---- what the board shows ---- */

  update(withGhost = true) {
    if (!this.view) return;
    const mode = get("hints");
    const preview = this.selected ?? this.peeked;
    const moves = preview && preview !== this.selected ? this.movesFrom(preview) : this.options;
    const hovered = moves.find((move) => move.to === this.hovered) ?? null;
    const shown = mode !== "none" && !this.pending ? moves : [];
    const isTouched = preview && mode !== "none" && !this.pending;
    this.board.hints({
      movable: this.movable(),
      outlined: mode === "all",
      counts: this.counts(),
      selected: this.selected,
      marked: this.marked,
      targets: shown.map((move) => this.target(move)),
      look: { ...(isTouched ? this.rules.look(this.text, preview) : {}), at: preview, hovered, fan: this.opened },
      hovered: this.hovered,
      ghost: this.ghost(this.pending ?? (this.isMine && withGhost ? hovered : null)),
      faint: preview !== this.selected || !this.isMine,
    });
    this.extra?.show(this.view);
  }

  movable() {
    if (!this.isMine) return this.view.pieces.filter((piece) => piece.side === this.side).map((piece) => piece.at);
    return [...new Set(this.moves.filter((move) => move.from).map((move) => move.from))];
  }

  counts() {
    const counts = {};
    for (const move of this.moves) if (move.from) counts[move.from] = (counts[move.from] ?? 0) + 1;
    return counts;
  }

  target(move) {
    const kind = move.eats ? "eat" : move.level > 0 ? "climb" : move.from ? "move" : "place";
    return { id: move.to, kind, label: this.look.targetLabel?.(move, this.view) ?? "" };
  }

  ghost(move) {
    return move && { to: move.to, from: move.from, kind: move.kind, side: this.view.side };
  }

  hover({ field, pointer }) {
    this.hovered = field;
    const move = this.moveTo(field);
    const isDragging = pointer === "drag";
    const free = !this.selected && !this.kind && !this.placesAtOnce && pointer === "mouse";
    this.peeked = free && field && index(this.view).piece.has(field) ? field : null;
    this.update(!isDragging);
    this.board.tell(field, move && !this.pending && !isDragging ? this.look.tell?.(move, this.view) : null);
  }

  /** A long press or a right click. */
  menu(field) {
    const { selected, kind, peeked, opened, marked } = this;
    this.before = { selected, kind, peeked, opened, marked };
    this.peek(field);
  }

  /** It was none: everything is in hand again. */
  noMenu() {
    Object.assign(this, this.before);
    this.before = null;
    this.update();
  }

  /** Looks without choosing; a stack stays open until it is looked at again. */
  peek(field) {
    this.opened = field === this.opened || !index(this.view).piece.has(field) ? null : field;
    if (!index(this.view).piece.has(field)) return this.update();
    this.select(null);
    this.peeked = field;
    this.update();
  }

  /* ---- choosing ---- */

  press({ field, pointer }) {
    this.board.quiet();
    if (field === null) return this.select(null);
    if (this.pending) return field === this.pending.to ? this.confirm(true) : this.confirm(false);
    if (field === this.selected) return this.select(null);
    const onlyDrags = get("input") === "drag" && pointer !== "key" && this.selected;
    const move = this.isMine && this.moveTo(field);
    if (move) return onlyDrags ? this.select(null) : this.commit(move, pointer);
    if (this.canSelect(field)) return this.select(field);
    if (pointer === "key" && this.isForeignStack(field)) return this.peek(field);
    this.refuse(field);
  }

  canSelect(field) {
    return this.isMine ? this.movesFrom(field).length > 0 : this.isWaiting(field);
  }

  /** With nothing in hand, a key on the opponent's stack looks into it. */
  isForeignStack(field) {
    const stack = this.view.pieces.filter((piece) => piece.at === field);
    return stack.length > 1 && stack.at(-1).side !== this.side && !this.selected && !this.kind;
  }

  select(field) {
    this.selected = field;
    this.kind = null;
    this.peeked = null;
    this.marked = [];
    this.update();
    this.board.tell(null);
    if (!field) return;
    const what = this.look.label(field, this.view);
    const n = this.movesFrom(field).length;
    this.board.announce(this.isMine ? t("board.chosen", { what, n }) : t("board.waits", { what }));
  }

  /** A kind from the reserve; again the same one puts it back. */
  chooseKind(kind) {
    const again = kind === this.kind;
    this.select(null);
    if (again || !this.isMine) return;
    this.kind = kind;
    this.update();
  }

  /** Why not: asked of the rules, with the move that was meant. */
  refuse(field) {
    if (!this.side) return this.peek(field);
    if (!this.isMine) return this.complainNotYours(field);
    const meant = this.selected || this.kind ? this.look.words(this.selected, field, this.kind) : null;
    const isOwn = index(this.view).piece.get(field)?.side === this.side;
    const other = this.selected && isOwn ? this.rules.pick(this.text, field) : null;
    const refusal = other ?? (meant ? this.rules.judge(this.text, meant) : this.rules.pick(this.text, field));
    if (refusal?.ok !== false) return;
    const involved = [...refusal.fields, ...(this.rules.look(this.text, field).falls ?? [])].filter(
      (id) => id !== field,
    );
    this.board.complain({ ...refusal, fields: [field, ...involved] });
  }

  complainNotYours(field) {
    if (this.view.over) return this.board.complain({ ...this.rules.pick(this.text, field), fields: [field] });
    const text = t("board.notYours");
    this.board.complain({ de: text, en: text, fields: [field] });
  }

  drop({ field, from, pointer }) {
    if (this.selected !== from) this.select(from);
    if (field === null || !this.isMine) return;
    const move = this.moveTo(field);
    if (!move) return this.refuse(field);
    if (!get("confirm")) this.board.dropped = move;
    this.commit(move, pointer);
  }

  /* ---- sending ---- */

  /** Sends a move, or shows it as a ghost first where people want to be asked. */
  commit(move, pointer = "key") {
    if (!get("confirm")) return this.send(move);
    this.pending = move;
    this.update();
    this.board.tell(null);
    this.board.announce(t("board.ask", { move: this.look.spoken(move, this.view) }));
    this.board.ask(move.to).then((yes) => this.pending === move && this.confirm(yes));
    if (pointer === "key") this.board.focus(move.to);
  }

  confirm(yes) {
    const move = this.pending;
    this.discard();
    if (yes && move) this.send(move);
    else this.update();
  }

  discard() {
    this.pending = null;
    this.board.bubbles.stopAsking();
  }

  send(move) {
    this.forget();
    this.moves = [];
    this.update();
    this.board.tell(null);
    this.onMove(move.words);
  }

  /** Takes back what is half done.  True if there was anything. */
  cancel() {
    if (this.pending) this.confirm(false);
    else if (this.selected || this.kind || this.peeked || this.opened) {
      this.opened = null;
      this.select(null);
      this.board.announce(t("board.unchosen"));
    } else return false;
    return true;
  }

  /**
   * A hint in three steps: which piece, where to, and then it moves.  `info` comes from the engine.  Answers the step.
   */
  hint(info) {
    const move = this.moves.find((each) => each.words === (info.words ?? info.lines?.[0]?.words[0]));
    if (!move || !this.isMine) return 0;
    this.tip += 1;
    if (this.tip > 2) {
      this.send(move);
      return 3;
    }
    this.select(move.from);
    this.kind = move.from ? null : (move.kind ?? null);
    const isFirst = this.tip === 1 && move.from;
    this.marked = [isFirst ? move.from : move.to];
    this.update();
    this.tellAll(
      isFirst
        ? t("board.hintPiece", { field: this.look.label(move.from, this.view) })
        : t("board.hintTarget", { move: this.look.spoken(move, this.view) }),
    );
    return this.tip;
  }

  /* ---- words and keys ---- */

  /** Legal moves that begin as the text does. */
  complete(text) {
    return this.isMine ? complete(this, text) : [];
  }

  /** A typed move: plays it, selects the only field it names, or says why not.  Answers {ok, words} or a refusal. */
  type(text) {
    if (!this.isMine) {
      this.say(t("board.notYours"));
      return { ok: false, de: t("board.notYours"), en: t("board.notYours"), fields: [] };
    }
    const meant = read(this, text);
    if (meant.field) this.select(meant.field);
    if (meant.move) this.commit(meant.move);
    if (meant.refusal) {
      this.board.complain(meant.refusal);
      return meant.refusal;
    }
    return { ok: true, words: meant.move?.words ?? null };
  }

  /** Keys that work wherever the focus is, except in text fields.  True if it was one of them. */
  key(event) {
    if (!this.view || event.ctrlKey || event.metaKey) return false;
    if (event.altKey) {
      const told = answer(this, event.code);
      if (told) this.tellAll(told);
      return Boolean(told);
    }
    if (event.key === "Escape") return this.cancel();
    if (this.pending && (event.key === "Enter" || event.key === " ")) return (this.confirm(true), true);
    const kind = this.isMine ? this.look.kindOfKey?.(event.key, this.view) : null;
    if (kind && this.placements(kind).length) return (this.chooseKind(kind), true);
    if (event.key.toLowerCase() === "x") return (this.peek(this.hovered ?? this.board.grid.current), true);
    return this.swim(event);
  }

  /** With a piece selected, the numeric keypad names a direction; where only one move goes that way, it is meant. */
  swim(event) {
    const direction = numpadDirection(event);
    if (!direction || !this.selected || !this.isMine) return false;
    const ways = towards(this, this.selected, direction);
    if (ways.length === 1) this.commit(ways[0]);
    return ways.length > 0;
  }

  tellAll(text) {
    this.board.announce(text);
    this.say(text);
  }

  close() {
    for (const end of this.ends) end();
    this.discard();
  }
}
