// What people do with a game besides moving: hints, taking back, resigning, rematches, typing, looking back.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Visitor, onStage, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

async function sit(game, options = {}, more = {}) {
  const visitor = await Visitor.open(browser, house.url, more);
  const id = await startGame(visitor, against(game, undefined, options));
  return { visitor, id, page: visitor.page, table: await Table.sit(visitor.page, game) };
}

const play = (table, moves) => table.play("mouse", { moves });

test("a click on the first page starts a game at once", async () => {
  const visitor = await Visitor.open(browser, house.url);
  await visitor.goto("/");
  await visitor.page.getByRole("button", { name: "Spielen: Piranhas 2026" }).click();
  await visitor.page.waitForURL(/\/spiel\//);
  const table = await Table.sit(visitor.page, "piranhas26");
  await visitor.page.getByText("Klick einen Fisch an.").waitFor();
  const seen = await table.turn();
  await table.move("mouse", seen);
  assert.equal((await table.turn()).ply, 2);
  await visitor.close();
});

test("the form of a new game starts what it says", async () => {
  const visitor = await Visitor.open(browser, house.url);
  await visitor.goto("/neu?spiel=penguins");
  const { page } = visitor;
  await page.locator("#field-seed").fill("nonsense");
  await page.getByRole("button", { name: "Spiel starten" }).click();
  await page.locator("#problem-field-seed").getByText(/./).waitFor();
  assert.equal(await page.locator("#field-seed").inputValue(), "nonsense", "nothing is cleared");
  await page.locator("#field-seed").fill("42");
  await page.locator(".new-form details summary").click();
  await page.getByRole("radio", { name: "Zug für Zug, ohne Limit" }).check();
  await page.getByRole("radio", { name: "sofort" }).check();
  await page.getByText("wie der Server 2023").waitFor();
  await page.getByRole("button", { name: "Spiel starten" }).click();
  await page.waitForURL(/\/spiel\//);
  const table = await Table.sit(page, "penguins");
  const { position } = await table.turn();
  assert.equal(position, table.rules.setup({ seed: "42" }).position);
  await visitor.close();
});

test("a wrong field says why, and nothing is sent", async () => {
  const { visitor, table } = await sit("piranhas");
  await table.turn();
  await table.press("mouse", "a1");
  await table.press("mouse", "e5");
  await visitor.told(/\S/);
  assert.deepEqual(visitor.moves, []);
  await visitor.close();
});

test("a tap that a busy page hears late is a tap, not a long press", async () => {
  const { visitor, page, table } = await sit("piranhas", {}, { phone: true });
  const { ply } = await table.turn();
  await table.press("touch", "a4");
  const { x, y } = await table.middle("c4");
  await page.evaluate(
    async ([clientX, clientY]) => {
      const [down, up] = ["pointerdown", "pointerup"].map(
        (name) => new PointerEvent(name, { pointerId: 7, pointerType: "touch", clientX, clientY, bubbles: true }),
      );
      const svg = document.querySelector(".board-host svg");
      svg.dispatchEvent(down);
      await new Promise((late) => setTimeout(late, 600));
      svg.dispatchEvent(up);
    },
    [x, y],
  );
  await until(async () => (await table.now()).ply > ply, "the move");
  await visitor.close();
});

test("taking back goes to the last own turn", async () => {
  const { visitor, page, table } = await sit("piranhas");
  const first = await table.turn();
  await play(table, 2);
  await page.keyboard.press("u");
  await until(async () => (await table.now()).ply === 2, "two plies are gone");
  await page.getByRole("button", { name: "Zurücknehmen" }).click();
  await until(async () => (await table.now()).ply === 0, "four plies are gone");
  assert.equal((await table.turn()).position, first.position);
  await play(table, 1);
  await visitor.close();
});

for (const game of ["piranhas", "hive", "mississippi", "penguins"])
  test(`three hints make a move in ${game}`, async () => {
    const { visitor, page, table } = await sit(game);
    const seen = await table.turn();
    const tip = page.getByRole("button", { name: "Tipp" });
    const heard = new Set();
    await until(
      async () => {
        if ((await table.now()).ply > seen.ply) return true;
        await tip.click({ timeout: 2000 }).catch(() => {});
        heard.add(await table.heard());
        return false;
      },
      async () => `a move by hints; heard ${[...heard]}`,
      { everyMs: 100 },
    );
    await table.turn();
    assert.equal(visitor.moves.length, 1, "one move was sent");
    await visitor.close();
  });

test("resigning asks once more, and a rematch swaps the sides", async () => {
  const { visitor, id, page, table } = await sit("penguins");
  await play(table, 1);
  await visitor.insist("Aufgeben", "Wirklich aufgeben?");
  await page.locator(".result h2").getByText("Du hast verloren").waitFor();
  const { result } = await house.ask("GET", `/api/games/${id}`);
  assert.equal(result.winner, "blue");
  await page.getByRole("button", { name: "Revanche" }).click();
  await until(() => !page.url().endsWith(id), "another game");
  const next = await house.ask("GET", `/api/games/${page.url().split("/").at(-1).split("#")[0]}`);
  assert.equal(next.red.kind, "builtin");
  assert.equal(next.blue.kind, "person");
  await page.locator(".play-side > .strip.blue:last-child").waitFor(); // one's own side is at the bottom
  const seen = await table.turn();
  assert.ok(seen.ply >= 1, "the built-in player began");
  await visitor.close();
});

test("the owner deletes a game that is over, after a second click", async () => {
  const { visitor, id, page, table } = await sit("piranhas");
  await play(table, 1);
  const remove = page.getByRole("button", { name: "Spiel löschen" });
  assert.equal(await remove.count(), 0, "not while it runs");
  await house.ask("POST", `/api/games/${id}/abort`, {});
  await page.getByRole("link", { name: "Analysieren" }).waitFor();
  await page.getByRole("button", { name: "Mehr" }).click();
  await remove.waitFor();
  await visitor.insist("Spiel löschen", "Endgültig löschen?");
  await visitor.told("gelöscht");
  await until(() => new URL(page.url()).pathname === "/", "the start page");
  const { games } = await house.ask("GET", "/api/games");
  assert.ok(!games.some((game) => game.id === id), "it is not in the list");
  await visitor.close();
});

test("the result leads to the analysis and to the same position again", async () => {
  const { visitor, id, page, table } = await sit("piranhas");
  const { position } = await table.turn();
  await play(table, 1);
  await house.ask("POST", `/api/games/${id}/abort`, {});
  await page.locator(".result:not([hidden])").waitFor();
  await page.getByRole("button", { name: "Noch einmal gleiche Stellung" }).click();
  await until(() => !page.url().endsWith(id), "another game");
  assert.equal((await table.turn()).position, position);
  await visitor.goto(`/spiel/${id}`);
  await page.getByRole("link", { name: "Analysieren" }).click();
  await page.waitForURL(/\/analyse\//);
  await page.locator(".study .board-host svg").waitFor();
  await visitor.close();
});

test("typed moves and the text view play, too", async () => {
  const { visitor, page, table } = await sit("piranhas");
  await table.turn();
  await page.keyboard.press("/");
  await page.keyboard.type("A4 C4");
  await page.keyboard.press("Enter");
  await until(async () => (await table.now()).ply >= 1, "the typed move");
  await page.keyboard.press("Escape");
  const seen = await table.turn();
  await page.getByText("Textansicht").click();
  await page.locator(".textview .textview-legal button:not([disabled])").first().click();
  await until(async () => (await table.now()).ply > seen.ply, "the move of the text view");
  await table.turn();
  await visitor.close();
});

test("the text view can be kept open", async () => {
  const { visitor, page, table } = await sit("hive", {}, { settings: { animation: 0, textView: true } });
  await page.locator(".textview[open]").waitFor();
  for (let i = 0; i < 4; i++) {
    const seen = await table.turn();
    await page.locator(".textview .textview-legal button:not([disabled])").nth(i).click();
    await until(async () => (await table.now()).ply > seen.ply, "a move");
  }
  await visitor.close();
});

test("looking back never touches the game", async () => {
  const { visitor, page, table } = await sit("hive");
  const live = await play(table, 2);
  await page.getByRole("button", { name: "An den Anfang" }).click();
  const chip = page.locator(".board-frame .play-chip");
  await chip.waitFor();
  await until(() => page.url().endsWith("#0"), "the ply in the address");
  await page.keyboard.press("ArrowRight");
  await until(() => page.url().endsWith("#1"), "the ply in the address");
  await page.reload();
  await chip.waitFor();
  assert.match(page.url(), /#1$/);
  assert.equal((await table.now()).ply, live.ply, "the game goes on elsewhere");
  await page.keyboard.press("Escape");
  await chip.waitFor({ state: "hidden" });
  await play(table, 1);
  await visitor.close();
});

test("a game of two built-in players can be paused, stepped and watched", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  const seat = (name) => ({ kind: "builtin", player: "zufall", name });
  await startGame(visitor, {
    game: "penguins",
    red: seat("Eins"),
    blue: seat("Zwei"),
    paused: true,
    paceMs: 300,
    seed: "9",
  });
  const table = await Table.sit(page, "penguins");
  await page.getByText("Das Spiel ist angehalten.").waitFor();
  const { ply } = await table.now();
  await page.getByRole("button", { name: "Ein Zug", exact: true }).click();
  await until(async () => (await table.now()).ply === ply + 1, "one move");
  await page.getByRole("button", { name: "Spiel fortsetzen" }).click();
  await until(async () => (await table.now()).ply > ply + 3, "the game goes on");
  await page.getByRole("button", { name: "Spiel anhalten" }).click();
  await page.getByText("Das Spiel ist angehalten.").waitFor();
  await visitor.close();
});

test("confirmation is asked for where it is wanted", async () => {
  const { visitor, page, table } = await sit("penguins", {}, { settings: { animation: 0, confirm: true } });
  const { position } = await table.turn();
  const [move] = table.rules.moves(position);
  await table.press("mouse", move.to);
  await page.locator(".bubble.confirm button").first().waitFor();
  assert.equal(visitor.moves.length, 0);
  await page.locator(".bubble.confirm button").first().click();
  await until(async () => (await table.now()).ply > 0, "the confirmed move");
  await visitor.close();
});
