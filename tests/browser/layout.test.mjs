// The page of a game is one window: everything in its place, and nothing moves while one plays.
import { test } from "node:test";
import assert from "node:assert/strict";
import { familyOf } from "../../web/games.mjs";
import { GAMES, Visitor, onStage } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

const WINDOW = { width: 1366, height: 768 };
const MOST_SHIFT = 0.02;
/** Own moves; steamers may get stuck after some more. */
const moves = (game) => (familyOf(game) === "mississippi" ? 2 : 4);
const PARTS = {
  board: ".board-frame",
  opponent: ".strip:not(.low)",
  player: ".strip.low",
  status: ".play-status",
  playback: ".transport",
  round: ".transport-round",
  moves: ".moves-card",
  buttons: ".action-block",
};

let house, browser;
onStage((...both) => ([house, browser] = both));

/** Every shift counts, also those that follow a click; with what has moved, for the message. */
const watchShifts = () => {
  window.shifts = [];
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({
        value,
        what: sources.map(({ node, previousRect, currentRect }) => {
          const element = node?.nodeType === 1 ? node : node?.parentElement;
          return `${element?.outerHTML.slice(0, 90)}: ${box(previousRect)} → ${box(currentRect)}`;
        }),
      });
  }).observe({ type: "layout-shift" });
};

/** The parts that are not wholly in the window, or have no size. */
const outside = (page) =>
  page.evaluate((parts) => {
    const isSeen = ({ left, top, right, bottom, width }) =>
      width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return Object.keys(parts).filter((name) => !isSeen(document.querySelector(parts[name]).getBoundingClientRect()));
  }, PARTS);

async function look(page, when) {
  assert.deepEqual(await outside(page), [], `not in the window ${when}`);
  const isFull = await page.evaluate(() => {
    const { scrollHeight, scrollWidth, clientHeight, clientWidth } = document.querySelector(".play-side");
    return scrollHeight > clientHeight || scrollWidth > clientWidth;
  });
  assert.ok(!isFull, `the side has no room ${when}`);
  const buttons = await page.locator(".action-place > :visible").count();
  assert.ok(buttons <= 4, `${buttons} main buttons ${when}`);
}

for (const [i, game] of GAMES.entries())
  test(`${game}: everything is in the window, and nothing moves`, async () => {
    const lang = i % 2 ? "en" : "de";
    const visitor = await Visitor.open(browser, house.url, { viewport: WINDOW, settings: { animation: 0, lang } });
    const { page } = visitor;
    await startGame(visitor, against(game, "leicht"));
    const table = await Table.sit(page, game);
    await table.turn();
    await page.evaluate(watchShifts);
    await look(page, "at the start");
    for (let n = 0; n < moves(game); n++) await table.move("mouse", await table.turn());
    await table.turn();
    await look(page, "after some moves");
    await page.locator(".play-actions .tip").click();
    await page.locator(".play-note:not(:empty), .board-host .arrows > *").first().waitFor();
    await look(page, "with a hint");
    await page.locator(".action-place").nth(2).locator("button:visible").click();
    await page.locator(".play-notice p").waitFor();
    await look(page, "while it is paused");
    await page.locator(".action-place").nth(2).locator("button:visible").click();
    await page.locator(".play-notice p").waitFor({ state: "detached" });
    await page.locator(".menu-button").click();
    await page.getByRole("button", { name: lang === "de" ? "Brett drehen" : "Flip the board" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowLeft");
    await page.locator(".play-chip").waitFor();
    await page.keyboard.press("ArrowRight");
    await visitor.insist(
      lang === "de" ? "Aufgeben" : "Resign",
      lang === "de" ? "Wirklich aufgeben?" : "Really resign?",
    );
    await page.locator(".result h2").waitFor();
    await look(page, "at the end");
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    const told = shifts.map(({ value, what }) => `${value.toFixed(4)} ${what.join(" | ")}`).join("\n");
    assert.ok(sum <= MOST_SHIFT, `shifts of ${sum.toFixed(4)}:\n${told}`);
    await visitor.close();
  });
