// Geometry of the hexagons, and the building of a steamer's move against the real rules.  Needs build/wasm.
import test from "node:test";
import assert from "node:assert/strict";
import { loadRules } from "../../web/rules.mjs";
import * as hive from "../../web/board/looks/hive.mjs";
import * as river from "../../web/board/looks/mississippi.mjs";
import { plan } from "../../web/board/geometry.mjs";
import { actionsOf, beside, typed, walk } from "../../web/board/looks/mississippi-words.mjs";
import { Voyage } from "../../web/board/voyage.mjs";

/** Numbers that look random and are the same every time. */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const rules = { hive: await loadRules("hive"), mississippi: await loadRules("mississippi") };
const start = (game, seed = "3") => rules[game].setup({ seed }).position;

/** A position some random moves after the beginning. */
function later(game, seed, plies) {
  const roll = dice(seed);
  let position = start(game, String(seed));
  for (let i = 0; i < plies; i++) {
    const moves = rules[game].view(position).over ? [] : rules[game].moves(position);
    if (!moves.length) break;
    const move = moves[roll(moves.length)];
    position = rules[game].play(position, move.words ?? rules[game].words(position, move)).position;
  }
  return position;
}

for (const [game, look] of [
  ["hive", hive],
  ["mississippi", river],
]) {
  test(`${game}: every field is found where it is drawn`, () => {
    const view = rules[game].view(later(game, 5, 12));
    const layout = plan(look.default, view);
    for (const cell of layout.cells) {
      for (const [dx, dy] of [
        [0, 0],
        [17, 9],
        [-20, 12],
        [3, -30],
      ]) {
        assert.equal(layout.nearest(cell.x + dx, cell.y + dy), cell.id);
      }
    }
  });

  test(`${game}: a turned board has the same fields, each on the other side`, () => {
    const view = rules[game].view(later(game, 5, 12));
    const [there, back] = [plan(look.default, view), plan(look.default, view, true)];
    for (const cell of there.cells) {
      const right = there.step(cell.id, "right");
      if (right) assert.equal(back.step(cell.id, "left"), right);
    }
    assert.deepEqual(there.rows.flat().sort(), back.rows.flat().sort());
  });
}

test("hive: what is written is read again", () => {
  const { read, notation } = hive.default;
  for (const seed of [3, 7]) {
    for (const plies of [0, 3, 14]) {
      for (const move of rules.hive.moves(later("hive", seed, plies))) {
        if (!move.skip) assert.equal(read(notation(move)), move.words);
      }
    }
  }
  assert.equal(read("+k 1,-2"), "B@1,-2");
  assert.equal(read("k (0,0) (1,-1)"), "0,0>1,-1");
  assert.equal(read("0,0 → 1,-1"), "0,0>1,-1");
});

test("mississippi: neighbours are as far apart as hexagons are", () => {
  for (const id of ["0,0", "0,1", "-3,-5", "4,-2"]) {
    for (let dir = 0; dir < 6; dir++) {
      const [a, b] = [id, beside(id, dir)].map((name) => river.centre(...name.split(",").map(Number)));
      assert.ok(Math.abs(Math.hypot(a[0] - b[0], a[1] - b[1]) - Math.sqrt(3) * 40) < 1e-9);
      assert.equal(beside(beside(id, dir), dir + 3), id);
    }
  }
});

test("mississippi: typed actions", () => {
  assert.equal(typed("b+1 v2 l1 v1 a3"), "acc:+1;step:2;turn:+1;step:1;push:LEFT");
  assert.equal(typed("B−1 R2 z1"), "acc:-1;turn:-2;step:-1");
  assert.equal(typed("acc:+1;step:2;push:DOWN_LEFT"), "acc:+1;step:2;push:DOWN_LEFT");
  assert.equal(typed("hello"), null);
  assert.deepEqual(actionsOf("turn:-2;push:LEFT"), [
    { kind: "turn", n: -2 },
    { kind: "push", n: 3 },
  ]);
});

test("mississippi: the track of a move ends where the move ends", () => {
  for (const seed of [3, 5]) {
    const position = later("mississippi", seed, 5);
    for (const move of rules.mississippi.moves(position).filter((_, i) => i % 7 === 0)) {
      const words = rules.mississippi.words(position, move);
      const last = walk({ ...move, words }).at(-1);
      assert.equal(last.at, move.to);
      assert.equal(((last.dir % 6) + 6) % 6, move.dir);
    }
  }
});

/** Everything a person can do to a voyage, by lot. */
function fiddle(voyage, roll) {
  const { next } = voyage.build;
  const ways = [
    next.left,
    next.right,
    next.faster,
    next.slower,
    ...next.step,
    ...next.push,
    ...(next.back ? [next.back] : []),
  ];
  const actions = [
    () => voyage.add(ways[roll(ways.length)]),
    () => voyage.add(ways[roll(ways.length)]),
    () => voyage.add(ways[roll(ways.length)]),
    () => next.step.some((way) => way.ok) && voyage.add(next.step.findLast((way) => way.ok)),
    () => voyage.undo(),
    () => voyage.redo(),
    () => voyage.back(roll(voyage.words.length + 1)),
    () => voyage.reset(),
    () => voyage.complete(),
    () => voyage.setMode(roll(2) ? "auto" : "manual"),
  ];
  actions[roll(actions.length)]();
}

test("mississippi: 2000 random ways to build a move never make an illegal one ready", () => {
  let ready = 0;
  for (let seed = 1; seed <= 2000; seed++) {
    const roll = dice(seed);
    const position = later("mississippi", (seed % 8) + 1, seed % 9);
    if (rules.mississippi.view(position).over) continue;
    const voyage = new Voyage(rules.mississippi);
    voyage.begin(position);
    for (let i = 0; i < 12; i++) {
      fiddle(voyage, roll);
      if (!voyage.ready) continue;
      ready++;
      assert.equal(rules.mississippi.judge(position, voyage.ready).ok, true, `${position}: ${voyage.ready}`);
    }
  }
  assert.ok(ready > 3000, `only ${ready} moves were ready`);
});

test("mississippi: undo and redo bring back the very same build", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const roll = dice(seed);
    const voyage = new Voyage(rules.mississippi);
    voyage.begin(start("mississippi", String(seed)));
    const states = [JSON.stringify(voyage.build)];
    for (let i = 0; i < 6; i++) {
      const ways = [
        voyage.build.next.left,
        voyage.build.next.right,
        voyage.build.next.faster,
        ...voyage.build.next.step,
      ].filter((way) => way.ok);
      if (!ways.length) break;
      voyage.add(ways[roll(ways.length)]);
      states.push(JSON.stringify(voyage.build));
    }
    const last = states.length - 1;
    for (let i = last - 1; i >= 0; i--) {
      voyage.undo();
      assert.equal(JSON.stringify(voyage.build), states[i]);
    }
    for (let i = 1; i <= last; i++) {
      voyage.redo();
      assert.equal(JSON.stringify(voyage.build), states[i]);
    }
  }
});

test("mississippi: a reset can be undone, a chip goes back to just before it", () => {
  const voyage = new Voyage(rules.mississippi);
  voyage.begin(start("mississippi"));
  voyage.use("acc:+1;step:1;turn:+1");
  const full = JSON.stringify(voyage.build);
  voyage.reset();
  assert.deepEqual(voyage.words, []);
  voyage.undo();
  assert.equal(JSON.stringify(voyage.build), full);
  voyage.back(1);
  assert.deepEqual(voyage.words, ["acc:+1"]);
  voyage.redo();
  assert.deepEqual(voyage.words, ["acc:+1", "step:1"]);
  voyage.redo();
  assert.equal(JSON.stringify(voyage.build), full);
});

test("mississippi: target mode offers every end, and what it fills in is that move", () => {
  const position = later("mississippi", 4, 4);
  const voyage = new Voyage(rules.mississippi);
  voyage.begin(position);
  const moves = rules.mississippi.moves(position);
  assert.deepEqual([...voyage.ends().keys()].sort(), [...new Set(moves.map((move) => move.to))].sort());
  for (const [field, end] of voyage.ends()) {
    const [best] = voyage.choices(field);
    assert.equal(best.cost, end.cost);
    assert.equal(voyage.choose(best), null);
    const verdict = rules.mississippi.judge(position, voyage.ready);
    assert.equal(verdict.move.to ?? rules.mississippi.play(position, voyage.ready).move.to, field);
  }
});
