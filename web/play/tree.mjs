// A game with variations. A node is a position and the move that led to it; the first child of a node continues its
// line, the others are variations. Legality is the rules' business: add() asks them.

/**
 * @param {TreeNode | null} parent
 * @param {string} position
 * @param {string | null} words
 * @param {Partial<Ply> | null} ply
 * @returns {TreeNode}
 */
const makeNode = (parent, position, words, ply = null) => ({
  ply: parent ? parent.ply + 1 : 0,
  position,
  words,
  ms: ply?.ms ?? null,
  lag: ply?.lag ?? 0,
  hint: ply?.hint ?? "",
  parent,
  children: [],
  opinion: null,
  loss: null,
  view: null,
  move: undefined,
});

export class GameTree {
  /** @param {import("../rules.mjs").Rules} rules @param {GameRecord} record */
  constructor(rules, record) {
    this.rules = rules;
    this.record = record;
    this.root = makeNode(null, record.start, null);
    let node = this.root;
    for (const ply of record.plies) {
      const next = makeNode(node, ply.position, ply.words, ply);
      node.children.push(next);
      node = next;
    }
    this.main = this.lineThrough(this.root);
    this.mainNodes = new Set(this.main);
  }

  isMain(node) {
    return this.mainNodes.has(node);
  }

  /** From the root through `node` to the end of its line. */
  lineThrough(node) {
    const line = [];
    for (let at = node; at; at = at.parent) line.unshift(at);
    for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
    return line;
  }

  /** Plays words at a node: the node they lead to, an existing one if possible, or the refusal. */
  add(node, words) {
    const played = this.rules.play(node.position, words);
    if (!played.ok) return played;
    const known = node.children.find((child) => child.words === words || child.position === played.position);
    if (known) return known;
    const child = makeNode(node, played.position, played.words);
    node.children.push(child);
    return child;
  }

  /** Forgets a variation. */
  remove(node) {
    if (this.isMain(node) || !node.parent) return;
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  view(node) {
    node.view ??= this.rules.view(node.position);
    return node.view;
  }

  /** The move that led here as the painter knows it; null where a replay shows a state that no move explains. */
  move(node) {
    if (node.move === undefined) {
      const played = node.parent ? this.rules.play(node.parent.position, node.words) : null;
      node.move = played?.ok ? played.move : null;
    }
    return node.move;
  }

  /** The line through a node as a record, for files and links. */
  recordOf(node) {
    const { game, rules, seed, names, start, outcome } = this.record;
    const line = this.lineThrough(node);
    const plies = line.slice(1).map(({ words, ms, lag, hint, position }) => ({ words, ms, lag, hint, position }));
    return { game, rules, seed, names, start, plies, outcome: this.isMain(line.at(-1)) ? outcome : null };
  }
}
