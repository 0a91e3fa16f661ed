// The analysis page: replays of every season, good and bad ones, scrubbed, annotated, played on and shared.
import { before, test } from "node:test";
import assert from "node:assert/strict";
import { FIRST_SEASONS, GAMES, Visitor, onStage, until } from "./harness.mjs";
import { familyOf } from "../../web/games.mjs";
import { Table } from "./table.mjs";
import { brokenFile, cutFile, filesOf, foreignFile } from "./replays.mjs";

let house, browser;
const files = {};
onStage((...both) => ([house, browser] = both));
before(async () => {
  for (const game of GAMES) files[game] = await filesOf(game);
});

/** The engine thinks about each position that is shown, and says something however short that is. */
const ENGINE_MS = 150;

async function analyse(path = "/analyse", more = {}) {
  const visitor = await Visitor.open(browser, house.url, { settings: { engineMs: ENGINE_MS }, ...more });
  await visitor.goto(path);
  return { visitor, page: visitor.page };
}

const open = (page, ...list) => page.locator(".open-file input[type=file]").first().setInputFiles(list);

const slider = (page) => page.locator(".graph[role=slider]");
const plyShown = async (page) => Number(await slider(page).getAttribute("aria-valuenow"));
const plies = async (page) => Number(await slider(page).getAttribute("aria-valuemax"));

const SMALL = { viewport: { width: 1366, height: 768 } };

/** Board, playback and graph are to be seen at once, without scrolling. */
async function fitsIn(page) {
  for (const part of [".board-host svg", ".evalbar", ".transport", ".graph", ".engine"]) {
    const { y, height } = await page.locator(`.study ${part}`).first().boundingBox();
    assert.ok(y >= 0 && y + height <= 768, `${part} ends at ${y + height}`);
  }
}

/** A game of which nothing is wrong, from its beginning to its result. */
async function looksWhole(page, all) {
  assert.equal(await plies(page), all);
  assert.equal(await page.locator(".movetree-move").count(), all);
  await page.locator(".study-players").getByText("Ada").waitFor();
  assert.equal(await page.locator(".study-banner").isVisible(), false, "nothing is wrong with it");
  assert.equal(await plyShown(page), 0);
  await page.getByRole("button", { name: /^Ans Ende/ }).click();
  assert.equal(await plyShown(page), all);
  await page.locator(".study-comment").getByText("Ergebnis").waitFor();
}

for (const game of GAMES)
  test(`a replay of ${game} opens as .xml, .xml.gz and .kw`, async () => {
    const { visitor, page } = await analyse("/analyse", SMALL);
    for (const [i, kind] of ["xml", "gz", "kw"].entries()) {
      await open(page, files[game][kind]);
      if (i === 0) await page.locator(`.study.${familyOf(game)}`).waitFor();
      else await page.locator(".playlist li").nth(i).locator("[aria-current]").waitFor();
      await looksWhole(page, files[game].record.plies.length);
    }
    await fitsIn(page);
    await visitor.close();
  });

for (const [path, sentence] of [
  ["/analyse/987654321", "Dieses Spiel gibt es hier nicht (mehr)."],
  ["/analyse#g=nonsense", "Der Link enthält kein lesbares Spiel."],
])
  test(`${path} says what is wrong with it`, async () => {
    const { visitor } = await analyse(path, { allow: [/987654321/] });
    await visitor.told(sentence);
    await visitor.close();
  });

test("several files at once make a list", async () => {
  const { visitor, page } = await analyse();
  await open(page, ...FIRST_SEASONS.map((game) => files[game].gz), foreignFile);
  await visitor.told("sc.plugin2025");
  await page.locator(".playlist li").nth(3).waitFor();
  assert.equal(await page.locator(".playlist li").count(), 4);
  await page.locator(".playlist li button").nth(2).click();
  await page.locator(".study.mississippi").waitFor();
  await visitor.close();
});

test("files that are no replays say what they are", async () => {
  const { visitor, page } = await analyse();
  await open(page, brokenFile);
  await visitor.told("kaputt.xml: ");
  await open(page, foreignFile);
  await visitor.told("fremd.xml: Kein Replay der unterstützten Spiele");
  await visitor.close();
});

test("a damaged replay is shown as far as it goes", async () => {
  const { visitor, page } = await analyse();
  await open(page, cutFile(files.hive.xml));
  await page
    .locator(".study-banner")
    .getByText(/Gelesen bis Zug \d+/)
    .waitFor();
  const read = await plies(page);
  assert.ok(read > 2 && read < files.hive.record.plies.length, `read ${read} plies`);
  await visitor.close();
});

test("dropping a file anywhere opens it", async () => {
  const { visitor, page } = await analyse("/");
  await page.getByRole("button", { name: "Spielen: Hive" }).waitFor();
  const { name, buffer } = files.penguins.kw;
  const data = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName));
      return transfer;
    },
    [name, buffer.toString()],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.locator(".study.penguins").waitFor();
  await visitor.close();
});

test("scrubbing: slider, keys, wheel, buttons and the list of moves", async () => {
  const { visitor, page } = await analyse();
  await open(page, files.piranhas.kw);
  await page.locator(".engine-lines li").first().waitFor();
  await page.keyboard.press("e"); // whatever the engine says would move the graph
  await page.locator('.engine-head [aria-pressed="false"]').waitFor();
  const all = await plies(page);
  await slider(page).scrollIntoViewIfNeeded();
  const box = await slider(page).boundingBox();
  await page.mouse.move(box.x + 1, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  const half = await plyShown(page);
  assert.ok(Math.abs(half - all / 2) <= 2, `dragged to ${half}`);
  await page.mouse.wheel(0, 100);
  await until(async () => (await plyShown(page)) === half + 1, "one ply by the wheel");
  await slider(page).press("Home");
  assert.equal(await plyShown(page), 0);
  await slider(page).press("ArrowRight");
  assert.equal(await plyShown(page), 1);
  await page.locator(".movetree-move").nth(9).click();
  assert.equal(await plyShown(page), 10);
  await page.getByRole("button", { name: /^Ein Zug zurück/ }).click();
  assert.equal(await plyShown(page), 9);
  await page.getByRole("button", { name: /^An den Anfang/ }).click();
  assert.equal(await plyShown(page), 0);
  await visitor.close();
});

test("a whole game is annotated", async () => {
  const { visitor, page } = await analyse();
  const short = await filesOf("penguins", { plies: 14 });
  await open(page, short.kw);
  await page.getByRole("button", { name: "Ganzes Spiel analysieren" }).click();
  await page.locator("table.study-summary").waitFor();
  assert.equal(await page.locator("table.study-summary tbody tr").count(), 2);
  assert.ok(await page.locator(".graph .graph-line").count(), "the graph has its line");
  assert.ok((await page.locator(".graph :is(.graph-blunder, .graph-mistake)").count()) <= 5, "the largest mistakes");
  await page.locator('.engine-head [aria-pressed="true"]').waitFor(); // it thinks on
  await page
    .locator(".engine-lines .engine-win")
    .first()
    .getByText(/^(Rot|Blau) \d+ %$/)
    .waitFor();
  assert.match(await slider(page).getAttribute("aria-valuetext"), /^Zug 0, Gewinnchance Rot \d+ %$/);
  await visitor.close();
});

test("the engine thinks, and a variation can be tried and left", async () => {
  const { visitor, page } = await analyse();
  await open(page, files.hive.kw);
  await page.locator(".engine-lines li").first().waitFor();
  await page.locator(".evalbar:not([hidden])").waitFor();
  await page.locator(".movetree-move").nth(5).click();
  const table = await Table.sit(page, "hive");
  const position = files.hive.record.plies[5].position;
  const played = files.hive.record.plies[6].words;
  const other = table.rules.moves(position).find((move) => move.words !== played && move.from === null);
  await table.hand(table, "mouse", position, other.words);
  const back = page.getByRole("button", { name: /^Zur Partie zurück/ });
  await back.waitFor();
  assert.equal(await page.locator(".movetree-variation").count(), 1);
  await back.click();
  assert.equal(await plyShown(page), 6);
  await visitor.close();
});

for (const game of FIRST_SEASONS)
  test(`„Ab hier spielen" begins at the very position: ${game}`, async () => {
    const { visitor, page } = await analyse();
    await open(page, files[game].xml);
    await page.locator(".movetree-move").nth(7).click();
    await until(async () => (await plyShown(page)) === 8, "ply 8");
    await page.getByRole("button", { name: "Ab hier spielen" }).click();
    await page.waitForURL(/\/neu/);
    await page.getByRole("button", { name: "Spiel starten" }).click();
    await page.waitForURL(/\/spiel\//);
    const table = await Table.sit(page, game);
    const { rules } = table;
    const seen = await until(async () => {
      const now = await table.now();
      return now.position ? now : null;
    }, "the game");
    const id = page.url().split("/").at(-1).split("#")[0];
    const { start } = await house.ask("GET", `/api/games/${id}`);
    assert.equal(rules.view(start).key, rules.view(rules.hide(files[game].record.plies[7].position)).key);
    if ((await table.now()).isMine) {
      await table.move("mouse", seen);
      await visitor.goto("/analyse");
      await page.locator(`.analyse-recent a[href="/analyse/${id}"] svg`).waitFor(); // one's own game, with its picture
    }
    await visitor.close();
  });

test("a link carries the whole game to somebody else", async () => {
  const { visitor, page } = await analyse();
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, files.mississippi.gz);
  await page.locator(".movetree-move").nth(19).click();
  await page.getByRole("button", { name: "Teilen" }).click();
  await visitor.told("öffnet sich aber nur auf diesem Computer");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/analyse#g=/);
  const { visitor: friend, page: theirs } = await analyse(link.slice(house.url.length));
  await theirs.locator(".study.mississippi").waitFor();
  assert.equal(await plies(theirs), files.mississippi.record.plies.length);
  assert.equal(await plyShown(theirs), 20);
  await visitor.close();
  await friend.close();
});

test("a game can be saved in every form, and read again", async () => {
  const { visitor, page } = await analyse();
  await open(page, files.piranhas.kw);
  const texts = {
    "Aufzeichnung (.kw)": /\.kw$/,
    "Wettkampf-Replay (.xml)": /\.xml$/,
    "Wettkampf-Replay (.xml.gz)": /\.xml\.gz$/,
    "Bild der Stellung (SVG)": /\.svg$/,
    "Bild der Stellung (PNG)": /\.png$/,
    "Bewertungen (CSV)": /\.csv$/,
  };
  const saved = {};
  for (const [label, ending] of Object.entries(texts)) {
    if (!(await page.locator(".study-actions details[open]").count()))
      await page.locator(".study-actions summary").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: label, exact: true }).click(),
    ]);
    assert.match(download.suggestedFilename(), ending);
    saved[label] = await download.path();
  }
  const { visitor: friend, page: theirs } = await analyse();
  await open(theirs, saved["Wettkampf-Replay (.xml.gz)"]);
  await theirs.locator(".study.piranhas").waitFor();
  assert.equal(await plies(theirs), files.piranhas.record.plies.length);
  await friend.close();
  await visitor.close();
});

test("a pasted position opens, nonsense is refused in German", async () => {
  const { visitor, page } = await analyse();
  await page.locator(".analyse-paste summary").click();
  await page.locator(".analyse-paste textarea").fill("gar keine Stellung");
  await page.getByRole("button", { name: "Öffnen", exact: true }).click();
  const text = await visitor.told(/\S/);
  assert.doesNotMatch(text, /\b(not|is|the|position)\b/, text);
  assert.equal(
    await page.locator(".analyse-paste textarea").inputValue(),
    "gar keine Stellung",
    "what was typed stays",
  );
  await page.locator(".analyse-paste textarea").fill(files.hive.record.plies[9].position);
  await page.getByRole("button", { name: "Öffnen", exact: true }).click();
  await page.locator(".study.hive").waitFor();
  await visitor.close();
});

test("built-in bots can be asked", async () => {
  const { visitor, page } = await analyse();
  await open(page, files.piranhas.kw);
  await page.getByRole("button", { name: "Bot fragen" }).click();
  await page.locator("dialog .study-answer button").first().click();
  await page
    .locator("dialog .study-answer")
    .getByText(/\d+ m?s\)/)
    .first()
    .waitFor();
  await visitor.close();
});
