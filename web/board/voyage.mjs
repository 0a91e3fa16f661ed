// A steamer's move while it is being built: actions, undo and redo.  What is possible is asked of the rules after
// every change; nothing here knows them, and nothing here needs a page.

const isAcc = (word) => word?.startsWith("acc:");
const split = (words) => words.split(";").filter(Boolean);

export class Voyage {
  /** @param {{build: Function, moves: Function, words: Function}} rules */
  constructor(rules) {
    this.rules = rules;
    this.mode = "auto";
    this.begin(null);
  }

  /** A new position; the actions of the last one are forgotten. */
  begin(position) {
    this.position = position;
    this.words = [];
    this.past = [];
    this.future = [];
    this.ends_ = null;
    this.refresh();
  }

  /** Asks the rules; what they refuse is not kept. */
  refresh() {
    this.build = this.position && this.rules.build(this.position, this.words.join(";"), this.mode);
    if (this.build) this.words = this.build.actions.map((action) => action.words);
  }

  /** Automatic and stepwise: a marker that says "as fast as now" means nothing step by step. */
  setMode(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.words = this.words.filter((word) => word !== "acc:0");
    this.refresh();
  }

  /** Puts these actions in place of those there are; what the rules refuse is left out and answered. */
  change(words) {
    const before = this.words;
    this.words = words;
    this.refresh();
    if (this.words.join() !== before.join()) {
      this.past.push(before);
      this.future = [];
    }
    return this.build.refusal;
  }

  /** One more action, as the rules offer it in build.next.  Answers a refusal, or null. */
  add(way) {
    if (!way.ok) return way;
    const speed = isAcc(way.words) || way.words === "";
    if (!speed) return this.change([...this.words, way.words]);
    return this.change([...split(way.words), ...this.words.filter((word) => !isAcc(word))]);
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  undo() {
    return this.swap(this.past, this.future);
  }

  redo() {
    return this.swap(this.future, this.past);
  }

  swap(from, to) {
    if (!from.length) return false;
    to.push(this.words);
    this.words = from.pop();
    this.refresh();
    return true;
  }

  /** To just before action i; redo brings the actions back one by one. */
  back(i) {
    const steps = this.words.slice(i).map((_, n) => this.words.slice(0, i + n + 1));
    this.change(this.words.slice(0, i));
    this.future = steps.reverse();
  }

  /** From the beginning; can be undone. */
  reset() {
    this.change([]);
  }

  /** The shortest legal end that the rules found. */
  complete() {
    if (this.build.fill?.added) this.change([...this.words, ...split(this.build.fill.added)]);
  }

  /** A whole move, typed or chosen as a target; it can be edited further. */
  use(words) {
    return this.change(split(words));
  }

  /** The whole legal move, or null while there is none. */
  get ready() {
    return this.build?.complete?.words ?? null;
  }

  /** What would be sent if the move were forced. */
  get raw() {
    return this.words.filter((word) => word !== "acc:0").join(";");
  }

  /** Every field where a legal move can end: {cost (the least coal), moves}. */
  ends() {
    this.ends_ ??= endsOf(this.rules.moves(this.position));
    return this.ends_;
  }

  /** Ways to end on a field: the cheapest move for each direction and speed, cheapest first. */
  choices(field) {
    const best = new Map();
    for (const move of this.ends().get(field)?.moves ?? []) {
      const key = `${move.dir} ${move.speed}`;
      if (!best.has(key) || move.cost < best.get(key).cost) best.set(key, move);
    }
    return [...best.values()].sort((a, b) => a.cost - b.cost || a.dir - b.dir || a.speed - b.speed);
  }

  choose(move) {
    return this.use(this.rules.words(this.position, move));
  }
}

function endsOf(moves) {
  const ends = new Map();
  for (const move of moves) {
    const end = ends.get(move.to) ?? { cost: move.cost, moves: [] };
    end.cost = Math.min(end.cost, move.cost);
    end.moves.push(move);
    ends.set(move.to, end);
  }
  return ends;
}
