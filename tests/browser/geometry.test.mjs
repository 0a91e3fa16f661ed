// Where fields lie: every one is found again at its own middle, turned or not, and has a name in both languages.
import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour, plan } from "../../web/board/geometry.mjs";
import { GAMES } from "../../web/games.mjs";
import { lookOf } from "../../web/board/looks/index.mjs";
import { loadRules } from "../../web/rules.mjs";
import { setLang } from "../../web/i18n.mjs";
import glossary from "../../web/lessons/glossary.mjs";
import { readLines } from "../../web/play/bot-annotations.mjs";

const opposite = { left: "right", upright: "downleft", upleft: "downright" };

for (const game of GAMES.filter(lookOf)) {
  const look = lookOf(game);
  const rules = await loadRules(game);
  const { position } = rules.setup({ seed: "1" });
  const view = rules.view(position);

  for (const flipped of [false, true]) {
    test(`${game}${flipped ? ", turned" : ""}: a field is found at its middle and near its rim`, () => {
      const layout = plan(look, view, flipped);
      const [x, y, w, h] = layout.box;
      for (const cell of layout.cells) {
        assert.equal(layout.nearest(cell.x, cell.y), cell.id);
        assert.equal(layout.nearest(cell.x + cell.r * 0.55, cell.y - cell.r * 0.4), cell.id);
        assert.ok(cell.x > x && cell.x < x + w && cell.y > y && cell.y < y + h, `${cell.id} is on the picture`);
      }
      assert.equal(layout.nearest(x - 500, y - 500), null);
    });

    test(`${game}${flipped ? ", turned" : ""}: every step has a way back`, () => {
      const layout = plan(look, view, flipped);
      for (const cell of layout.cells) {
        for (const [there, back] of Object.entries(opposite)) {
          const next = layout.step(cell.id, there);
          if (next) assert.equal(layout.step(next, back), cell.id, `${cell.id} ${there}`);
        }
      }
    });
  }

  test(`${game}: the arrows reach every field`, () => {
    const layout = plan(look, view);
    const seen = new Set([layout.rows[0][0]]);
    for (const id of seen) {
      for (const direction of ["left", "right", "up", "down"]) {
        const next = neighbour(layout, id, direction);
        if (next) seen.add(next);
      }
    }
    assert.equal(seen.size, layout.cells.length);
  });

  test(`${game}: rows hold every field once, from left to right`, () => {
    const layout = plan(look, view, true);
    assert.deepEqual(layout.rows.flat().sort(), layout.cells.map((cell) => cell.id).sort());
    for (const row of layout.rows) {
      const xs = row.map((id) => layout.at(id).x);
      assert.deepEqual(
        xs,
        [...xs].sort((a, b) => a - b),
      );
    }
  });

  for (const language of ["de", "en"]) {
    test(`${game}: fields, moves and facts have words (${language})`, () => {
      setLang(language);
      const missing = /\{\w+\}|undefined|null|\b(board|piranhas|penguins|hive|mq|mississippi)\.\w+/;
      for (const field of view.fields) assert.doesNotMatch(look.label(field.id, view), missing);
      for (const move of rules.moves(position).slice(0, 40)) {
        const whole = { words: rules.words(position, move), ...move };
        assert.doesNotMatch(look.spoken(whole, view), missing);
        assert.doesNotMatch(look.notation(whole, view), missing);
        if (look.tell) assert.doesNotMatch(look.tell(whole, view), missing);
      }
      for (const side of ["red", "blue"]) {
        for (const fact of look.facts(view, side)) {
          assert.doesNotMatch(`${fact.label} ${fact.value} ${fact.title ?? ""}`, missing);
          assert.ok(!fact.term || fact.term in glossary, fact.term);
        }
      }
    });
  }

  test(`${game}: a move's fields become its words`, () => {
    for (const move of rules.moves(position).filter((each) => each.words)) {
      assert.equal(look.words(move.from, move.to, move.kind), move.words);
    }
  });
}

test("what bots want to be drawn", () => {
  const { arrows, values, texts } = readLines([
    "@arrow A4 C4 green best move",
    "@arrow a1 b2 greenish",
    "@mark F3 Red",
    " @mark -1,2",
    "depth=3",
    "@arrow a1",
  ]);
  const drawn = (from, to, colour, label) => ({ from, to, kind: "bot", colour, label });
  assert.deepEqual(arrows, [
    drawn("a4", "c4", "green", "best move"),
    drawn("a1", "b2", null, "greenish"),
    drawn(null, "f3", "red", null),
    drawn(null, "-1,2", null, null),
  ]);
  assert.deepEqual([values, texts], [[["depth", "3"]], ["@arrow a1"]]);
});
