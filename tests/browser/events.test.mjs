// News of the server: one stream for all tabs whose topics change, moves without a stream, and clocks.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Visitor, onStage, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const TIDY_MS = 11000; // a little more than the page's own
/** A visitor whose clock can be changed. A context keeps such a clock, so these have contexts of their own. */
const openWithClock = async (more = {}, clock = {}) => {
  const visitor = await Visitor.open(browser, house.url, { timezoneId: "Europe/Berlin", ...more });
  await visitor.page.clock.install(clock);
  return visitor;
};

const banner = (page) => page.locator(".banners .banner.bad");

/** Writes down how often a stream is opened, and which topics it gets later. */
function watchStreams(visitor) {
  const seen = { opened: 0, topics: [] };
  visitor.context.on("request", (request) => {
    if (/\/api\/events\?/.test(request.url())) seen.opened++;
    else if (/\/api\/events\/\w+\/subs$/.test(request.url()))
      seen.topics.push(JSON.parse(request.postData()).subs.split(","));
  });
  return seen;
}

/** Follows these topics in the page; window.heard counts what each one hears. */
const followAll = (page, topics) =>
  page.evaluate(async (names) => {
    const { subscribe } = await window.load("net.mjs");
    window.heard = {};
    for (const name of names) {
      window.heard[name] = 0;
      subscribe(name, () => window.heard[name]++);
    }
  }, topics);

test("topics change without another stream, and too many take no page offline", async () => {
  const visitor = await openWithClock();
  const seen = watchStreams(visitor);
  const { page } = visitor;
  const id = await startGame(visitor, against("hive"));
  const table = await Table.sit(page, "hive");
  const start = await table.turn();
  await until(() => seen.opened === 1, "the stream");
  const many = Array.from({ length: 70 }, (_, i) => `game:${i}`);
  await followAll(page, many);
  await until(() => seen.topics.at(-1)?.length === 64, "as many topics as a stream has");
  assert.ok(seen.topics.at(-1).includes(`game:${id}`));
  await until(() => page.evaluate(() => window.heard["game:62"] === 1), "a topic that fits is open");
  await table.move("mouse", start);
  assert.ok((await table.turn()).ply >= 2, "news go on");
  await page.clock.fastForward(TIDY_MS);
  await until(() => page.evaluate(() => window.heard["game:69"] > 0), "what does not fit is fetched now and then");
  assert.equal(await page.evaluate(() => window.heard["game:62"]), 1, "only new topics are fetched");
  assert.equal(seen.opened, 1);
  assert.equal(await banner(page).count(), 0);
  await visitor.close();
});

test("topics of a tab that has crashed are dropped", async () => {
  const visitor = await openWithClock();
  const seen = watchStreams(visitor);
  const { page } = visitor;
  await visitor.goto("/live");
  await until(() => seen.opened === 1, "the stream");
  await visitor.newPage();
  const other = visitor.page;
  await visitor.goto("/status");
  await followAll(other, ["game:crash"]);
  await until(() => seen.topics.at(-1)?.includes("game:crash"), "the other tab's topic");
  const line = await visitor.context.newCDPSession(other);
  line.send("Page.crash").catch(() => {});
  await new Promise((done) => other.once("crash", done));
  await other.close();
  await until(async () => {
    await page.clock.fastForward(TIDY_MS);
    return !seen.topics.at(-1).includes("game:crash");
  }, "the topic is dropped");
  assert.equal(seen.opened, 1);
  await visitor.close();
});

test("a page for which the server has no stream shows its own move and asks for the rest", async () => {
  const visitor = await openWithClock({ allow: [/503/] });
  const { page } = visitor;
  await visitor.context.route("**/api/events*", (route) =>
    route.fulfill({ status: 503, json: { code: "streams_full", de: "voll", en: "full" } }),
  );
  await startGame(visitor, against("piranhas"));
  const table = await Table.sit(page, "piranhas");
  await table.move("mouse", await table.turn());
  await until(async () => (await table.now()).ply >= 1, "the move");
  await until(async () => {
    await page.clock.fastForward(TIDY_MS);
    return (await table.now()).ply >= 2;
  }, "the answer to it");
  assert.equal(await banner(page).count(), 0, "the server is there");
  await visitor.context.unroute("**/api/events*");
  await visitor.close();
});

const LIMIT = { limitMs: 20000, limitFor: "all" }; // a busy machine opens the page within it
const bar = (page, side) => page.locator(`.strip.${side} .strip-bar`);

test("a limit of both is seen at the seats, ends the game, and is kept in a rematch", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  const id = await startGame(visitor, against("hive", "zufall", LIMIT));
  await bar(page, "red").waitFor();
  await bar(page, "blue").waitFor(); // a built-in player has the same
  await page.locator(".strip.red .strip-bar.soon, .strip.red .strip-bar.late").waitFor();
  await page.locator(".result h2").getByText("Du hast verloren").waitFor();
  const { result } = await house.ask("GET", `/api/games/${id}`);
  assert.match(result.cause.red, /TIMEOUT/);
  await page.getByRole("button", { name: "Revanche" }).first().click();
  await page.waitForURL((url) => /\/spiel\//.test(url.pathname) && !url.pathname.endsWith(id));
  const again = await house.ask("GET", `/api/games/${page.url().split("/").at(-1)}`);
  assert.deepEqual([again.red.limitMs, again.blue.limitMs], [LIMIT.limitMs, LIMIT.limitMs]);
  await bar(page, "red").waitFor();
  await visitor.close();
});

test("a clock of the browser that is five minutes ahead changes nothing", async () => {
  const visitor = await openWithClock({}, { time: Date.now() + 5 * 60000 });
  await startGame(visitor, against("hive"));
  const time = visitor.page.locator(".strip.red .strip-time");
  await until(async () => /^\d+:\d\d$/.test(await time.textContent()), "the time that has passed");
  assert.ok(Number.parseInt(await time.textContent(), 10) < 4);
  await visitor.close();
});
