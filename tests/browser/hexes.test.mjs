// Geometry of the hexagons, and the building of a steamer's move against the real rules.  Needs build/wasm.
import test from "node:test";
import assert from "node:assert/strict";
import { loadRules } from "../../web/rules.mjs";
import * as hive from "../../web/board/looks/hive.mjs";
import * as river from "../../web/board/looks/mississippi.mjs";
import { S, W, rotated, toward } from "../../web/board/hex.mjs";
import { plan } from "../../web/board/geometry.mjs";
import { actionsOf, typed, walk } from "../../web/board/looks/mississippi-words.mjs";
import { centre, mapOf } from "../../web/board/looks/river-map.mjs";
import { frameOf } from "../../web/board/looks/river-frame.mjs";
import { setLang } from "../../web/i18n.mjs";
import { Voyage } from "../../web/board/voyage.mjs";

/** Numbers that look random and are the same every time. */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const RIVERS = ["mississippi", "mississippi24"];
const rules = Object.fromEntries(
  await Promise.all(["hive", ...RIVERS].map(async (game) => [game, await loadRules(game)])),
);
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
  ["mississippi24", river],
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

/** Where a field with this name lies; in 2024 names are q and r. */
const place = (game, a, b) => centre(game === "mississippi24" ? a + (b + (b & 1)) / 2 : a, b);

for (const game of RIVERS)
  test(`${game}: neighbours lie where their direction points, as far away as hexagons are`, () => {
    const map = mapOf({ game });
    for (const id of ["0,0", "0,1", "-3,-5", "4,-2"]) {
      for (let heading = 0; heading < 6; heading++) {
        const next = map.beside(id, heading);
        const [a, b] = [id, next].map((name) => place(game, ...name.split(",").map(Number)));
        const [dx, dy] = toward(heading);
        assert.ok(Math.hypot(b[0] - a[0] - dx, b[1] - a[1] - dy) < 1e-9);
        assert.equal(map.beside(next, heading + 3), id);
        assert.equal(map.heading(map.number(heading)), heading);
      }
    }
  });

const ROOMS = [
  { width: 890, height: 600, least: 44 },
  { width: 620, height: 500, least: 44 },
  { width: 374, height: 440, least: 32 },
];

for (const game of RIVERS)
  test(`${game}: a frame has large fields, fills the room, and rests on the way`, () => {
    const { [game]: steamers } = rules;
    for (const { least, ...room } of ROOMS) {
      let { position } = steamers.setup({ seed: "4" });
      let last = null;
      let frames = 0;
      let plies = 0;
      for (let view = steamers.view(position); !view.over && plies < 40; view = steamers.view(position), plies++) {
        const frame = frameOf(view, room, { side: "red", last });
        const own = view.pieces[0];
        const [x, y] = rotated(centre(own.x, own.y), frame.turn);
        const [left, top, width, height] = frame.box;
        assert.ok(x > left && x < left + width && y > top && y < top + height, "the own ship is in the frame");
        assert.ok(frame.scale * W >= least - 0.01, `fields are ${frame.scale * W} wide`);
        assert.ok(Math.abs(width / height - room.width / room.height) < 1e-6);
        assert.ok(frame.isCut || Math.max(...used(view, frame)) >= 0.9);
        assert.equal(frameOf(view, room, { side: "red", last: frame }), frame, "nothing moves in the same position");
        frames += Number(frame !== last);
        last = frame;
        position = steamers.play(
          position,
          steamers.think(steamers.hide(position), { nodes: 400, seed: "1" }).words,
        ).position;
      }
      assert.ok(plies > 4 && frames < plies * 0.75, `${frames} frames in ${plies} moves`);
    }
  });

/** How much of the width and of the height the segments of a frame take. */
function used(view, { span, turn, box }) {
  const fields = view.fields.filter((field) => span.includes(field.segment));
  const at = fields.map((field) => rotated(centre(field.x, field.y), turn));
  const size = (axis, rim) => Math.max(...at.map((p) => p[axis])) - Math.min(...at.map((p) => p[axis])) + rim;
  return [size(0, W) / box[2], size(1, 2 * S) / box[3]];
}

/** A ship on a sandbank between the other one and an island; one that is too fast before the goal. */
const STUCK = {
  mississippi:
    "00050505 WWWWWWWWWWWWWWWWWWWW/WWWWWWWLWBBWBWBWWWWW/WLWWBWWWWBWBSWWWWWWW/WWWBWWWBSWWWS0WWWWWW/WWBBWWWW0WWLWBLWWWWW/WWSWWWSWBWBW3WWWWWWW/WWLWWWWWWLWBWBWWWWWW/WWWSWWWWBWBWWWLWWGGG 4 - 15 9,4,5,1,4,1,1 10,5,4,1,0,1,1 won=b",
  mississippi24:
    "00105505 WWWWWWWWWWWWWWWWWWWW/IIWWWWWWWWW3IWWWWWWW/WIWWIWWWWWWWWIWWWWWW/IWW0WIWWWWWWWWWWWWWW/WWWfWWWWWIWIWWWWWWWW/WWWWWIeWIWWWWWWWWWWW/WWIWWWWWWWIWbWIWWWWW/WWWWWWWWIWWWWIIWGGGW 8 - 31 25,-9,0,4,0,1,1,42 24,-9,0,1,2,2,1,47 won=b stuck=r",
};

test("mississippi: why a ship cannot move is said in plain words", () => {
  const told = {};
  for (const game of RIVERS) {
    const view = rules[game].view(STUCK[game]);
    const { whyOver } = river.default;
    setLang("de");
    told[game] = [whyOver(view, "red"), whyOver(view, "blue")];
    setLang("en");
    told[game].push(whyOver(view, "red"));
    setLang("de");
  }
  assert.deepEqual(told.mississippi, [
    "Du sitzt auf der Sandbank, vor dir steht Blau, hinter dir ist eine Insel.",
    "Rot sitzt auf der Sandbank, davor steht Blau, dahinter ist eine Insel.",
    "You sit on the sandbank, ahead of you is Blue, behind you is an island.",
  ]);
  assert.match(told.mississippi24[0], /^Du kannst nicht mehr fahren: Vor dir ist das Ziel, .* ohne Kohle nicht/);
});

test("mississippi: typed actions", () => {
  const [old, later] = RIVERS.map((game) => mapOf({ game }));
  assert.equal(typed("b+1 v2 l1 v1 a3", old), "acc:+1;step:2;turn:+1;step:1;push:LEFT");
  assert.equal(typed("a1", old), "push:UP_RIGHT");
  assert.equal(typed("B−1 R2 z1", old), "acc:-1;turn:-2;step:-1");
  assert.equal(typed("acc:+1;step:2;push:DOWN_LEFT", old), "acc:+1;step:2;push:DOWN_LEFT");
  assert.equal(typed("b+1 d1 v2 a3", later), "acc:+1;turn:DOWN_RIGHT;step:2;push:LEFT");
  assert.equal(typed("d↗ a↙ turn:left", later), "turn:UP_RIGHT;push:DOWN_LEFT;turn:LEFT");
  assert.equal(typed("hello", later), null);
  assert.deepEqual(actionsOf("turn:-2;push:LEFT"), [
    { kind: "turn", n: -2 },
    { kind: "push", n: 3 },
  ]);
  assert.deepEqual(actionsOf("turn:UP_LEFT;step:2"), [
    { kind: "face", n: 2 },
    { kind: "step", n: 2 },
  ]);
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
    ...(next.turn ?? []),
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

for (const game of RIVERS) {
  test(`${game}: the track of a move ends where the move ends`, () => {
    for (const seed of [3, 5]) {
      const position = later(game, seed, 5);
      for (const move of rules[game].moves(position).filter((_, i) => i % 7 === 0)) {
        const words = rules[game].words(position, move);
        const last = walk({ ...move, words }, mapOf({ game })).at(-1);
        assert.equal(last.at, move.to);
        assert.equal(((last.heading % 6) + 6) % 6, move.dir);
      }
    }
  });

  test(`${game}: 2000 random ways to build a move never make an illegal one ready`, () => {
    let ready = 0;
    for (let seed = 1; seed <= 2000; seed++) {
      const roll = dice(seed);
      const position = later(game, (seed % 8) + 1, seed % 9);
      if (rules[game].view(position).over) continue;
      const voyage = new Voyage(rules[game]);
      voyage.begin(position);
      for (let i = 0; i < 12; i++) {
        fiddle(voyage, roll);
        if (!voyage.ready) continue;
        ready++;
        assert.equal(rules[game].judge(position, voyage.ready).ok, true, `${position}: ${voyage.ready}`);
      }
    }
    assert.ok(ready > 3000, `only ${ready} moves were ready`);
  });

  test(`${game}: undo and redo bring back the very same build`, () => {
    for (let seed = 1; seed <= 40; seed++) {
      const roll = dice(seed);
      const voyage = new Voyage(rules[game]);
      voyage.begin(start(game, String(seed)));
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

  test(`${game}: a reset can be undone, a chip goes back to just before it`, () => {
    const voyage = new Voyage(rules[game]);
    voyage.begin(start(game));
    voyage.use(`acc:+1;step:1;${game === "mississippi" ? "turn:+1" : "turn:UP_RIGHT"}`);
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

  test(`${game}: target mode offers every end, and what it fills in is that move`, () => {
    const position = later(game, 4, 4);
    const voyage = new Voyage(rules[game]);
    voyage.begin(position);
    const moves = rules[game].moves(position);
    assert.deepEqual([...voyage.ends().keys()].sort(), [...new Set(moves.map((move) => move.to))].sort());
    for (const [field, end] of voyage.ends()) {
      const [best] = voyage.choices(field);
      assert.equal(best.cost, end.cost);
      assert.equal(voyage.choose(best), null);
      const verdict = rules[game].judge(position, voyage.ready);
      assert.equal(verdict.move.to ?? rules[game].play(position, voyage.ready).move.to, field);
    }
  });
}
