// The palette, settings, sounds, the kiosk and watching from the network.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { House, Visitor, onStage, program, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const field = (page) => page.locator(".palette-field input[role=combobox]");
const chosen = (page) => page.locator(".palette-list [aria-selected=true]");
const setting = (page, name) => page.evaluate(async (key) => (await window.load("settings.mjs")).get(key), name);
const stored = (page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()));

async function search(page, text) {
  await page.keyboard.press("Control+k");
  await field(page).fill(text);
}

/** Opens the palette, types, and does the first thing it finds. */
async function command(page, text, label = text) {
  await search(page, text);
  await chosen(page).filter({ hasText: label }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("dialog.palette").waitFor({ state: "detached" });
}

test("the palette: pages, actions of the game, settings – by keyboard alone", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await startGame(visitor, against("piranhas"));
  const table = await Table.sit(page, "piranhas");
  await table.move("mouse", await table.turn()); // without a move it would not be listed
  await table.turn();
  await page.keyboard.press("Control+k");
  await until(() => field(page).evaluate((input) => input === document.activeElement), "the field has the focus");
  await page
    .locator("dialog.palette [role=option]")
    .getByText(/^Piranhas 2019: Ada/)
    .first()
    .waitFor(); // games come last
  const first = await field(page).getAttribute("aria-activedescendant");
  assert.equal(await page.locator(`#${first}`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("ArrowUp");
  assert.equal(await chosen(page).evaluate((option) => option.nextSibling), null, "from the first to the last");
  await page.keyboard.press("ArrowDown");
  assert.equal(await field(page).getAttribute("aria-activedescendant"), first);
  await page.keyboard.press("Escape");
  await page.locator("dialog.palette").waitFor({ state: "detached" });

  await command(page, "brt drehn", "Brett drehen");
  await page.locator(".play-side > .strip.blue:last-child").waitFor();
  await command(page, "kontrast", "Palette: Kontrast");
  assert.equal(await setting(page, "palette"), "contrast");
  await command(page, "aufgeben");
  await page.getByText("Wirklich aufgeben?").waitFor(); // it asks, as the button does
  await search(page, "hive");
  await chosen(page).filter({ hasText: "Spielen: Hive" }).waitFor(); // before games that run
  await page.keyboard.press("Escape");
  await search(page, "dampfer");
  await page.locator(".palette-none").waitFor(); // not in this game
  await page.keyboard.press("Escape");
  await page.locator("dialog.palette").waitFor({ state: "detached" });
  await command(page, "zuschau", "Zuschauen");
  await until(() => page.url().endsWith("/live"), "the page");
  await command(page, "piranhas ada", "Piranhas 2019: Ada");
  await page.waitForURL(/\/spiel\//);
  await visitor.close();
});

test("the palette: own bots, and what the analysis can do", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await house.ask("POST", "/api/bots", {
    name: "Meiner",
    game: "hive",
    command: `${program} client`,
    folder: "",
    note: "",
  });
  await visitor.goto("/analyse?spiel=hive");
  await page.locator(".engine-lines li").first().waitFor();
  await command(page, "engine", "Engine");
  await page.locator('.engine-head [aria-pressed="false"]').waitFor();
  await command(page, "meiner", "Gegen Meiner spielen");
  await page.waitForURL(/\/neu/);
  await until(
    () =>
      page
        .locator("select[name=seat-blue]")
        .evaluate((select) => select.selectedOptions[0]?.textContent === "Meiner")
        .catch(() => false),
    "the bot sits there",
  );
  await visitor.close();
});

test("settings: found by words, only those of the game, exported and imported", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await startGame(visitor, against("hive"));
  await (await Table.sit(page, "hive")).turn();
  await page.getByRole("button", { name: "Einstellungen" }).click();
  const names = () =>
    page
      .locator("dialog [data-find]:visible")
      .evaluateAll((items) => items.map((item) => item.querySelector("legend, span").textContent));
  await page.locator("dialog [data-find]").first().waitFor();
  assert.ok((await names()).includes("Insekten"));
  assert.ok(!(await names()).includes("Dampfer steuern"));
  await page.getByRole("searchbox").fill("dunkel");
  assert.deepEqual(await names(), ["Thema"]);
  await page.locator("dialog [name=theme][value=dark]").check();
  await page.getByRole("searchbox").fill("");
  await page.locator("dialog [name=evalBar]").check();
  await page.locator("dialog [name=insects][value=letter]").check();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Exportieren" }).click(),
  ]);
  const file = await download.path();
  const kept = JSON.parse(await readFile(file, "utf8"));
  assert.deepEqual([kept.theme, kept.evalBar, kept.insects], ["dark", true, "letter"]);
  await page.getByRole("button", { name: "Alles zurücksetzen" }).click();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  assert.equal(await setting(page, "theme"), "dark");
  await page.getByRole("button", { name: "Alles zurücksetzen" }).click();
  assert.equal(await setting(page, "theme"), "system");
  assert.equal(await page.locator("dialog [name=theme]:checked").inputValue(), "system");
  const put = (buffer) =>
    page.locator("dialog input[type=file]").setInputFiles({ name: "e.json", mimeType: "application/json", buffer });
  for (const bad of ["no JSON", "[]", "null", '{"theme":"pink","unknown":1}']) {
    await put(Buffer.from(bad));
    await visitor.told(/\S/);
    assert.equal(await setting(page, "theme"), "system", bad);
  }
  await put(await readFile(file));
  await visitor.told("Einstellungen übernommen.");
  assert.deepEqual(await page.evaluate(async () => (await window.load("settings.mjs")).all()), kept);
  await page.keyboard.press("Escape");
  await page.locator(".board-frame .evalbar:not([hidden])").waitFor();
  await visitor.close();
});

/** An AudioContext that only counts; and what is heard before anybody has touched the page. */
const stub = () => {
  window.ticks = [];
  const part = () => ({
    connect: (next) => next,
    start() {},
    stop() {},
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    frequency: {
      set value(pitch) {
        window.ticks.push(pitch);
      },
    },
  });
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    createOscillator = part;
    createGain = part;
  };
  addEventListener("load", async () => {
    (await window.load("sound.mjs")).play("over");
    window.untouched(window.ticks.length);
  });
};

test("sounds: made on the spot, never before a touch, and only those wanted", async () => {
  const visitor = await Visitor.open(browser, house.url, { settings: { animation: 0, sound: "all" } });
  const { page } = visitor;
  const { id } = await house.ask("POST", "/api/games", { rules: "book", ...against("piranhas") });
  let early = null;
  await page.exposeFunction("untouched", (count) => {
    early ??= count;
  });
  await page.addInitScript(stub);
  await visitor.goto(`/spiel/${id}`);
  await until(() => early !== null, "the page has tried");
  assert.equal(early, 0);
  await page.mouse.click(5, 300);
  const heard = (wanted) =>
    page.evaluate(async (value) => {
      (await window.load("settings.mjs")).set("sound", value);
      const { play } = await window.load("sound.mjs");
      return ["move", "capture", "illegal", "turn", "over"].map((name) => {
        window.ticks.length = 0;
        play(name);
        return window.ticks.length;
      });
    }, wanted);
  assert.deepEqual(await heard("off"), [0, 0, 0, 0, 0]);
  assert.deepEqual(await heard("moves"), [1, 2, 0, 0, 3]);
  assert.deepEqual(await heard("all"), [1, 2, 1, 2, 3]);
  await page.keyboard.press("m");
  await visitor.told("Ton: aus");
  assert.equal(await setting(page, "sound"), "off");
  await page.keyboard.press("m");

  await startGame(visitor, against("piranhas"));
  const table = await Table.sit(page, "piranhas");
  const turn = await table.turn();
  await page.mouse.click(5, 300);
  await table.move("mouse", turn);
  await until(() => page.evaluate(() => window.ticks.includes(780)), "move, answer, and whose turn it is");
  await visitor.close();
});

test("the kiosk: only playing, nothing stays, and it starts over", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await page.clock.install(); // nobody waits here for ten minutes
  await visitor.goto("/?kiosk=1&idle=600");
  await page.waitForURL(/\/kiosk/);
  await page.locator(".kiosk-game .demo svg").nth(3).waitFor();
  const { players } = await house.ask("GET", "/api/hello");
  assert.deepEqual(
    ["zufall", ...(await page.locator("[name=level]").evaluateAll((all) => all.map(({ value }) => value)))],
    players,
  );
  const before = await stored(page);
  assert.equal(await page.locator("header nav a:visible, .tabs:visible").count(), 0);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("?");
  assert.equal(await page.locator("dialog").count(), 0);
  await visitor.goto("/analyse");
  await page.waitForURL(/\/kiosk$/);

  await page.getByRole("button", { name: "EN", exact: true }).click();
  await page.getByRole("button", { name: "Play: Hive" }).click();
  await page.getByRole("link", { name: "Another game" }).waitFor();
  await page.locator(".board-host svg").waitFor();
  assert.notEqual(await stored(page), before);
  await page.keyboard.press("v"); // positions would stay with the server
  assert.equal(await page.locator(".play-files:visible, .play-actions a:visible, .keep:visible, dialog").count(), 0);
  await page.clock.fastForward(590000);
  await page.getByText(/Still there\?/).waitFor();
  await page.getByRole("button", { name: "Play on" }).click();
  await page.getByText(/Still there\?/).waitFor({ state: "hidden" });
  await page.clock.fastForward(601000);
  await page.getByRole("button", { name: "Spielen: Hive" }).waitFor(); // nobody came back
  await until(async () => (await stored(page)) === before, "nothing is left");
  await page.goBack();
  await page.getByRole("button", { name: "Spielen: Hive" }).waitFor();

  await page.keyboard.press("Control+Alt+Shift+K");
  await page.locator("header nav a").first().waitFor();
  assert.equal(new URL(page.url()).pathname, "/");
  await visitor.close();
});

test("watching from the network: how to open it, and a link with its QR code", async () => {
  const visitor = await Visitor.open(browser, house.url);
  await visitor.goto("/status");
  await visitor.page.getByText("Diese Seite ist nur für diesen Rechner.").waitFor();
  await visitor.page.getByRole("button", { name: "Netz öffnen" }).waitFor();
  assert.equal(await visitor.page.locator(".qr").count(), 0);
  await visitor.close();

  const open = await House.open("--web-bind", "0.0.0.0");
  try {
    const guest = await Visitor.open(browser, open.url);
    await guest.goto("/status");
    const { network } = await open.ask("GET", "/api/status");
    await guest.page.locator(".network h2").waitFor();
    const links = await guest.page.locator(".network code").allTextContents();
    assert.deepEqual(
      links,
      network.map((address) => `${address}live`),
    );
    assert.equal(await guest.page.locator(".qr").count(), links.length ? 1 : 0);
    await guest.close();
  } finally {
    await open.close();
  }
});
