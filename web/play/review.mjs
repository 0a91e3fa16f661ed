// What the engine thinks of a game, ply by ply, always as red's chance of winning: bar, list and graph show this one
// number.

import { t } from "../i18n.mjs";

/** A chance is never a bare number: „Blau 69 %". @param {Side} side @param {number} chance */
export const chanceText = (side, chance) =>
  t("analyse.chance", { side: t(`side.${side}`), n: Math.round(chance * 100) });

/** From how much given away a move carries which sign. */
const SIGNS = [
  { sign: "??", least: 0.3, name: "blunder" },
  { sign: "?", least: 0.2, name: "mistake" },
  { sign: "?!", least: 0.1, name: "doubtful" },
];

export const signOf = (loss) => (loss === null ? null : (SIGNS.find(({ least }) => loss >= least) ?? null));

const PROMINENT = 5;

/** The largest mistakes of a game: few, so that they say something. @returns {Set<TreeNode>} */
export function largestMistakes(tree) {
  const mistakes = tree.main.filter((node) => node.loss >= SIGNS[1].least);
  return new Set(mistakes.sort((a, b) => b.loss - a.loss).slice(0, PROMINENT));
}

/** An answer of the engine as an opinion; `view` is that of the searched position. */
export function opinionOf(info, view) {
  const forRed = (win) => (view.side === "red" ? win : 1 - win);
  const lines = info.lines.map((line) => ({
    words: line.words,
    win: forRed(line.win),
    own: view.side === "red" ? line.own : -line.own,
  }));
  return {
    win: lines[0].win,
    own: lines[0].own,
    best: lines[0].words[0] ?? info.words,
    depth: info.depth,
    nodes: info.nodes,
    lines,
  };
}

/** A position that is over needs no engine. */
export function verdictOf(view) {
  if (!view.over) return null;
  const win = view.over.winner === "red" ? 1 : view.over.winner === "blue" ? 0 : 0.5;
  return { win, own: null, best: null, depth: 0, nodes: 0, lines: [] };
}

/** How much of its chance the side that moved to `node` gave away: nothing, if it was the engine's own move. */
function lossAt(tree, node) {
  const before = node.parent?.opinion,
    after = node.opinion;
  if (!before || !after) return null;
  if (before.best === node.words) return 0;
  const mover = tree.view(node.parent).side;
  const change = mover === "red" ? before.win - after.win : after.win - before.win;
  return Math.max(0, change);
}

/**
 * Looks at every position of the main line with the same number of nodes, so that the result is the same everywhere.
 * @param {(done: number, all: number) => void} onStep
 * @param {AbortSignal} signal
 */
export async function review(tree, engine, nodes, onStep, signal) {
  for (const [ply, node] of tree.main.entries()) {
    if (signal.aborted) return false;
    const view = tree.view(node);
    node.opinion = verdictOf(view) ?? opinionOf(await engine.go(node.position, { nodes, lines: 1 }), view);
    node.loss = lossAt(tree, node);
    onStep(ply + 1, tree.main.length);
  }
  return true;
}

/** Mistakes, mean loss and times of each side. */
export function summary(tree) {
  const sums = { red: emptySum(), blue: emptySum() };
  for (const node of tree.main.slice(1)) {
    const sum = sums[tree.view(node.parent).side];
    if (!sum) continue;
    if (node.loss !== null) {
      sum.moves++;
      sum.loss += node.loss;
      const sign = signOf(node.loss);
      if (sign) sum[sign.name].push(node);
    }
    if (node.ms !== null) sum.times.push(node.ms);
  }
  return sums;
}

const emptySum = () => ({ moves: 0, loss: 0, blunder: [], mistake: [], doubtful: [], times: [] });
