// Every page in German, for everybody (axe), dark and on a phone. The colours are the same as in pages.test.mjs, which
// looks at their contrast in light and dark; here tools/weekly.sh does so, too.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Visitor, onStage } from "./harness.mjs";
import { furnish } from "./walk.mjs";
import { findings, widths } from "./inspect.mjs";

let house, browser;
onStage((...both) => {
  [house, browser] = both;
  return furnish(house);
});

/** Nothing is wider than the window, and a board fills it. */
async function tooWideOrNarrow(page) {
  const { wide, seen: window } = await widths(page);
  const board = await page.evaluate(
    () => document.querySelector(".board-host svg")?.getBoundingClientRect().width ?? null,
  );
  return [
    ...(wide > window || window > 360 ? [`${wide} of ${window} pixels`] : []),
    ...(board !== null && board < 0.9 * 360 ? [`the board is ${board} pixels wide`] : []),
  ];
}

test("all pages in German, for everybody, on 360 dark pixels", async () => {
  const settings = { animation: 0, lang: "de", theme: "dark" };
  const visitor = await Visitor.open(browser, house.url, { phone: true, settings });
  visitor.how = "touch";
  const without = process.env.KIELWASSER_WEEKLY ? [] : ["color-contrast"];
  assert.deepEqual(await findings(visitor, house, { lang: "de", look: tooWideOrNarrow, without }), []);
  await visitor.close();
});
