// Watching: games of programs that play over XML appear by themselves, and their small boards move.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { FIRST_SEASONS, Visitor, onStage, startClient, until } from "./harness.mjs";
import { barriers } from "./inspect.mjs";
import { Table } from "./table.mjs";

let house, browser;
const clients = [];
after(() => clients.forEach((client) => client.kill()));
onStage((...both) => ([house, browser] = both));

/** Two clients that take their time, but no work. */
function pair(game) {
  const two = [0, 1].map(() => startClient(house, game, "zufall:sleep=500"));
  clients.push(...two);
  return two;
}

test("games of XML clients appear, and their thumbnails move", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto("/live");
  await page.getByText("Gerade läuft kein Spiel.").waitFor();
  for (const game of FIRST_SEASONS) pair(game);
  await page.locator(".live-card").nth(3).waitFor();
  const card = page.locator(".live-card", { hasText: "Pinguine" }).first();
  const number = async () => Number(/Zug (\d+)/.exec(await card.textContent())?.[1] ?? 0);
  const picture = () => card.locator(".thumbnail").innerHTML();
  const [first, before] = [await number(), await picture()];
  await until(async () => (await number()) > first + 2 && (await picture()) !== before, "the thumbnail moves");
  // Cards change places while games begin and end: a click may meet the one that was there before.
  await until(async () => {
    await card
      .locator("a")
      .click({ timeout: 3000 })
      .catch(() => {});
    return page.url().includes("/spiel/");
  }, "the game opens");
  const table = await Table.sit(page, "penguins");
  const { ply } = await until(async () => {
    const now = await table.now();
    return now.ply > 0 ? now : null;
  }, "the game");
  // Or it came to its end meanwhile: clients are quick.
  await until(
    async () => {
      const now = await table.now();
      return now.ply > ply || now.isOver;
    },
    async () => `it goes on: ${JSON.stringify(await table.now())}`,
  );
  assert.equal((await table.now()).isMine, false);
  await visitor.close();
});

test("a running game of two clients can be exhibited", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  const two = pair("hive");
  const { games } = await until(async () => {
    const list = await house.ask("GET", "/api/games?phase=running");
    return list.games.some((game) => game.game === "hive") ? list : null;
  }, "a running game");
  const { id } = games.find((game) => game.game === "hive");
  await visitor.goto(`/live/${id}?vorfuehren`);
  await page.locator(".exhibition svg").first().waitFor();
  await visitor.goto(`/spiel/${id}`);
  await page.locator(".board-host svg").waitFor();
  for (const client of two) client.kill();
  await visitor.close();
});

test("two tabs share one stream of news", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const first = visitor.page;
  await visitor.goto("/live");
  await visitor.newPage();
  await visitor.goto("/live");
  const second = visitor.page;
  const seat = (name) => ({ kind: "builtin", player: "zufall", name });
  await house.ask("POST", "/api/games", {
    game: "piranhas",
    rules: "book",
    red: seat("Ping"),
    blue: seat("Pong"),
    paceMs: 200,
  });
  for (const page of [first, second]) await page.locator(".live-card", { hasText: "Ping" }).first().waitFor();
  await visitor.close();
});

test("a list that cannot be read says so, and older games are loaded on demand", async () => {
  const seat = (name) => ({ kind: "builtin", player: "zufall", name });
  const { id } = await house.ask("POST", "/api/games", {
    game: "piranhas",
    rules: "book",
    red: seat("Alt"),
    blue: seat("Neu"),
  });
  const { plies: _, ...over } = await until(async () => {
    const game = await house.ask("GET", `/api/games/${id}`);
    return game.phase === "over" ? game : null;
  }, "a finished game");
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  let isBusy = true;
  const busy = { code: "busy", de: "Gerade ist zu viel los", en: "Too busy", fields: [] };
  await page.route(/\/api\/games(\?(limit=\d+|before=7))?$/, (route) => {
    if (isBusy) return route.fulfill({ status: 503, json: busy });
    return route.request().url().endsWith("?before=7")
      ? route.fulfill({ json: { games: [{ ...over, id: "older", number: 6 }], more: null } })
      : route.fulfill({ json: { games: [over], more: 7 } });
  });
  visitor.allow(/503/);
  await visitor.goto("/live");
  await page.getByText(busy.de).waitFor();
  isBusy = false; // the page asks again by itself
  await page.locator(`.live-card a[href="/spiel/${id}"]`).waitFor();
  await page.getByText(busy.de).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Mehr laden" }).click();
  await page.locator('.live-card a[href="/spiel/older"]').waitFor();
  await page.getByRole("button", { name: "Mehr laden" }).waitFor({ state: "hidden" });
  await visitor.close();
});

const SLOW = "zufall:sleep=300";

/** A test and a tournament whose games take their time. */
async function beginRuns() {
  const slow = { kind: "builtin", spec: SLOW };
  const wants = { name: "Lang", game: "hive", a: slow, b: slow, games: 200, sprt: null, seed: "1", concurrency: 1 };
  const run = await house.ask("POST", "/api/tests", wants);
  const cup = await house.ask("POST", "/api/tournaments", {
    name: "Pokal",
    game: "penguins",
    seed: "3",
    admission: false,
    concurrency: 2,
    stages: [{ name: "Liga", kind: "league", legs: 2, games: 4 }],
    teams: ["Ahoi", "Backbord", "Kombüse"].map((name) => ({ name, bot: SLOW })),
  });
  return { tests: run.id, tournaments: cup.id };
}

/** The small boards of an element move. */
async function moves(element) {
  const card = element.locator(".live-card").first();
  await card.locator(".thumbnail").waitFor();
  const before = await card.textContent();
  await until(async () => (await card.textContent()) !== before, "the board moves");
}

test("games of tests and tournaments are seen while they are played", async () => {
  const ids = await beginRuns();
  const visitor = await Visitor.open(browser, house.url);
  const phone = await Visitor.open(browser, house.url, { phone: true });
  const { page } = visitor;
  await visitor.goto(`/test/${ids.tests}`);
  const strip = page.locator(".live-strip");
  await strip.getByRole("heading", { name: "Laufende Spiele" }).waitFor();
  await strip.getByText("Zufall (sleep=300)").first().waitFor();
  await moves(strip);
  assert.deepEqual(await barriers(page), []);
  await phone.goto(`/turnier/${ids.tournaments}`);
  await moves(phone.page.locator(".live-strip"));
  assert.equal(await phone.page.locator(".standings tbody td").first().textContent(), "–", "no place without a game");
  const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  assert.deepEqual(await barriers(phone.page), []);
  await phone.close();
  await visitor.goto("/live?lang=en");
  await page.getByRole("link", { name: "Test: Lang" }).waitFor();
  await moves(page.locator("section", { has: page.getByRole("link", { name: "Tournament: Pokal" }) }));
  await page.locator('.live-card a[href*="/live/live-"]').first().click();
  const board = page.locator(".exhibition-stage svg").first();
  await board.waitFor();
  const before = await page.locator(".exhibition").textContent();
  await until(async () => (await page.locator(".exhibition").textContent()) !== before, "the big board moves");
  for (const [what, id] of Object.entries(ids)) await house.ask("POST", `/api/${what}/${id}/stop`, { when: "now" });
  await visitor.goto(`/test/${ids.tests}?lang=de`);
  await page.locator(".test-facts .pill").getByText("angehalten").waitFor();
  assert.equal(await strip.isVisible(), false);
  await visitor.close();
});

test("names are names: Du is only said to you; games without a move are not listed", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  const begin = async () => {
    await visitor.goto("/");
    await page.getByRole("button", { name: "Spielen: Hive" }).click();
    await page.waitForURL(/\/spiel\//);
    const table = await Table.sit(page, "hive");
    return { table, id: new URL(page.url()).pathname.split("/").pop() };
  };
  const left = await begin();
  await left.table.turn();
  const { table, id } = await begin();
  await until(
    async () => (await house.ask("GET", `/api/games/${left.id}`)).code === "no_such_game",
    "the game that was left is gone",
  );
  const game = await house.ask("GET", `/api/games/${id}`);
  assert.deepEqual([game.red.name, game.blue.name], ["Mensch", "Bot Leicht"]);
  const guest = await Visitor.open(browser, house.url, { owner: false });
  await guest.goto("/live?lang=en");
  const listed = guest.page.locator(`a[href="/spiel/${id}"]`);
  await guest.page.locator("main .hero").waitFor();
  assert.equal(await listed.count(), 0, "nobody has moved");
  await table.move("mouse", await table.turn());
  await listed.getByText("Human").waitFor();
  await listed.getByText("Bot Easy").waitFor();
  await listed.click();
  await guest.page.locator(".strip.red .strip-name").getByText("Human").first().waitFor();
  await guest.close();
  await page.locator(".strip.red .strip-name").getByText("Du", { exact: true }).waitFor();
  await visitor.goto("/");
  await page.locator(`.game-list a[href="/spiel/${id}"]`).getByText("Du").waitFor();
  await visitor.close();
});
