// Two people at two devices: a link to a seat, the same board, what one asks the other, the next game; people at one
// screen; the page of visitors in each mode of --guests: watch, play, off.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor, onStage, until } from "./harness.mjs";
import { barriers, barriersInDark } from "./inspect.mjs";
import { Table } from "./table.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const press = (visitor, name) => visitor.page.getByRole("button", { name, exact: true }).click();
const status = (visitor, words) => visitor.page.locator(".play-status").getByText(words).waitFor();
const isInLine = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** What is at the bottom of „Mehr". */
async function choose(visitor, name) {
  await press(visitor, "Mehr");
  await press(visitor, name);
}

/** The owner orders a game with a friend; answers its id, and the friend's link at the address of this test. */
async function order(visitor) {
  const { page } = visitor;
  await visitor.goto("/");
  await page.getByRole("link", { name: "Zu zweit spielen" }).click();
  await page.getByRole("button", { name: "Spiel starten" }).click();
  const dialog = page.getByRole("dialog", { name: "Einladen" });
  await dialog.getByText("erreichen diese Seite noch nicht").waitFor();
  const id = page.url().split("/").at(-1).split("?")[0];
  const secret = () => page.evaluate((key) => JSON.parse(localStorage["kielwasser.seats"])[key].blue, id);
  return { id, dialog, link: async () => `/spiel/${id}#p=${await secret()}` };
}

/** Opens the network, where this machine has one: the link is there, and a picture of it, and a new one can be had. */
async function openNetwork({ page }, dialog) {
  await dialog.getByRole("button", { name: "Netz öffnen" }).click();
  await dialog.getByRole("button", { name: "Wirklich für das Netz öffnen?" }).click();
  const link = dialog.locator(".invite-link code");
  await until(
    async () => (await link.count()) > 0 || (await page.getByText("keine Adresse im Netz").count()) > 0,
    "the link, or no network",
  );
  if (!(await link.count())) return;
  await dialog.getByRole("img", { name: "QR-Code des Links" }).waitFor();
  const before = await link.textContent();
  assert.match(before, /^http:\/\/[\d.]+:\d+\/spiel\/[\w-]+#p=[0-9a-f]{32}$/);
  assert.doesNotMatch(before, /127\.0\.0\.1/);
  await dialog.getByRole("button", { name: "Neuer Link" }).click();
  await until(async () => (await link.textContent()) !== before, "a new link");
  assert.deepEqual([...(await barriers(page)), ...(await barriersInDark(page))], []);
  await dialog.getByRole("button", { name: "Netz schließen" }).click();
  await dialog.getByText("erreichen diese Seite noch nicht").waitFor();
}

test("a friend with a phone: link, moves, taking back, draw, rematch, reload", async () => {
  const host = await Visitor.open(browser, house.url, { allow: [/api\/network|status of 409/] });
  const { id, dialog, link } = await order(host);
  await openNetwork(host, dialog);

  const phone = await Visitor.open(browser, house.url, { owner: false, phone: true });
  const invitation = await link();
  await phone.goto(invitation);
  await phone.told("Du spielst Blau gegen");
  assert.ok(!phone.page.url().includes("#"), "the link does not stay in the address");
  await host.told("Gast spielt jetzt mit");
  await dialog.waitFor({ state: "detached" });

  // An invitation works once: another browser with the same link only watches.
  const third = await Visitor.open(browser, house.url, { owner: false });
  await third.goto(invitation);
  await third.told("Du schaust zu");
  await third.page.locator(".board").first().waitFor();
  assert.equal(await third.page.getByRole("button", { name: "Zurücknehmen", exact: true }).isVisible(), false);
  await third.close();

  const { game } = await house.ask("GET", `/api/games/${id}`);
  const red = await Table.sit(host.page, game);
  const blue = await Table.sit(phone.page, game);
  await red.move("mouse", await red.turn());
  await blue.move("touch", await blue.turn());
  await phone.page.reload(); // the seat stays with this browser
  assert.ok(await isInLine(phone.page));
  await until(async () => (await blue.now()).ply === 2, "the board after the reload");

  // Taking back needs the other one's word.
  await press(phone, "Zurücknehmen");
  await status(phone, "Du möchtest einen Zug zurücknehmen.");
  await status(host, "Gast möchte einen Zug zurücknehmen.");
  assert.deepEqual(await barriers(host.page, { within: ".play-status" }), []);
  await press(host, "Ablehnen");
  await until(async () => !(await phone.page.getByText("Du möchtest").count()), "the answer");
  await red.move("mouse", await red.turn());
  await press(host, "Zurücknehmen");
  await status(phone, "möchte einen Zug zurücknehmen.");
  await press(phone, "Erlauben");
  await until(async () => (await red.now()).ply === 2, "the move is gone");

  // A draw: offered, withdrawn, offered again, and accepted.
  await press(phone, "Remis anbieten");
  await status(host, "Gast bietet Remis an.");
  await press(phone, "Zurückziehen");
  await until(async () => !(await host.page.getByText("bietet Remis an").count()), "no question any more");
  await press(host, "Remis anbieten");
  await status(phone, "bietet Remis an.");
  assert.ok(await isInLine(phone.page));
  await press(phone, "Annehmen");
  for (const visitor of [host, phone]) {
    await visitor.page.locator(".result").getByText("Unentschieden").first().waitFor();
    await visitor.page.getByText("Beide haben sich auf Unentschieden geeinigt.").first().waitFor();
  }
  const { result } = await house.ask("GET", `/api/games/${id}`);
  assert.deepEqual(result.cause, { red: "AGREED", blue: "AGREED" });

  // Both want another one: the colours are swapped, and each is led there.
  await press(host, "Revanche (Seiten getauscht)");
  await status(host, "Du möchtest eine Revanche.");
  await status(phone, "möchte eine Revanche.");
  await press(phone, "Annehmen");
  for (const visitor of [host, phone]) await visitor.page.waitForURL((url) => !url.pathname.endsWith(id));
  const next = host.page.url().split("/").at(-1);
  assert.ok(phone.page.url().endsWith(next));
  await blue.move("touch", await blue.turn());
  await red.turn();
  await house.ask("POST", `/api/games/${next}/abort`, {});
  await phone.close();
  await host.close();
});

test("two people at one screen ask each other there, also without the server's help", async () => {
  const visitor = await Visitor.open(browser, house.url, { owner: false });
  const { page } = visitor;
  await visitor.goto("/neu?spiel=piranhas");
  for (const side of ["red", "blue"]) {
    const list = page.locator(`#seat-${side}-key`);
    await list.selectOption("person");
    const kinds = await list.locator("option").evaluateAll((options) => options.map(({ value }) => value));
    assert.ok(
      !kinds.some((kind) => ["command", "manual", "friend"].includes(kind)),
      "what would be refused is not there",
    );
  }
  await page.getByRole("button", { name: "Spiel starten" }).click();
  await page.waitForURL(/\/spiel\/lokal-/);
  const table = await Table.sit(page, "piranhas");
  await table.move("mouse", await table.turn());
  await press(visitor, "Zurücknehmen"); // both look on
  await until(async () => (await table.now()).ply === 0, "the move is gone");
  await press(visitor, "Remis anbieten");
  await status(visitor, "bietet Remis an.");
  await page.reload();
  await status(visitor, "bietet Remis an.");
  await press(visitor, "Ablehnen");
  await table.move("mouse", await table.turn());
  await press(visitor, "Remis anbieten");
  await press(visitor, "Annehmen");
  await page.getByText("Beide haben sich auf Unentschieden geeinigt.").first().waitFor();
  await visitor.close();
});

test("no button of the start page ends in a refusal, whatever guests may do", async () => {
  const seat = (kind) => ({ kind, name: "Ada", player: "leicht" });
  const { id } = await house.ask("POST", "/api/games", { game: "hive", red: seat("person"), blue: seat("person") });
  const ended = /ERR_INCOMPLETE_CHUNKED_ENCODING/; // --guests off: the server closes visitors' streams
  const visitor = await Visitor.open(browser, house.url, { owner: false, allow: [ended] });
  const { page } = visitor;
  const start = async (name) => {
    await visitor.goto("/");
    await page.getByRole("button", { name: `${name}: Piranhas` }).click();
  };
  for (const [mode, play, watch] of [
    ["watch", /\/spiel\/lokal-/, `/live/${id}`],
    ["play", /\/spiel\/[\da-f]{8}-/, `/live/${id}`],
    ["off", /\/spiel\/lokal-/, /\/spiel\/lokal-/],
  ]) {
    await house.ask("POST", "/api/guests", { mode });
    await visitor.goto("/");
    await page.locator(".game-card").first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Zu zweit spielen" }).count(), Number(mode === "play"));
    await start("Spielen");
    await page.waitForURL(play);
    await page.locator(".board").first().waitFor();
    await visitor.goto("/");
    if (mode !== "off") await page.locator(`.game-list a[href="/spiel/${id}"]`).waitFor();
    await page.getByRole("button", { name: "Zuschauen: Piranhas" }).click();
    await page.waitForURL((url) => (watch instanceof RegExp ? watch.test(url.pathname) : url.pathname === watch));
    await page.locator(".board").first().waitFor();
    await visitor.goto("/live");
    await page.locator("main:not([aria-busy])").waitFor();
    assert.equal(await page.locator(".fault").count(), 0);
  }
  await house.ask("POST", "/api/guests", { mode: "watch" });
  await visitor.close();
});
