// Every page in English, for everybody (axe), in light and dark; pages-phone.test.mjs has the other half.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { FIRST_SEASONS, GAMES, Visitor, onStage } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { furnish } from "./walk.mjs";
import { barriersInDark, findings } from "./inspect.mjs";

let house, browser;
const seen = new Set(); // pages, as the router names them

onStage((...both) => {
  [house, browser] = both;
  return furnish(house);
});

test("all pages in English, for everybody, in light and dark", async () => {
  const visitor = await Visitor.open(browser, house.url, { settings: { animation: 0, lang: "en", theme: "light" } });
  assert.deepEqual(await findings(visitor, house, { lang: "en", look: barriersInDark, seen }), []);
  await visitor.close();
});

test("no page was left out", async () => {
  const router = await readFile(new URL("../../web/router.mjs", import.meta.url), "utf8");
  const all = [...router.matchAll(/title: "title\.(\w+)"/g)].map(([, name]) => name);
  assert.ok(all.length > 8);
  assert.deepEqual(
    all.filter((name) => !seen.has(name)),
    [],
  );
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

test("twice the size needs no scrolling sideways", async () => {
  const visitor = await Visitor.open(browser, house.url, {
    viewport: { width: 640, height: 400 },
    deviceScaleFactor: 2,
  });
  const found = [];
  for (const game of FIRST_SEASONS) {
    await startGame(visitor, against(game));
    await (await Table.sit(visitor.page, game)).turn();
    const { wide, seen } = await visitor.page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      seen: innerWidth,
    }));
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
      return {
        silent: cells.filter((cell) => !cell.getAttribute("aria-label")?.trim()).length,
        roles: [
          cells.length >= 40,
          cells.filter((cell) => cell.tabIndex === 0).length,
          Boolean(document.querySelector(".board-host [role=grid][aria-label]")),
          Boolean(document.querySelector(".board-host [aria-live]")),
        ],
      };
    });
    assert.equal(silent, 0, game);
    assert.deepEqual(roles, [true, 1, true, true], game);
  }
  await visitor.close();
});
