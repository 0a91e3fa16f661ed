// Nothing fails silently: what goes wrong is said where people look, with a way out.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GONE_TROUBLE, Visitor, makeBotFolder, onStage, program, startClient, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

let house, browser, folder; // bots do not see the server's own folder
before(() => {
  folder = makeBotFolder("kielwasser-trouble-");
});
after(() => rm(folder, { recursive: true, force: true }));
onStage((...both) => ([house, browser] = both));

async function script(name, text) {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

/** A person waits for a program. */
async function waitFor(seat, more = {}) {
  const visitor = await Visitor.open(browser, house.url);
  await startGame(visitor, { game: "penguins", seed: "5", red: { kind: "person", name: "Ada" }, blue: seat, ...more });
  return { visitor, page: visitor.page, table: await Table.sit(visitor.page, "penguins") };
}

async function takeBuiltin(page, table) {
  await page.locator(".seats").getByRole("button", { name: "eingebauten Bot" }).click();
  await table.turn();
  await page.locator(".seats").waitFor({ state: "hidden" });
}

test("a program that is not there is named before the game begins", async () => {
  const visitor = await Visitor.open(browser, house.url, {
    allow: [/answer: 4\d\d .*\/api\/games$/, /status of 4\d\d/],
  });
  const { page } = visitor;
  await visitor.goto("/status");
  const refusal = await page.evaluate(async () => {
    const { startGame } = await window.load("play/open-game.mjs");
    return startGame({
      game: "hive",
      rules: "book",
      red: { kind: "person", name: "Ada" },
      blue: { kind: "bot", name: "Weg", command: "/nirgends/bot" },
    }).then(
      (id) => ({ id }),
      ({ code, de, en }) => ({ code, de, en }),
    );
  });
  if (refusal.id) {
    // the starting panel says it instead
    await visitor.goto(`/spiel/${refusal.id}`);
    await page.locator(".seats").getByText("/nirgends/bot").waitFor();
  } else {
    assert.match(refusal.de, /nirgends/);
    assert.match(refusal.en, /nirgends/);
  }
  await visitor.close();
});

test("a program that crashes shows its code and its last words", async () => {
  const command = await script("absturz.sh", "echo 'alles kaputt' >&2; exit 3");
  const { visitor, page, table } = await waitFor({ kind: "bot", name: "Absturz", command });
  await page.locator(".seats").getByText("alles kaputt").waitFor();
  await page.locator(".seats").getByText(/3/).first().waitFor();
  await takeBuiltin(page, table);
  await visitor.close();
});

test("a program that never joins is not waited for without a word", async () => {
  const command = await script("schlaf.sh", "exec sleep 600");
  const { visitor, page, table } = await waitFor({ kind: "bot", name: "Schlaf", command });
  await page
    .locator(".seats")
    .getByText(/gestartet \(PID \d+\)/)
    .waitFor();
  await page.locator(".seats").getByText("Schlaf hat sich noch nicht verbunden.").waitFor();
  await takeBuiltin(page, table);
  await visitor.close();
});

test("a program of one's own plays", async () => {
  const { visitor, page, table } = await waitFor({
    kind: "bot",
    name: "Eigener",
    command: `${program} client --game penguins --player zufall`,
  });
  const seen = await table.turn();
  await table.move("mouse", seen);
  assert.ok((await table.turn()).ply >= 2);
  await page.getByRole("button", { name: "Mehr" }).click();
  await visitor.insist("Partie verwerfen", "Wirklich verwerfen?");
  await page.locator(".result").getByText("Partie verworfen").waitFor();
  await visitor.close();
});

test("a seat for a program started by hand waits, and says for what", async () => {
  const { visitor, page, table } = await waitFor({ kind: "manual", name: "Von Hand" });
  await page.locator(".seats").getByText(`127.0.0.1:${house.port}`).waitFor();
  const line = await page.locator(".seats .seats-command code").last().textContent();
  const reservation = /--reservation (\S+)/.exec(line);
  await page.locator(".seats").getByText(reservation[1], { exact: true }).waitFor();
  const client = startClient(house, "penguins", "zufall", reservation ? ["--reservation", reservation[1]] : []);
  await table.move("mouse", await table.turn());
  assert.ok((await table.turn()).ply >= 2);
  client.kill();
  await client.ended;
  await page.locator(".result h2").getByText("Du hast gewonnen").waitFor();
  await visitor.close();
});

test("a seat started by hand can be given to a built-in player", async () => {
  const { visitor, page, table } = await waitFor({ kind: "manual", name: "Niemand" });
  await page.locator(".seats").waitFor();
  await takeBuiltin(page, table);
  await table.move("mouse", await table.turn());
  await visitor.close();
});

test("a move for an old position is not played, and the page catches up", async () => {
  const one = await Visitor.open(browser, house.url);
  const id = await startGame(one, against("piranhas"));
  const table = await Table.sit(one.page, "piranhas");
  const start = await table.turn();
  // The same person at another computer whose news do not get through.
  const two = await Visitor.open(browser, house.url, { allow: [/409/, /api\/events/, /ERR_FAILED/] });
  await two.context.route("**/api/events*", (route) => route.abort());
  await two.goto("/status");
  await two.page.evaluate(
    (seats) => localStorage.setItem("kielwasser.seats", seats),
    await one.page.evaluate(() => localStorage.getItem("kielwasser.seats")),
  );
  await two.goto(`/spiel/${id}`);
  const other = await Table.sit(two.page, "piranhas");
  const old = await other.turn();
  assert.equal(old.position, start.position);
  await two.context.route(`**/api/games/${id}`, (route) => route.abort());
  await table.move("mouse", start);
  const now = await table.turn();
  // By keys: the banner about missing news may push the board away from under a mouse.
  await other.hand(other, "keys", old.position, other.choose(old.position));
  await until(() => two.moves.some(({ status }) => status === 409), "the refusal");
  await two.context.unroute(`**/api/games/${id}`);
  await until(async () => (await other.now()).position === now.position, "the other page shows the new position");
  assert.equal((await house.ask("GET", `/api/games/${id}`)).plies.length, now.ply, "nothing was played");
  await other.turn();
  await two.context.unroute("**/api/events*");
  await one.close();
  await two.close();
});

test("news that overtakes an answer is not lost", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto(`${visitor.base}build.mjs`);
  const { id, secrets } = await house.ask("POST", "/api/games", { rules: "book", ...against("piranhas") });
  await page.evaluate(
    ([game, seats]) => localStorage.setItem("kielwasser.seats", JSON.stringify({ [game]: seats })),
    [id, secrets],
  );
  // The page asks when it opens, and again when the stream is there: that answer comes late.
  let asked = 0;
  let release;
  const late = new Promise((done) => {
    release = done;
  });
  await visitor.context.route(`**/api/games/${id}`, async (route) => {
    const isLate = ++asked === 2;
    const response = await route.fetch();
    if (isLate) await late;
    await route.fulfill({ response });
  });
  await visitor.goto(`/spiel/${id}`);
  const table = await Table.sit(page, "piranhas");
  const { position } = await table.turn();
  await until(() => asked === 2, "the second question");
  await house.ask("POST", `/api/games/${id}/move`, { ply: 0, words: table.choose(position) }, secrets.red);
  await until(async () => (await table.now()).ply === 2, "the move and its answer");
  release();
  await until(() => asked === 3, "a question for what is new");
  assert.equal((await table.turn()).ply, 2);
  await visitor.close();
});

test("a move that did not get through can be made again", async () => {
  const visitor = await Visitor.open(browser, house.url, { allow: [/ERR_FAILED/] });
  await startGame(visitor, against("piranhas"));
  const table = await Table.sit(visitor.page, "piranhas");
  const seen = await table.turn();
  await visitor.context.route("**/move", (route) => route.abort());
  await table.hand(table, "mouse", seen.position, "a4c4");
  await visitor.told("Der Server ist nicht zu erreichen.");
  await visitor.context.unroute("**/move");
  await table.move("mouse", seen, "a4c4");
  await visitor.close();
});

test("a second tab of the same seat asks before it takes over, and hands it back", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const id = await startGame(visitor, against("hive"));
  const first = visitor.page;
  const table = await Table.sit(first, "hive");
  await table.move("mouse", await table.turn());
  const seen = await table.turn();
  await visitor.newPage();
  await visitor.goto(`/spiel/${id}`);
  const second = visitor.page;
  const text = "Dieses Spiel ist in einem anderen Tab geöffnet.";
  await second.getByText(text).waitFor();
  const other = await Table.sit(second, "hive");
  assert.equal((await other.now()).isMine, false);
  await second.getByRole("button", { name: "Hier übernehmen" }).click();
  await first.getByText(text).waitFor();
  await other.move("mouse", await other.turn());
  await until(async () => (await table.now()).ply > seen.ply, "the first tab follows");
  await second.close();
  await table.move("mouse", await table.turn()); // who is left plays on
  await visitor.close();
});

/** Something that goes on for as long as the test needs it. */
async function beginRuns() {
  const spec = "zufall:sleep=200";
  const slow = { kind: "builtin", spec };
  const wants = { name: "Lang", game: "hive", a: slow, b: slow, games: 200, sprt: null, seed: "1", concurrency: 1 };
  const run = await house.ask("POST", "/api/tests", wants);
  const cup = await house.ask("POST", "/api/tournaments", {
    name: "Pokal",
    game: "penguins",
    seed: "3",
    admission: false,
    concurrency: 1,
    stages: [{ name: "Liga", kind: "league", legs: 8, games: 4 }],
    teams: ["A", "B"].map((name) => ({ name, bot: spec })),
  });
  const seat = { kind: "builtin", player: "zufall" };
  const game = await house.ask("POST", "/api/games", {
    game: "hive",
    rules: "book",
    red: seat,
    blue: seat,
    paceMs: 900,
  });
  return { test: run.id, cup: cup.id, game: game.id };
}

/** As if there were news: the page asks, and once more after an answer that was none. */
const askTwice = (page) =>
  page.evaluate(async () => {
    const { latest } = await window.load("latest.mjs");
    for (const keeper of latest.keepers) for (let i = 0; i < 2; i++) await keeper.refresh();
  });

const ASKED = /\/api\/(?!events|hello)/;

test("pages say from when their figures are, ask again, and find the server again", async () => {
  const visitor = await Visitor.open(browser, house.url, { allow: [...GONE_TROUBLE, /503/] });
  const { page } = visitor;
  const ids = await beginRuns();
  const banner = page.locator(".banners .banner.bad");
  const asOf = banner.getByText(/Stand von \d\d:\d\d\./);
  const busy = { code: "busy", de: "gerade ist zu viel los", en: "too much to do", fields: [] };
  const refuse = () => page.route(ASKED, (route) => route.fulfill({ status: 503, json: busy }));
  const isFresh = () =>
    page.evaluate(async () => {
      const keepers = [...(await window.load("latest.mjs")).latest.keepers];
      return keepers.length > 0 && keepers.every(({ asOf: ms, failures }) => ms > 0 && failures === 0);
    });
  const own = [`/test/${ids.test}`, `/turnier/${ids.cup}`, `/spiel/${ids.game}`];
  for (const path of [...own, "/", "/test", "/turnier", "/live", "/bots", "/status"]) {
    await visitor.goto(path);
    await until(isFresh, `what ${path} shows`);
    await refuse();
    await askTwice(page);
    await asOf.waitFor();
    await banner.getByText("Gerade ist zu viel los.").waitFor();
    await page.unroute(ASKED);
    await banner.getByRole("button", { name: "Jetzt versuchen" }).click();
    await banner.waitFor({ state: "hidden" });
  }
  // Without a hand: the figures of a test go on after two answers that were none.
  await visitor.goto(`/test/${ids.test}?lang=en`);
  const facts = page.locator(".test-facts");
  const before = await facts.textContent();
  await refuse();
  await banner.getByText(/As of \d\d?:\d\d/).waitFor();
  await page.unroute(ASKED);
  await until(async () => (await facts.textContent()) !== before, "the figures go on");
  await banner.waitFor({ state: "hidden" });
  await house.kill();
  await banner.getByText(/The connection to the server is lost\. As of/).waitFor();
  await house.start();
  await banner.waitFor({ state: "hidden" });
  const last = await facts.textContent();
  await until(async () => (await facts.textContent()) !== last, "the figures of the next server");
  for (const [what, id] of [
    ["tests", ids.test],
    ["tournaments", ids.cup],
  ])
    await house.ask("POST", `/api/${what}/${id}/stop`, { when: "now" });
  await visitor.close();
});

test("a server that says nothing any more is noticed", async () => {
  const visitor = await Visitor.open(browser, house.url, { allow: GONE_TROUBLE });
  const { page } = visitor;
  await page.clock.install();
  await visitor.goto("/live");
  await page.locator("main .loading").waitFor({ state: "hidden" });
  const lost = page.locator(".banners").getByText("Verbindung zum Server unterbrochen.");
  house.process.kill("SIGSTOP");
  await until(async () => {
    await page.clock.fastForward(46000); // longer than a stream may be silent
    return lost.isVisible();
  }, "the banner");
  house.process.kill("SIGCONT");
  await until(async () => {
    await page.clock.fastForward(16000);
    return !(await lost.isVisible());
  }, "the page without the banner");
  await visitor.close();
});

test("games and pages that do not exist say so", async () => {
  const visitor = await Visitor.open(browser, house.url, { allow: [/404/] });
  const { page } = visitor;
  await visitor.goto("/spiel/00000000-0000-0000-0000-000000000000");
  await page.getByRole("heading", { name: "Dieses Spiel ist nicht zu finden." }).waitFor();
  await visitor.goto("/spiel/lokal-xyz");
  await page.getByText("Dieses Spiel gibt es in diesem Browser nicht.").waitFor();
  await visitor.goto("/gibtesnicht");
  await page.getByRole("heading", { name: "Diese Seite gibt es nicht." }).waitFor();
  await page.getByRole("link", { name: "Zur Startseite" }).click();
  await page.getByRole("button", { name: "Spielen: Hive" }).waitFor();
  await visitor.close();
});
