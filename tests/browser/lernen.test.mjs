// Lessons. First their data against the rules: every position is one, every solution leads to the goal, every wrong try
// is refused. Then in Chromium: solved by keyboard, mouse and finger, with reasons, in both languages.
import { describe, test } from "node:test";
import assert from "node:assert/strict";
import { GAMES, Visitor, onStage, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { familyOf, seasonsOf, yearOf } from "../../web/games.mjs";
import { loadRules } from "../../web/rules.mjs";
import { explain, explained, loadLessons } from "../../web/lessons/index.mjs";
import { Trainer, holds, isReached, valueAt } from "../../web/lessons/trainer.mjs";
import { termsIn } from "../../web/lessons/prose.mjs";
import glossary from "../../web/lessons/glossary.mjs";
import playTexts from "../../web/i18n/play.mjs";

const isPair = (pair) =>
  Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string" && text.length > 0);

/** Moves of the position with their words. */
const wordsOf = (rules, position) => rules.moves(position).map((move) => move.words ?? rules.words(position, move));

test("the terms of the coach are in the glossary, the same in both languages", () => {
  const pairs = Object.entries(playTexts)
    .filter(([key]) => key.startsWith("coach."))
    .map(([, pair]) => pair);
  for (const [de, en] of pairs) assert.deepEqual(termsIn(de), termsIn(en), de);
  const terms = pairs.flatMap(([de]) => termsIn(de));
  assert.ok(terms.length >= 8);
  for (const term of terms) assert.ok(term in glossary, term);
});

for (const game of GAMES) {
  const [rules, lessons] = await Promise.all([loadRules(game), loadLessons(game)]);

  test(`${game}: six to nine lessons, each complete in both languages`, () => {
    assert.ok(lessons.length >= 6 && lessons.length <= 9, `${lessons.length} lessons`);
    assert.equal(new Set(lessons.map(({ id }) => id)).size, lessons.length);
    for (const lesson of lessons) {
      const texts = [lesson.title, lesson.rule, ...lesson.text, lesson.task, lesson.hint, lesson.other, lesson.done];
      for (const text of texts) assert.ok(isPair(text), `${lesson.id}: ${JSON.stringify(text)}`);
      for (const [de, en] of texts) {
        assert.deepEqual(termsIn(de), termsIn(en), `${lesson.id}: the same terms in both languages`);
        for (const term of termsIn(de)) assert.ok(term in glossary, `${lesson.id}: ${term} is in the glossary`);
      }
    }
  });

  for (const lesson of lessons) {
    const { id, position, goal, solution, wrong, reply } = lesson;
    test(`${game}/${id}: position, goal, solution and wrong tries`, () => {
      assert.equal(rules.view(position).over, null, "the game goes on");
      const trainer = new Trainer(rules, lesson);
      const after = trainer.attempt(solution);
      assert.equal(after.kind, "done", JSON.stringify(after.refusal ?? after.words));
      for (const words of goal.words ?? []) assert.equal(trainer.attempt(words).kind, "done", words);
      assert.ok(wrong.length > 0);
      for (const { words, code } of wrong) assert.equal(trainer.attempt(words).refusal?.code, code, words);
      if (!reply) return;
      const answered = trainer.reply(after);
      assert.ok(answered.ok && isPair(reply.text));
      assert.ok(holds(reply.facts, answered.view, answered.move));
      const others = wordsOf(rules, position).filter((words) => trainer.attempt(words).kind === "done");
      assert.deepEqual(others, [solution], "an answer fits one solution only");
    });
  }

  test(`${game}: what ends a game is explained`, () => {
    for (const id of explained(game))
      assert.ok(
        lessons.some((lesson) => lesson.id === id),
        id,
      );
    assert.equal(explain(game, "nonsense"), null);
  });
}

test("the glossary is complete and leads to lessons that exist", async () => {
  for (const [term, { term: name, say, games, lesson }] of Object.entries(glossary)) {
    assert.ok(isPair(name) && isPair(say), term);
    assert.ok(games.length > 0 && games.every((game) => GAMES.includes(game)), term);
    if (!lesson) continue;
    const [game, id] = lesson.split("/");
    assert.ok(
      (await loadLessons(game)).some((one) => one.id === id),
      `${term}: ${lesson}`,
    );
  }
});

test("goals are read as written", () => {
  const view = {
    facts: { red: { free: 3 } },
    pieces: [
      { side: "blue", at: "a1" },
      { side: "red", at: "b2" },
    ],
    over: null,
  };
  assert.equal(valueAt(view, "pieces.side=red.at"), "b2");
  assert.equal(valueAt(view, "over.winner"), null);
  assert.ok(
    holds(
      [
        ["facts.red.free", "<=", 3],
        ["move.eats", "!=", true],
      ],
      view,
      { eats: false },
    ),
  );
  assert.ok(!holds([["facts.red.free", ">=", 4]], view, {}));
  const goal = { any: [{ words: ["a1a2"] }, { facts: [["move.distance", "=", 2]] }] };
  assert.ok(isReached(goal, { words: "b1b3", move: { distance: 2 } }, view));
  assert.ok(!isReached(goal, { words: "b1b2", move: { distance: 1 } }, view));
});

// ---- in the browser ----

let house, browser;

const goodNews = ".lesson-feedback.good";

/** Opens a lesson and waits until its board can be used. */
async function openLesson(visitor, game, id) {
  await visitor.goto(`/lernen/${game}/${id}`);
  await visitor.page.locator(".lesson .board-host [data-field]").first().waitFor({ state: "attached" });
  await visitor.page.locator(".lesson-hint").waitFor();
}

async function solve(visitor, how, game, lesson) {
  const table = await Table.sit(visitor.page, game);
  await table.hand(table, how, lesson.position, lesson.solution);
  await visitor.page.locator(goodNews).waitFor();
}

describe("in Chromium", () => {
  onStage((...both) => ([house, browser] = both));

  for (const game of GAMES)
    test(`all lessons of ${game} by keyboard, one after the other; progress survives a reload`, async () => {
      const visitor = await Visitor.open(browser, house.url);
      const { page } = visitor;
      const lessons = await loadLessons(game);
      await openLesson(visitor, game, lessons[0].id);
      for (const lesson of lessons) {
        await page.waitForURL(`**/lernen/${game}/${lesson.id}`);
        await page.locator(".lesson-text h1", { hasText: lesson.title[0] }).waitFor();
        await page.locator(".lesson-hint").waitFor();
        await solve(visitor, "keys", game, lesson);
        if (lesson.reply) await page.locator(goodNews, { hasText: lesson.reply.text[0] }).waitFor();
        await page.keyboard.press("Enter"); // the way on has the focus
      }
      await page.waitForURL(`**/lernen/${game}`);
      await page
        .locator(".learn-list .learn-solved")
        .nth(lessons.length - 1)
        .waitFor();
      await page.reload();
      await page
        .locator(".learn-list .learn-solved")
        .nth(lessons.length - 1)
        .waitFor();
      await visitor.goto("/lernen");
      if (seasonsOf(familyOf(game)).length > 1)
        await page.getByRole("radio", { name: String(yearOf(game)), exact: true }).check();
      await page.getByText(`${lessons.length} von ${lessons.length} gelöst`).waitFor();
      await visitor.close();
    });

  for (const [game, id, how] of [
    ["hive", "setzen", "mouse"],
    ["mississippi", "passagier", "touch"],
    ["penguins", "festsetzen", "touch"],
  ])
    test(`${game}/${id} by ${how}`, async () => {
      const visitor = await Visitor.open(browser, house.url, { phone: how === "touch" });
      const lesson = (await loadLessons(game)).find((one) => one.id === id);
      await openLesson(visitor, game, id);
      await solve(visitor, how, game, lesson);
      await visitor.close();
    });

  test("a wrong try is refused with the reason, in both languages, and changes nothing", async () => {
    const visitor = await Visitor.open(browser, house.url);
    const { page } = visitor;
    const [lesson] = await loadLessons("piranhas");
    const table = await Table.sit(page, "piranhas");
    for (const [lang, reason, other] of [
      ["de", "genau so weit", lesson.other[0]],
      ["en", "exactly as far", lesson.other[1]],
    ]) {
      await visitor.goto(`/lernen/piranhas/${lesson.id}?lang=${lang}`);
      await page.locator(".lesson-hint").waitFor();
      await table.press("mouse", "a4");
      await table.press("mouse", "b4");
      await page.locator(".lesson-feedback.bad", { hasText: reason }).waitFor();
      await table.press("mouse", "a5");
      await table.press("mouse", "c5");
      await page.locator(".lesson-feedback.bad", { hasText: other }).waitFor();
      assert.equal(await page.locator(".lesson-steps .lesson-solved").count(), 0);
    }
    await visitor.close();
  });

  test("hint, solution, and one's own attempt after it", async () => {
    const visitor = await Visitor.open(browser, house.url);
    const { page } = visitor;
    const lesson = (await loadLessons("mississippi")).find(({ id }) => id === "sandbank");
    await openLesson(visitor, "mississippi", lesson.id);
    await page.locator(".lesson-hint").click();
    await page.locator(".lesson-feedback.hint", { hasText: lesson.hint[0] }).waitFor();
    await page.locator(".lesson-solution").click();
    await page.locator(".lesson-feedback.hint", { hasText: "So geht es" }).waitFor();
    assert.equal(
      await page.locator(".lesson-steps .lesson-solved").count(),
      0,
      "a solution that was shown does not count",
    );
    await page.locator(".lesson-try").click();
    await page.locator(".lesson-hint").waitFor();
    await solve(visitor, "mouse", "mississippi", lesson);
    assert.equal(await page.locator(".lesson-steps .lesson-solved").count(), 1);
    await visitor.close();
  });

  test("a term explains itself, and the glossary finds it", async () => {
    const visitor = await Visitor.open(browser, house.url);
    const { page } = visitor;
    await openLesson(visitor, "piranhas", "schwarm");
    await page.locator(".term").first().focus();
    await page.locator(".term-tip", { hasText: glossary.swarm.say[0] }).first().waitFor();
    await page.keyboard.press("Escape");
    await until(async () => !(await page.locator(".term-tip").first().isVisible()), "the explanation goes");
    await visitor.goto("/lernen/glossar");
    await page.getByRole("searchbox").fill("scholle");
    await until(async () => (await page.locator(".glossary-entry").count()) === 1, "one term is left");
    await page.locator(".glossary-entry a").click();
    await page.waitForURL("**/lernen/penguins/fische");
    await visitor.goto("/lernen/schach");
    await page.getByText("Diese Seite gibt es nicht.").waitFor();
    await visitor.close();
  });

  test("a result leads to the lesson that explains it", async () => {
    const visitor = await Visitor.open(browser, house.url);
    const { page } = visitor;
    const lesson = (await loadLessons("penguins")).find(({ id }) => id === "schluss");
    await startGame(visitor, against("penguins", "zufall", { start: lesson.position, seed: undefined }));
    const table = await Table.sit(page, "penguins");
    await table.move("mouse", await table.turn(), lesson.solution);
    await page.getByRole("link", { name: "Die Regel ausprobieren" }).click();
    await page.waitForURL("**/lernen/penguins/schluss");
    await page.locator(".lesson-text h1", { hasText: lesson.title[0] }).waitFor();
    await visitor.close();
  });
});
