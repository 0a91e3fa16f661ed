// The search, in a thread of its own.  Long ones are cut into slices, so that a stop is heard.
import { drawSeed, loadRules, RuleError } from "./rules.mjs";

const FIRST_SLICE = 50; // milliseconds
const LONGEST_SLICE = 400;
const DEFAULT_TIME = 1000;

/** Lets messages in. */
const pause = () =>
  new Promise((/** @type {(value?: any) => void} */ resume) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => (port1.close(), resume());
    port2.postMessage(0);
  });

/**
 * Thinks and yields what it knows after each slice; the last Info is the answer.  With nodes or depth and
 * no time everything is one slice, and the answer is the same on every machine.
 * @param {import("./rules.mjs").Rules} rules
 * @param {string} position
 * @param {SearchLimits} limits
 */
export function* think(rules, position, { player, ms, nodes, depth, lines, seed } = {}) {
  if (!ms && !nodes && !depth) ms = DEFAULT_TIME;
  const fixed = { player, depth, lines, seed: seed ?? (ms ? drawSeed() : 0) };
  const begin = performance.now();
  let slice = ms ? FIRST_SLICE : 0;
  let done = 0; // nodes so far
  let best = null;
  for (;;) {
    const us = Math.ceil(1000 * Math.min(slice, (ms ?? 0) - (performance.now() - begin)));
    const found = rules.think(position, { ...fixed, us: Math.max(us, slice ? 1 : 0), nodes: nodes && nodes - done });
    done += found.nodes;
    // What was learned stays, so a slice that does not get farther needs only more time.
    if (best && found.depth <= best.depth) slice = Math.min(2 * slice, LONGEST_SLICE);
    if (!best || found.depth >= best.depth) best = found;
    const spent = performance.now() - begin;
    yield { best: best.best, words: best.words, depth: best.depth, nodes: done, ms: spent, lines: best.lines };
    if (!slice || found.us < us || spent >= ms || (nodes && done >= nodes)) return;
  }
}

let current = 0; // the question at work; 0: none

async function answer({ id, game, position, options }) {
  current = id;
  try {
    let info = null;
    for (info of think(await loadRules(game), position, options)) {
      postMessage({ id, info });
      await pause();
      if (current !== id) return;
    }
    postMessage({ id, info, done: true });
  } catch (error) {
    postMessage({ id, error: String(error), refusal: error instanceof RuleError ? error.refusal : null });
  }
}

if (typeof WorkerGlobalScope === "function") {
  addEventListener("message", ({ data }) => {
    if (data.stop) current = 0;
    else answer(data);
  });
}
