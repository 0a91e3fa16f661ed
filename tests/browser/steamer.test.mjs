// Steering a steamer: whatever is clicked, only legal moves leave the page; every action can be undone and redone.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Visitor, onStage, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

const SEQUENCES = 20; // hexes.test.mjs has thousands, without a page
const ACTIONS = 4; // at most, in one sequence; those that are not sent stay for the next one

let house, browser;
onStage((...both) => ([house, browser] = both));

/** Chance that is the same every time. */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

async function sail(seed = "11") {
  const visitor = await Visitor.open(browser, house.url);
  await startGame(visitor, against("mississippi", undefined, { seed }));
  const table = await Table.sit(visitor.page, "mississippi");
  return { visitor, page: visitor.page, table };
}

// Ctrl+Z is left out: where no action is left to undo it takes back moves, and the games would never end.
const KEYS = [
  "w",
  "w",
  "w",
  "Shift+W",
  "a",
  "d",
  "+",
  "-",
  "z",
  "s",
  "Enter",
  "Backspace",
  "c",
  "Escape",
  "Control+y",
  "0",
  "1",
  "2",
  "3",
  "4",
  "5",
  "n",
  "ArrowLeft",
  "ArrowUp",
];

/** A click that comes too late must not hit what has moved there meanwhile: the rest of the page cannot be clicked. */
const steerOnly = (page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll("header, .play-actions, .moves-card, .play-folds, .strip"))
      element.style.setProperty("pointer-events", "none");
  });

/** A field, a button or a key, as a child would hit them. */
async function poke(page, roll) {
  const what = roll(10);
  if (what < 4) return page.keyboard.press(KEYS[roll(KEYS.length)]);
  const at = await page.evaluate(
    ([kind, number]) => {
      const isSeen = (element) => element.checkVisibility?.() && element.getBoundingClientRect().width > 0;
      // Who holds „Trotzdem senden" wants to lose; on a slow machine a click is long enough.
      const buttons = ".steamer-panel button:not(.steamer-force), .steamer-hud button";
      const list = [...document.querySelectorAll(kind === "field" ? ".board-host [data-field]" : buttons)].filter(
        isSeen,
      );
      const one = list[number % list.length];
      one?.scrollIntoView({ block: "nearest" });
      const box = one?.getBoundingClientRect();
      return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
    },
    [what < 7 ? "field" : "button", roll(10000)],
  );
  return at ? page.mouse.click(at.x, at.y) : undefined;
}

/** Seen and pressed in one step: news of the server may take a button away at any time. */
const pressIfThere = (page, selector, label = "") =>
  page.evaluate(
    ([within, start]) => {
      const button = [...document.querySelectorAll(within)].find(
        (one) => one.checkVisibility() && one.textContent.startsWith(start),
      );
      button?.click();
      return Boolean(button);
    },
    [selector, label],
  );

/** Sends what there is, completed where something is missing: „Trotzdem senden" is the only other way. */
async function send(page) {
  await page.keyboard.press("s");
  if (await pressIfThere(page, ".steamer-prompt button", "Automatisch ergänzen")) await page.keyboard.press("s");
}

test(`${SEQUENCES} random sequences never send an illegal move`, async () => {
  const roll = dice(2017);
  let sent = 0;
  let { visitor, page, table } = await sail();
  await steerOnly(page);
  for (let i = 0; i < SEQUENCES; i++) {
    if ((await table.turn()).isOver) {
      sent += visitor.moves.length;
      await visitor.close();
      ({ visitor, page, table } = await sail(String(i)));
      await table.turn();
      await steerOnly(page);
    }
    await pressIfThere(page, ".board-frame .play-chip"); // arrow keys look back at earlier moves
    for (let n = 1 + roll(ACTIONS); n > 0; n--) await poke(page, roll);
    if (i % 5 === 4) await send(page);
    assert.deepEqual(
      visitor.moves.filter((move) => move.status !== 200 || move.force),
      [],
    );
  }
  sent += visitor.moves.length;
  assert.ok(sent >= 2, `enough of them were moves (${sent})`);
  await visitor.close();
});

/** Everything that the page knows of a move under construction. */
const building = (page) =>
  page.evaluate(() => {
    const text = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent).join("|");
    const ships = [...document.querySelectorAll(".board-host .layer.pieces > *")].map(
      (ship) => ship.getAttribute("transform") ?? ship.getAttribute("style"),
    );
    return {
      chips: text(".steamer-chips li"),
      light: text(".steamer-light"),
      costs: text(".steamer-points, .steamer-coal"),
      speed: text(".steamer-panel .steamer-speed"),
      ships,
    };
  });

test("undo and redo restore identical states", async () => {
  const { visitor, page, table } = await sail();
  const roll = dice(6);
  for (let round = 0; round < 4; round++) {
    const { position, isOver } = await table.turn();
    if (isOver) break;
    await page.keyboard.press("Escape");
    const states = [await building(page)];
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press(["w", "a", "d", "+", "-", "w"][roll(6)]);
      const state = await building(page);
      if (state.chips !== states.at(-1).chips || state.speed !== states.at(-1).speed) states.push(state);
    }
    assert.ok(states.length > 1);
    for (const state of states.slice(0, -1).reverse()) {
      await page.keyboard.press("Control+z");
      assert.deepEqual(await building(page), state, "undone");
    }
    for (const state of states.slice(1)) {
      await page.keyboard.press("Control+y");
      assert.deepEqual(await building(page), state, "done again");
    }
    await page.keyboard.press("c");
    assert.deepEqual(await building(page), states[0], "from the beginning");
    await page.keyboard.press("Control+z");
    assert.deepEqual(await building(page), states.at(-1), "even that is undone");
    await page.locator(".steamer-chips button").first().click();
    assert.equal((await building(page)).chips, states[0].chips, "a chip leads to just before it");
    assert.equal(visitor.moves.length, round);
    await page.keyboard.press("c");
    await table.move("keys", { ...(await table.now()), position });
  }
  await visitor.close();
});

test("every invalid move asks before it is sent", async () => {
  const { visitor, page, table } = await sail();
  const prompt = page.locator(".steamer-prompt");
  const roll = dice(3);
  await table.turn();
  let asked = 0;
  for (let i = 0; i < 25; i++) {
    for (let n = roll(4); n > 0; n--) await page.keyboard.press(["w", "a", "d", "+"][roll(4)]);
    const light = await page.locator(".steamer-light").getAttribute("data-light");
    if (light !== "green") {
      await page.keyboard.press("s");
      await prompt.waitFor();
      assert.ok(
        await page.evaluate(() => document.activeElement.closest(".steamer-prompt")),
        "its first button has the focus",
      );
      await prompt.getByRole("button").first().click();
      await prompt.waitFor({ state: "hidden" });
      asked++;
    }
    await page.keyboard.press("c");
  }
  assert.ok(asked > 5);
  assert.deepEqual(visitor.moves, []);

  await page.keyboard.press("s");
  await prompt.getByRole("button", { name: /^Automatisch ergänzen/ }).click();
  await page.locator(".steamer-light[data-light=green]").first().waitFor();
  const { ply } = await table.now();
  await page.keyboard.press("s");
  await until(async () => (await table.now()).ply > ply, "the completed move");
  await visitor.close();
});

test("an invalid move is sent only by who insists, and loses", async () => {
  const { visitor, page, table } = await sail();
  await table.turn();
  await page.locator(".steamer-send >> visible=true").first().click();
  const force = page.locator(".steamer-force");
  await force.hover();
  await Promise.all([page.mouse.down(), page.mouse.up()]); // a click is not enough, and no machine shall make it longer
  assert.deepEqual(visitor.moves, []);
  await page.mouse.down();
  await page.locator(".result h2").getByText("Du hast verloren").waitFor();
  await page.mouse.up();
  assert.equal(visitor.moves.length, 1);
  assert.equal(visitor.moves[0].force, true);
  await visitor.close();
});

test("target mode fills in a whole move", async () => {
  const { visitor, page, table } = await sail();
  const { position, ply } = await table.turn();
  const move = table.rules.moves(position).reduce((a, b) => (b.cost < a.cost ? b : a));
  await page.keyboard.press("z");
  await table.press("mouse", move.to);
  const green = page.locator(".steamer-light[data-light=green]").first();
  const ways = page.locator(".steamer-fan button");
  await until(
    async () => (await ways.count()) || (await green.count()),
    "where there is only one way, it is taken at once",
  );
  if (await ways.count()) await ways.first().click();
  await green.waitFor();
  await page.keyboard.press("s");
  await until(async () => (await table.now()).ply > ply, "the move");
  await visitor.close();
});

test("typed actions, and the two ways of steering", async () => {
  const { visitor, page, table } = await sail();
  const { position, ply } = await table.turn();
  await page.keyboard.press("/");
  await page.keyboard.type("v1");
  await page.keyboard.press("Enter");
  await page.locator(".steamer-light[data-light=green]").first().waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".steamer-panel .segments button").nth(1).click();
  await page.locator(".steamer-panel .segments button").nth(1).and(page.locator("[aria-pressed=true]")).waitFor();
  await page.keyboard.press("c");
  await page.keyboard.press("w");
  await page.keyboard.press("s");
  await until(async () => (await table.now()).ply > ply, "the move");
  assert.equal(visitor.moves[0].words, table.rules.judge(position, "step:1").words);
  await visitor.close();
});
