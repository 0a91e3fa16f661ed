// Games of several seasons: the switch on cards and in forms, what is remembered, and what only a later season has.
import { test } from "node:test";
import assert from "node:assert/strict";
import { seasonsOf, yearOf } from "../../web/games.mjs";
import { Visitor, onStage, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { LATE } from "./wholegames.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const season = (page, family, game) => page.locator(`[name="season-${family}"][value="${game}"]`);

test("the newest season is offered, another one is a click away and remembered", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  for (const family of ["piranhas", "mississippi"]) {
    const [old, newest] = seasonsOf(family);
    const card = page.locator(`.game-card:has(.demo.${family})`);
    const play = (game) => card.getByRole("button", { name: new RegExp(`^Spielen: .* ${yearOf(game)}$`) });
    await visitor.goto("/");
    await play(newest).waitFor();
    await card.locator(".board-svg").waitFor();
    await season(page, family, newest).focus();
    await page.keyboard.press("ArrowLeft");
    await play(old).waitFor();
    assert.equal(await season(page, family, old).evaluate((radio) => radio === document.activeElement), true);
    assert.equal(await card.locator(".board-svg").count(), 1, "one board in a card");
    await page.reload();
    await play(old).waitFor();
    await visitor.goto("/lernen");
    assert.equal(await season(page, family, old).isChecked(), true);
    assert.equal(await card.getByRole("link", { name: /alle/i }).getAttribute("href"), `/lernen/${old}`);
    await visitor.goto("/");
    await season(page, family, newest).check();
    await card.getByRole("link", { name: /So geht es/ }).click();
    await page.waitForURL(`**/lernen/${newest}`);
    await season(page, family, old).check();
    await page.waitForURL(`**/lernen/${old}`);
  }
  await visitor.close();
});

test("forms ask for the season, and send it", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto("/neu?spiel=hive");
  assert.equal(await page.locator(".seasons").count(), 0, "one season: no question");
  await page.locator("[name=game][value=piranhas]").check();
  assert.equal(await season(page, "piranhas", "piranhas26").isChecked(), true);
  await season(page, "piranhas", "piranhas").check();
  await page.getByRole("button", { name: "Spiel starten" }).click();
  await page.waitForURL(/\/spiel\//);
  const id = page.url().split("/").at(-1).split("#")[0];
  assert.equal((await house.ask("GET", `/api/games/${id}`)).game, "piranhas");

  await visitor.goto("/test");
  await page.locator("[name=test-game][value=mississippi]").check();
  await season(page, "mississippi", "mississippi24").check();
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.method() === "POST" && asked.url().endsWith("/api/tests")),
    page.locator(".test-form button[type=submit]").click(),
  ]);
  assert.equal(request.postDataJSON().game, "mississippi24");
  const test = await until(async () => (await house.ask("GET", "/api/tests")).tests[0], "the test");
  await house.ask("POST", `/api/tests/${test.id}/stop`, { when: "now" });

  await visitor.goto("/turnier/neu");
  await page.locator("[name=cup-game][value=piranhas]").check();
  await season(page, "piranhas", "piranhas26").check();
  await page.locator("[name=how][value=file]").check();
  assert.match(await page.locator("#cup-text").inputValue(), /^game = piranhas26$/m);
  await visitor.close();
});

test("Piranhas 2026: fish say their weight, the first union is shown", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await startGame(visitor, against("piranhas26", "zufall", { start: LATE.piranhas26, seed: undefined }));
  const table = await Table.sit(page, "piranhas26");
  const seen = await table.turn();
  const label = await table.cell("d4").getAttribute("aria-label");
  assert.match(label, /^D4, roter Fisch, Gewicht 3, im Schwarm mit Gewicht 6/);
  const union = page.locator(".strip.red .strip-facts").getByText("Erste Vereinigung");
  assert.equal(await union.count(), 0);
  await table.move("mouse", seen, "g2e4");
  await union.waitFor();
  await visitor.close();
});
