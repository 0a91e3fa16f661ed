// The position editor: pieces put, moved and removed by mouse, finger and keys, settings, the text, and where it leads.
import { test } from "node:test";
import assert from "node:assert/strict";
import { GAMES, Visitor, onStage, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { barriers, barriersInDark } from "./inspect.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const EMPTY = Array(10).fill("..........").join("/");
const FISH = `r........./${Array(8).fill("..........").join("/")}/rb.......b r 0`;

async function edit(game, position = "", options = {}) {
  const visitor = await Visitor.open(browser, house.url, options);
  await visitor.goto(`/editor?${new URLSearchParams({ spiel: game, ...(position && { stellung: position }) })}`);
  await visitor.page.locator(".editor-state:not(:empty)").waitFor();
  return { visitor, page: visitor.page };
}

const text = (page) => page.locator("#edit-text").inputValue();
const becomes = (page, wanted) =>
  until(
    async () => (await text(page)) === wanted,
    async () => `the text ${wanted}; it is ${await text(page)}`,
  );
const field = (page, id) => page.locator(`.editor-board [data-field="${id}"]`);
const tool = (page, value) => page.locator(`[name=edit-tool][value="${value}"]`);

test("fish are put, dragged, removed, taken back; the text can be written, too", async () => {
  const { visitor, page } = await edit("piranhas", FISH);
  const empty = `${EMPTY} r 0`;
  await tool(page, "put o").check();
  await field(page, "b8").click();
  const octopus = FISH.replace("/..........", "/.o........");
  await becomes(page, octopus);
  await tool(page, "move").check();
  await field(page, "a9").dragTo(field(page, "c9"));
  const moved = octopus.replace("r..", "..r");
  await becomes(page, moved);
  await field(page, "b8").click(); // an octopus is no piece, but it can be moved
  await field(page, "b9").click();
  await becomes(page, FISH.replace("r..", ".or"));
  await page.keyboard.press("Control+z");
  await becomes(page, moved);
  await page.getByRole("button", { name: /^Wiederholen/ }).click();
  await becomes(page, FISH.replace("r..", ".or"));
  await field(page, "b9").focus();
  await page.keyboard.press("Delete");
  await becomes(page, FISH.replace("r..", "..r"));
  await field(page, "c9").focus();
  await page.keyboard.press("2"); // a blue fish
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await becomes(page, FISH.replace("r..", ".br"));
  await page.getByRole("button", { name: "Brett leeren" }).click();
  await becomes(page, empty.replace(" r ", " - "));
  await page.locator(".editor-state").getByText("Hier ist das Spiel zu Ende").waitFor();
  assert.equal(await page.getByRole("button", { name: "Spielen", exact: true }).isDisabled(), true);
  await page.locator("#edit-text").fill(FISH.replace(" r 0", " r 61"));
  await page.locator("#edit-text-problem").getByText("Diese Zugnummer ist nicht möglich: 61.").waitFor();
  await page.locator("#edit-text").fill(FISH.replace(" r 0", " r 8"));
  await until(async () => (await page.locator("[name=edit-turn]").inputValue()) === "8", "the number of the text");
  assert.equal(await page.locator("#edit-text-problem").textContent(), "");
  await page.reload();
  await becomes(page, FISH.replace(" r 0", " r 8"));
  assert.deepEqual(await barriers(page), []);
  assert.deepEqual(await barriersInDark(page), []);
  await visitor.close();
});

test("what the rules refuse is said in a sentence, at the field or at the number", async () => {
  const { visitor, page } = await edit("hive", "0,0:Q 1,0:q | r 4");
  assert.equal(await tool(page, "put Q").getAttribute("aria-label"), "Bienenkönigin, Rot, noch 0");
  await tool(page, "put Q").check();
  await field(page, "0,1").click();
  await visitor.told("Von dieser Art ist kein Stein mehr auf der Hand");
  await tool(page, "put b").check();
  await field(page, "0,0").click(); // onto the queen
  await becomes(page, "0,0:Qb 1,0:q | r 4");
  await page.locator("[name=edit-side][value=blue]").check();
  await becomes(page, "0,0:Qb 1,0:q | b 5");
  await page.locator("[name=edit-turn]").fill("99");
  await page.keyboard.press("Tab");
  await page.locator(".editor-problem").getByText("Hier ist eine Zahl von 0 bis 60 möglich.").waitFor();
  await visitor.close();
});

test("steamers: places, bows, bends of the river, coal; a finger on a phone in English", async () => {
  const { visitor, page } = await edit("mississippi", "", { phone: true, settings: { lang: "en" } });
  const ship = async () => (await text(page)).split(" ")[5].split(",");
  const [x, y] = await ship();
  await tool(page, "turn").check();
  const at = `${x},${y}`;
  await field(page, at).tap();
  await until(async () => (await ship())[2] === "1", "the bow turned");
  await page.locator("[name=edit-coal-red]").fill("2");
  await page.keyboard.press("Tab");
  await until(async () => (await ship())[4] === "2", "less coal");
  await page.locator("[name=edit-latest]").fill("7");
  await page.keyboard.press("Tab");
  await until(async () => (await text(page)).split(" ")[2] === "7", "the whole river");
  const course = (await text(page)).split(" ")[0];
  const last = await page.locator(".editor-board [data-field]").last().getAttribute("data-field");
  await field(page, last).focus();
  await page.keyboard.press("Enter");
  await until(async () => (await text(page)).split(" ")[0] !== course, "another bend");
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(width <= 0, `${width} pixels too wide`);
  assert.deepEqual(await barriers(page), []);
  await visitor.close();
});

test("from a position to a game, to the analysis and to a test", async () => {
  const { visitor, page } = await edit("penguins");
  await page.getByRole("button", { name: "Stellung merken" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ecke");
  await page.keyboard.press("Enter");
  await visitor.told("Ecke");
  const position = await text(page);
  await page.getByRole("button", { name: "Analysieren" }).click();
  await page.locator(".study.penguins").waitFor();
  await page.goBack();
  await becomes(page, position);
  await page.getByRole("button", { name: "Test damit starten" }).click();
  await page.locator(".test-form textarea").waitFor({ state: "attached" });
  assert.equal(await page.locator(".test-form textarea").inputValue(), position);
  await page.goBack();
  await becomes(page, position);
  await page.getByRole("button", { name: "Spielen", exact: true }).click();
  await page.locator("#field-text").waitFor();
  assert.equal(await page.locator("#field-text").inputValue(), position);
  await page.getByRole("button", { name: "Stellung selbst aufbauen" }).click();
  await becomes(page, position);
  await startGame(visitor, against("penguins"));
  const game = await (await Table.sit(page, "penguins")).turn();
  await page.getByRole("button", { name: "Mehr", exact: true }).click();
  await page.getByRole("button", { name: "Stellung bearbeiten" }).click();
  await becomes(page, game.position);
  for (const game of GAMES) {
    await page.getByRole("combobox", { name: "Spiel" }).selectOption(game);
    await page.waitForURL(new RegExp(`spiel=${game}&`));
    await tool(page, "take").waitFor({ state: "attached" });
    assert.ok((await page.locator(".editor-tool svg").count()) > 4, `${game} has pictures of its pieces`);
  }
  await visitor.close();
});
