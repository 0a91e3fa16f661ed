// Mass tests by mouse and keyboard: causes with their replays, stopping and going on, also after the server was killed.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GONE_TROUBLE, Visitor, makeBotFolder, onStage, program, until } from "./harness.mjs";

let house, browser, folder; // bots do not see the server's own folder
onStage((...both) => ([house, browser] = both));
before(() => {
  folder = makeBotFolder("kielwasser-naughty-");
});
after(() => rm(folder, { recursive: true, force: true }));

/**
 * What each does as soon as it is asked for a move, the cause that is found, its words, and the limit; nobody else is
 * late.
 */
const naughty = [
  {
    name: "Klabauter",
    does: "exec(CRASH)",
    cause: "crash",
    word: "Absturz",
    english: "Crash: Segmentation fault.",
    limitMs: 60000,
  },
  {
    name: "Pirat",
    does: "exec(ILLEGAL_MOVE + 'time.sleep(1)')",
    cause: "illegal",
    word: "Regelverstoß",
    english: "illegal move",
    limitMs: 60000,
  },
  {
    name: "Flaute",
    does: "time.sleep(1.5); exec(ILLEGAL_MOVE + 'time.sleep(1)')",
    cause: "soft-time",
    word: "Zeit überschritten",
    english: "The player has not sent a move within 0.3 seconds",
    limitMs: 300,
  },
];

async function write({ name, does }) {
  const path = join(folder, `${name}.py`);
  const ways = await readFile(new URL("../server/naughty.py", import.meta.url), "utf8");
  await writeFile(path, `#!/usr/bin/env python3\n${ways}\nexec(JOINER)\n${does}\n`);
  await chmod(path, 0o755);
  return path;
}

async function register(visitor, bot) {
  const { page } = visitor;
  await visitor.goto("/bots");
  await page.getByRole("button", { name: "Bot hinzufügen" }).click();
  await page.getByRole("radio", { name: "Auf diesem Rechner" }).check();
  await page.locator("[name=command]").fill(await write(bot));
  await page.locator(".bot-form [name=name]").fill(bot.name);
  await page.locator(".bot-form [name=game]").selectOption("penguins");
  await page.getByRole("button", { name: "Eintragen" }).click();
  await page.locator(`tr[data-bot="${bot.name}"]`).waitFor();
}

const zufall = { kind: "builtin", spec: "zufall" };

const begin = async (wants) => {
  const { id } = await house.ask("POST", "/api/tests", {
    name: "",
    game: "penguins",
    a: zufall,
    b: zufall,
    games: 4,
    sprt: null,
    seed: "1",
    ...wants,
  });
  assert.ok(id, "the test began");
  return id;
};

const state = (page, word) => page.locator(".test-facts .pill").getByText(word, { exact: true }).waitFor();

/** The dashboard of a test whose player A fails names the cause and leads to the replay. */
async function seeFailure(visitor, { cause, word, english }) {
  const { page } = visitor;
  await state(page, "fertig");
  await page.locator(".failures .fault").getByText(word).first().waitFor();
  await page.locator(".failures pre").getByText("asked").first().waitFor();
  await page.locator(`#cause-${cause}-A`).getByText(word).waitFor();
  await page.locator(`#cause-${cause}-A`).click();
  const row = page.locator(".rows .row-line.failed").first();
  await row.getByText(word).waitFor();
  await row.getByRole("button", { name: /Vorschau/ }).click();
  await page.locator(".preview .demo svg").waitFor();
  await page.locator(".preview pre").getByText("asked").waitFor();
  await page.getByRole("button", { name: "Stellung merken" }).click();
  await visitor.told("Stellung gemerkt.");
  await page.getByRole("button", { name: "EN", exact: true }).click();
  await page.locator(".failures .fault").getByText(english).first().waitFor();
  await page.locator(".failures").getByRole("button", { name: "Copy details" }).first().waitFor();
  await page.getByRole("button", { name: "DE", exact: true }).click();
  await row.getByRole("link").click();
  await page.waitForURL(/\/analyse\/test-\d+-\d+/);
  await page.locator(".study .board-host svg").waitFor();
  await page
    .locator(".study-comment")
    .getByText(/^Rot: ./)
    .waitFor();
}

for (const bot of naughty)
  test(`${bot.name} is registered and tested, and the failure leads to its replay: ${bot.cause}`, async () => {
    const visitor = await Visitor.open(browser, house.url);
    const { page } = visitor;
    await register(visitor, bot);
    await visitor.goto("/test");
    await page.locator("nav a[aria-current]").getByText("Testen").first().waitFor();
    await page.getByLabel("Pinguine").check();
    await page.getByLabel("Spieler").first().selectOption({ label: bot.name });
    await page.getByLabel("Spieler").nth(1).selectOption("builtin:zufall");
    await page.getByLabel("Spiele", { exact: true }).fill("2");
    await page.getByText("Weitere Optionen").click();
    await page.getByLabel("eigener Wert").check();
    await page.getByLabel("Millisekunden").fill(String(bot.limitMs));
    await page.getByRole("button", { name: "Test starten" }).click();
    await page.waitForURL(/\/test\/\d+$/);
    await seeFailure(visitor, bot);
    await visitor.close();
  });

test("a test is stopped, goes on, and survives the server", async () => {
  const id = await begin({ games: 4000, a: { kind: "builtin", spec: "zufall:sleep=2" }, concurrency: 1 });
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  const played = async () => Number(await page.locator(".test-head progress").getAttribute("value"));
  await visitor.goto(`/test/${id}`);
  await state(page, "läuft");
  await until(async () => (await played()) >= 2, "two games are played");
  await page.getByRole("button", { name: "Nach laufenden Spielen anhalten" }).click();
  await state(page, "angehalten");
  const before = await played();
  await page.getByRole("button", { name: "Fortsetzen" }).click();
  await state(page, "läuft");
  await until(async () => (await played()) > before, "it goes on");

  visitor.allow(...GONE_TROUBLE, /ERR_ABORTED/, /ERR_FAILED/);
  await house.kill();
  await page.locator(".banners .banner.bad").waitFor();
  await house.start();
  await page.locator(".banners .banner.bad").waitFor({ state: "detached" });
  const after = await played();
  await until(async () => (await played()) > after, "it goes on at the new server");
  await page.getByRole("button", { name: "Sofort anhalten" }).click();
  await state(page, "angehalten");
  await page.getByRole("button", { name: "Löschen" }).click();
  await page.getByRole("button", { name: "Wirklich löschen?" }).click();
  await page.waitForURL(/\/test$/);
  await visitor.close();
});

test("a test is deleted while the page asks for it", async () => {
  const id = await begin({ games: 2 });
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto(`/test/${id}`);
  await state(page, "fertig");
  let asked = null;
  await visitor.context.route(`**/api/tests/${id}`, (route) => {
    if (route.request().method() !== "GET") return route.continue();
    asked = route;
    return undefined;
  });
  await page.getByRole("button", { name: "Umbenennen" }).click();
  await page.keyboard.type("Zuletzt");
  await page.keyboard.press("Enter");
  await until(() => asked, "the page asks for the test");
  await page.getByRole("button", { name: "Löschen" }).click();
  await page.getByRole("button", { name: "Wirklich löschen?" }).click();
  await page.waitForTimeout(300); // enough for a request that would not wait
  await asked.continue();
  assert.equal((await asked.request().response()).status(), 200);
  await page.waitForURL(/\/test$/);
  await visitor.close();
});

test("everything can be done by keys, in both languages", async () => {
  const id = await begin({ games: 40, name: "Tasten" });
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto(`/test/${id}`);
  await state(page, "fertig");
  await page.getByRole("button", { name: "Umbenennen" }).press("Enter");
  await page.keyboard.type("Zifferntasten");
  await page.keyboard.press("Enter");
  await page.locator("h1").getByText(`#${id} Zifferntasten`).waitFor();
  await page.getByRole("button", { name: "Umbenennen" }).press("Enter");
  await page.keyboard.press("Escape");
  assert.equal((await house.ask("GET", `/api/tests/${id}`)).name, "Zifferntasten");
  await page.locator(".rows a[tabindex='0']").focus();
  await page.keyboard.press("End");
  await until(
    () => page.evaluate(() => document.activeElement.closest(".row-line")?.getAttribute("aria-rowindex") === "41"),
    "the last row",
  );
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await until(
    () => page.evaluate(() => document.activeElement.closest(".row-line")?.getAttribute("aria-rowindex") === "3"),
    "the second row",
  );
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".preview .demo svg").waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/analyse\/test-/);
  await visitor.goto(`/test/${id}?lang=en`);
  await page.locator(".test-facts").getByText("complete").waitFor();
  await page.getByRole("link", { name: "Clone" }).click();
  await page.waitForURL(/klon=/);
  // The list of games of the page before has the same name.
  const games = page.locator("input").and(page.getByLabel("Games", { exact: true }));
  assert.equal(await games.inputValue(), "40");
  await visitor.goto(`/test?vergleich=${id},${id}`);
  await page.locator("table.compare td").getByText("complete").first().waitFor();
  await visitor.close();
});

test("a program by its command, from remembered positions; too many games at a time are told", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto("/test");
  const position = await page.evaluate(
    async () => (await (await window.load("rules.mjs")).loadRules("hive")).setup({ seed: 7 }).position,
  );
  await house.ask("POST", "/api/positions", { game: "hive", position, name: "Bienenstock" });
  await page.getByLabel("Hive").check();
  await page.getByLabel("Spieler").first().selectOption("command");
  await page.getByLabel("Datei oder Befehl").fill(`${program} client --game hive --player zufall`);
  await page.getByLabel("Spieler").nth(1).selectOption("builtin:zufall");
  await page.getByLabel("Spiele", { exact: true }).fill("2");
  await page.getByText("Weitere Optionen").click();
  await page.getByLabel("gemerkte", { exact: true }).check();
  await page.locator(".remembered .remembered-picture svg").waitFor();
  assert.ok(await page.getByLabel("Bienenstock").isChecked());
  await page.getByLabel("Spiele gleichzeitig").fill("200");
  await page
    .locator(".test-cores")
    .getByText(/unzuverlässig/)
    .waitFor();
  await page.locator(".test-cores").getByRole("button").click();
  await until(async () => (await page.locator(".test-cores").textContent()) === "", "the warning is gone");
  await page.getByRole("button", { name: "Test starten" }).click();
  await page.locator(".cli pre").getByText("--positions").waitFor();
  await state(page, "fertig");
  await visitor.close();
});

test("one against many is a test for each, shown together", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto("/test");
  for (const who of [0, 1]) await page.getByLabel("Spieler").nth(who).selectOption("builtin:zufall");
  await page.getByRole("button", { name: "Weiterer Gegner" }).click();
  await page.getByRole("button", { name: "Weiterer Gegner" }).click();
  await page.getByRole("button", { name: "Gegner B 2 entfernen" }).click();
  await page.getByLabel("Pinguine").check();
  await page.getByLabel("Spiele", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Test starten" }).click();
  await page.locator(".gauntlet tbody tr").nth(1).waitFor();
  await page.locator(".gauntlet tbody a").click();
  await state(page, "fertig");
  await until(async () => (await page.locator(".gauntlet tfoot td").first().textContent()) === "4", "both are counted");
  await page.getByRole("link", { name: "Alle klonen" }).click();
  await page.getByRole("button", { name: "Gegner B 2 entfernen" }).waitFor();
  await page.locator(".gauntlet-group a").nth(1).waitFor();
  await visitor.close();
});
