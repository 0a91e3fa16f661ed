// Whatever is reloaded, killed or cut off: the game is still there.
import { after, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { FIRST_SEASONS, GONE_TROUBLE, STATIC_TROUBLE, Visitor, onStage, openStatic, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

let house, browser, host;
onStage(async (...both) => {
  [house, browser] = both;
  host = await openStatic();
});
after(() => host?.close());
beforeEach(() => house.isUp || house.start());

const play = (table, moves) => table.play("mouse", { moves });
const banner = (page) => page.locator(".banners .banner.bad");

/** The service worker has everything that a page without a server needs. */
const keepsAll = (page) =>
  until(
    () =>
      page.evaluate(async () => {
        const wanted = await (await fetch(new URL("files.json", document.scripts[0].src))).json();
        const found = await Promise.all(wanted.map((file) => caches.match(file)));
        return wanted.length > 0 && found.every(Boolean) && Boolean(navigator.serviceWorker.controller);
      }),
    "every file is kept",
    { everyMs: 250 },
  );

for (const game of FIRST_SEASONS)
  test(`reload and kill -9 in the middle of a person's game: ${game}`, async () => {
    const visitor = await Visitor.open(browser, house.url);
    const { page } = visitor;
    const id = await startGame(visitor, against(game));
    const table = await Table.sit(page, game);
    const before = await play(table, 2);
    await page.reload();
    assert.deepEqual(await table.turn(), before, "a reload shows the same");

    visitor.allow(...GONE_TROUBLE, /ERR_ABORTED/);
    await house.kill();
    await banner(page).getByText("Verbindung zum Server unterbrochen.").waitFor();
    assert.equal((await table.now()).position, before.position, "the board stays");
    await house.start();
    await banner(page)
      .getByRole("button", { name: "Jetzt versuchen" })
      .click({ timeout: 1000 })
      .catch(() => {}); // it may be back already
    await banner(page).waitFor({ state: "detached" });
    const seen = await table.turn();
    assert.equal(seen.position, before.position);
    const { ply } = await play(table, 2);
    assert.ok(ply > before.ply);
    assert.equal((await house.ask("GET", `/api/games/${id}`)).plies.length, ply);
    await visitor.close();
  });

for (const game of ["hive", "mississippi"])
  test(`without its server the page says so and plays on: ${game}`, async () => {
    const visitor = await Visitor.open(browser, house.url, {
      serviceWorkers: "allow",
      allow: [...GONE_TROUBLE, /ERR_FAILED/, /service ?worker/i],
    });
    const { page } = visitor;
    await startGame(visitor, against(game));
    const table = await Table.sit(page, game);
    const before = await play(table, 2);
    await keepsAll(page);
    await house.kill();
    await banner(page)
      .getByText(/Neuer Versuch/)
      .waitFor();
    await banner(page).getByRole("button", { name: "Offline weiterspielen" }).click();
    await page.waitForURL(/\/spiel\/lokal-/);
    const seen = await table.turn();
    const place = ({ position }) => table.rules.hide(position).replace(/ r \d+ /, " ");
    assert.equal(place(seen), place(before));
    const after = await play(table, 3); // a steamer may move twice running
    assert.ok(after.isOver || after.ply >= seen.ply + 4, `somebody answered: ${JSON.stringify([seen, after])}`);
    await visitor.close();
  });

test("a page that was loaded once comes and plays without the server", async () => {
  const visitor = await Visitor.open(browser, house.url, { serviceWorkers: "allow" });
  const { page } = visitor;
  await visitor.goto("/");
  await keepsAll(page);
  visitor.allow(...GONE_TROUBLE, /ERR_FAILED/);
  await house.kill();
  await page.reload();
  await page.getByRole("button", { name: "Spielen: Pinguine" }).click();
  await page.waitForURL(/\/spiel\/lokal-/);
  const table = await Table.sit(page, "penguins");
  const { ply } = await play(table, 2);
  assert.equal(ply, 4);
  await page.reload();
  assert.equal((await table.turn()).ply, 4);
  await visitor.goto("/analyse");
  await page.getByRole("button", { name: /Hive/ }).click();
  await page.locator(".study .board-host svg").waitFor();
  await visitor.close();
});

for (const game of FIRST_SEASONS)
  test(`on a static host everything runs in the browser: ${game}`, async () => {
    const visitor = await Visitor.open(browser, host.url, { allow: STATIC_TROUBLE });
    const { page } = visitor;
    await startGame(visitor, against(game));
    const table = await Table.sit(page, game);
    const before = await play(table, 2);
    await page.reload();
    assert.deepEqual(await table.turn(), before);
    await play(table, 1);
    await page.getByRole("button", { name: "Zurücknehmen" }).click();
    const isBack = async () => (await table.now()).ply === before.ply;
    const isRevealed = () => page.evaluate(() => window.notices.some((text) => text.includes("Fluss aufgedeckt")));
    const mayReveal = game === "mississippi"; // what has been seen of the river cannot be taken back
    await until(async () => (await isBack()) || (mayReveal && (await isRevealed())), "the move is taken back");
    await play(table, 1);
    await visitor.close();
  });

test("without a server, too, a person who is too slow loses, but not while the game is paused", async () => {
  const visitor = await Visitor.open(browser, host.url, { allow: STATIC_TROUBLE });
  const { page } = visitor;
  await startGame(visitor, against("penguins", "zufall", { limitMs: 4000, limitFor: "all", paused: true }));
  const bar = page.locator(".strip.red .strip-bar");
  await bar.waitFor();
  await page.waitForTimeout(4500);
  assert.equal(await page.locator(".result:not([hidden])").count(), 0, "the time waits, too");
  await page.getByRole("button", { name: "Spiel fortsetzen" }).click();
  const result = page.locator(".result");
  await result.getByText("Du hast verloren").waitFor();
  await result.getByText(/innerhalb von 4 Sekunden/).waitFor();
  assert.equal(await page.getByRole("button", { name: "Zurücknehmen" }).count(), 0);
  await page.reload();
  await result.getByText(/innerhalb von 4 Sekunden/).waitFor();
  await visitor.close();
});
