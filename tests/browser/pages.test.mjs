// Every page: in two languages, for everybody (axe), in light and dark, and on a phone.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { GAMES, Visitor, onStage } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { walk } from "./walk.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let house, browser;
onStage((...both) => ([house, browser] = both));

/** Everything that can be read or is read aloud; names and commands are nobody's language. */
const words = (page) => page.evaluate(() => {
  const parts = [];
  const skipped = "code, pre, textarea, script, style, .log, [lang], svg text, .brand, .numbers dd";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement.closest(skipped)) parts.push(node.data);
    } else for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"]) if (node.hasAttribute(name)) parts.push(node.getAttribute(name));
  }
  return [document.title, ...parts].map((part) => part.trim()).filter(Boolean);
});

// Keys of texts look like play.toMove; versions, files and times do not.
const KEY = /\b(?:[a-z]{2,}[A-Za-z]*\.){1,3}[a-z][A-Za-z]+\b/;
const NO_KEY = /\.(kw|xml|gz|json|jar|py|sh|mjs)\b|127\.0|https?:|kielwasser|player\.jar/i;

const GERMAN = /\b(der|das|die|und|nicht|ist|ein|eine|einen|du|dein|dich|für|mit|auf|wird|Zug|Züge|Spiel|Feld|Rot|Blau|Runde|Schwarm|Fische|Königin|Vorrat|Kohle|gewinnt|zurück|Stellung|Seite|kann|noch|kein|keine|Schließen|Einstellungen)\b/;
const ENGLISH = /\b(the|and|not|your|you|with|move|moves|field|board|round|wins|against|cannot|settings|close|swarm|queen|reserve|coal)\b/;

for (const lang of ["de", "en"])
  test(`all pages speak ${lang}`, async () => {
    const visitor = await Visitor.open(browser, house.url, { settings: { animation: 0, lang } });
    const found = [];
    await walk(visitor, house, async (name, page) => {
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      for (const text of await words(page)) {
        const clean = text.replaceAll("Ada", "").replaceAll("Gegner", "").replaceAll("Grace", "");
        if (KEY.test(clean) && !NO_KEY.test(clean)) found.push(`${name}: key ${text}`);
        if (lang === "en" && GERMAN.test(clean)) found.push(`${name}: German ${text}`);
        if (lang === "de" && ENGLISH.test(clean)) found.push(`${name}: English ${text}`);
      }
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
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      for (const { id, impact, nodes } of violations)
        if (["serious", "critical"].includes(impact)) found.push(`${name}: ${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? node.all[0]?.message ?? ""}`).join(" ; ")}`);
    });
    assert.deepEqual(found, []);
    await visitor.close();
  });

test("360 pixels are enough", async () => {
  const visitor = await Visitor.open(browser, house.url, { phone: true });
  visitor.how = "touch";
  const found = [];
  await walk(visitor, house, async (name, page) => {
    const { wide, seen, board } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth,
      board: document.querySelector(".board-host svg")?.getBoundingClientRect().width ?? null }));
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
