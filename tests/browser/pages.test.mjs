// Every page: in two languages, for everybody (axe), in light and dark, and on a phone.
import { test } from "node:test";
import assert from "node:assert/strict";
import { GAMES, Visitor, onStage } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { walk } from "./walk.mjs";
import { barriers, strangers } from "./inspect.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

for (const lang of ["de", "en"])
  test(`all pages speak ${lang}`, async () => {
    const visitor = await Visitor.open(browser, house.url, { settings: { animation: 0, lang } });
    const found = [];
    await walk(visitor, house, async (name, page) => {
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      found.push(...(await strangers(page, lang)).map((text) => `${name}: ${text}`));
    });
    assert.deepEqual([...new Set(found)], []);
    await visitor.close();
  });

test("the language can be changed on the page, and stays", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await startGame(visitor, against("hive"));
  const table = await Table.sit(page, "hive");
  const before = await table.turn();
  await page.locator("header").getByRole("button", { name: "EN", exact: true }).click();
  await page.getByRole("button", { name: "Take back" }).waitFor();
  assert.deepEqual(await table.turn(), before);
  await page.reload();
  await page.getByRole("button", { name: "Resign" }).waitFor();
  await visitor.goto("/?lang=de");
  await page.getByRole("button", { name: "Spielen: Hive" }).waitFor();
  await visitor.close();
});

for (const theme of ["light", "dark"])
  test(`axe finds nothing serious in ${theme}`, async () => {
    const visitor = await Visitor.open(browser, house.url, { settings: { animation: 0, theme } });
    const found = [];
    await walk(visitor, house, async (name, page) => {
      found.push(...(await barriers(page)).map((text) => `${name}: ${text}`));
    });
    assert.deepEqual(found, []);
    await visitor.close();
  });

test("360 pixels are enough", async () => {
  const visitor = await Visitor.open(browser, house.url, { phone: true });
  visitor.how = "touch";
  const found = [];
  await walk(visitor, house, async (name, page) => {
    const { wide, seen, board } = await page.evaluate(() => ({ seen: innerWidth,
      wide: Math.max(document.documentElement.scrollWidth, document.querySelector(".exhibition")?.scrollWidth ?? 0), board: document.querySelector(".board-host svg")?.getBoundingClientRect().width ?? null }));
    if (wide > seen || seen > 360) found.push(`${name}: ${wide} of ${seen} pixels`);
    if (board !== null && board < 0.9 * 360) found.push(`${name}: the board is ${board} pixels wide`);
  });
  assert.deepEqual(found, []);
  await visitor.close();
});

test("twice the size needs no scrolling sideways", async () => {
  const visitor = await Visitor.open(browser, house.url, { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  const found = [];
  for (const game of GAMES) {
    await startGame(visitor, against(game));
    await (await Table.sit(visitor.page, game)).turn();
    const { wide, seen } = await visitor.page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }));
    if (wide > seen) found.push(`${game}: ${wide} of ${seen}`);
  }
  assert.deepEqual(found, []);
  await visitor.close();
});

test("fields of the board are read aloud", async () => {
  const visitor = await Visitor.open(browser, house.url);
  for (const game of GAMES) {
    await startGame(visitor, against(game));
    await (await Table.sit(visitor.page, game)).turn();
    const { silent, roles } = await visitor.page.evaluate(() => {
      const cells = [...document.querySelectorAll(".board-host [role=gridcell]")];
      return { silent: cells.filter((cell) => !cell.getAttribute("aria-label")?.trim()).length,
        roles: [cells.length >= 40, cells.filter((cell) => cell.tabIndex === 0).length, Boolean(document.querySelector(".board-host [role=grid][aria-label]")),
          Boolean(document.querySelector(".board-host [aria-live]"))] };
    });
    assert.equal(silent, 0, game);
    assert.deepEqual(roles, [true, 1, true, true], game);
  }
  await visitor.close();
});
