// The server is replaced by one with another build of the page: whatever is open or kept becomes a whole page of the
// new build, without a hand being lifted; no two builds are mixed.
import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { GONE_TROUBLE, Visitor, onStage, until } from "./harness.mjs";
import { Front, hasCommit } from "./front.mjs";

const OLD = "920cd33"; // before builds had names: all files at the root, a worker that fell back file by file
const skip = hasCommit(OLD) ? false : `commit ${OLD} is not in this clone`;

let house, browser, front;
onStage((...both) => ([house, browser] = both));
beforeEach(async () => (front = await Front.open(house, (await house.ask("GET", "/api/hello")).build)));
afterEach(() => front.close());

/** Trouble on the way is expected; that the page works in the end is asserted. */
async function visit(options) {
  const visitor = await Visitor.open(browser, house.url, { ...options, allow: [/./, ...GONE_TROUBLE] });
  visitor.url = front.url;
  return visitor;
}

const becomes = (tab, build) =>
  until(
    async () => (await front.buildOf(tab)) === build,
    async () =>
      `a page of the ${build} build; it is ${await front.buildOf(tab)}: ${await tab.locator("body").innerHTML()}`.slice(
        0,
        900,
      ),
    { everyMs: 200 },
  );

const keeps = (tab, name) =>
  until(() => tab.evaluate((wanted) => caches.has(wanted), name), `the cache ${name}`, { everyMs: 200 });

/** A page of the old commit with its worker, which has kept everything. */
async function oldVisit() {
  await front.takeOld(OLD);
  const visitor = await visit({ serviceWorkers: "allow" });
  await visitor.goto("/status");
  await visitor.page.locator("main h1").waitFor();
  await visitor.page.evaluate(() => navigator.serviceWorker.ready);
  await until(
    () => visitor.page.evaluate(() => caches.match("/app.mjs").then(Boolean)),
    "the old worker keeps the page",
  );
  await until(
    () => visitor.page.evaluate(() => Boolean(navigator.serviceWorker.controller)),
    "the old worker is at work",
  );
  return visitor;
}

test("a tab of the old commit goes on to another page", { skip }, async () => {
  await front.takeOld(OLD);
  const visitor = await visit();
  await visitor.goto("/status");
  await visitor.page.locator("main h1").waitFor();
  front.replace("present");
  await visitor.page.getByRole("link", { name: "Lernen" }).first().click();
  await becomes(visitor.page, "present");
  assert.equal(new URL(visitor.page.url()).pathname, "/lernen");
  await visitor.close();
});

test("a worker of the old commit meets the new server", { skip }, async () => {
  const visitor = await oldVisit();
  front.replace("present");
  await visitor.goto("/live");
  await becomes(visitor.page, "present");
  await keeps(visitor.page, `kielwasser-${front.build}`);
  await until(async () => (await visitor.page.evaluate(() => caches.keys())).length === 1, "nothing old is kept");
  await visitor.close();
});

for (const [what, broken] of [
  ["its HTML", /^\/status$/],
  ["its HTML and the first script", /^\/(status|app\.mjs)$/], // the others are new: they cannot be linked
  ["everything", /^\/(?!$|sw|b\/|api)/],
])
  test(`a worker of the old commit falls back to what it kept: ${what}`, { skip }, async () => {
    const visitor = await oldVisit();
    front.replace("present");
    front.broken = broken;
    await visitor.page.reload();
    front.broken = null;
    await becomes(visitor.page, "present");
    await visitor.close();
  });

test("a tab goes on to a page of a newer build", async () => {
  const visitor = await visit();
  await visitor.goto("/status");
  await becomes(visitor.page, "present");
  front.replace("newer");
  await visitor.page.getByRole("link", { name: "Lernen" }).first().click();
  await becomes(visitor.page, "newer");
  assert.equal(new URL(visitor.page.url()).pathname, "/lernen");
  await visitor.close();
});

test("a page that has heard of the newer build loads the next one", async () => {
  const visitor = await visit();
  await visitor.goto("/lernen");
  await visitor.page.getByRole("link", { name: "Spielen" }).first().click();
  // The list is fetched anew when the stream is open.
  await until(() => front.asked.filter((path) => path === "/api/games").length > 1, "the stream");
  front.replace("newer");
  await visitor.page.getByText("Es gibt eine neue Version.").waitFor();
  await visitor.page.getByRole("link", { name: "Lernen" }).first().click(); // its modules are there
  await becomes(visitor.page, "newer");
  await visitor.close();
});

test("the server is replaced while a page is on its way", async () => {
  const visitor = await visit();
  front.onServed = (path) => {
    if (path.endsWith("/ui/dom.mjs")) front.page = "newer";
  };
  await visitor.goto("/status");
  await becomes(visitor.page, "newer");
  await visitor.close();
});

test("a worker keeps one build, then the newer one; tabs of both work", async () => {
  const visitor = await visit({ serviceWorkers: "allow" });
  const left = visitor.page;
  await visitor.goto("/status");
  await keeps(left, `kielwasser-${front.build}`);
  await until(() => left.evaluate(() => Boolean(navigator.serviceWorker.controller)), "the worker is at work");
  front.replace("newer");
  await visitor.newPage();
  await visitor.goto("/status");
  await becomes(visitor.page, "newer");
  await until(
    async () => (await visitor.page.evaluate(() => caches.keys())).join() === "kielwasser-fedcba9876543210",
    "only the newer build is kept",
  );
  assert.equal(await front.buildOf(left), "present"); // it works, so it is left alone
  await left.getByRole("link", { name: "Lernen" }).first().click();
  await left.getByRole("heading", { name: "Lernen" }).waitFor(); // from what the browser has of that build, or newer
  front.broken = /./;
  await left.reload(); // without the server
  await becomes(left, "newer");
  await visitor.close();
});
