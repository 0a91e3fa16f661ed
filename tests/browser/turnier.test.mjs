// Tournaments by mouse: from the form to the winner, over a restart of the server, with tables, tree, games and an
// audience.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GONE_TROUBLE, Visitor, onStage, until } from "./harness.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const LEAGUE = `[tournament]
name = Kleine Liga
game = penguins
seed = 7
[stage]
name = Gruppen
kind = league
groups = 2
legs = 1
advance = 1
[stage]
name = Endspiel
kind = final-eight
[team]
name = Ahoi
bot = leicht:nodes=60
[team]
name = Backbord
bot = zufall
[team]
name = Kombüse
bot = leicht:nodes=5
[team]
name = Deck
bot = zufall
`;

const create = async (file) => (await house.ask("POST", "/api/tournaments", { file })).id;

const over = (id) =>
  until(
    async () => {
      const cup = await house.ask("GET", `/api/tournaments/${id}`);
      if (["failed", "broken"].includes(cup.state)) throw new Error(JSON.stringify(cup.why));
      return cup.tournament?.over && cup.state === "complete" ? cup : null;
    },
    `the end of tournament ${id}`,
    { patienceMs: 300000 },
  );

test("a Final Eight from the form to its winner, over a restart of the server", async () => {
  // After kill -9 the files of the games are written again, while the list of what was played is already there.
  const visitor = await Visitor.open(browser, house.url, { allow: [...GONE_TROUBLE, /404.*\/games\//] });
  const { page } = visitor;
  await visitor.goto("/turnier");
  await page.getByText("Hier wurde noch kein Turnier gespielt.").waitFor();
  await page.locator(".hero").getByRole("link", { name: "Neues Turnier" }).click();
  await page.getByLabel("Name des Turniers").fill("Hafenpokal");
  const template = (name) => page.getByRole("button", { name, exact: true, pressed: true });
  await template("Jeder gegen jeden").waitFor();
  await page.getByRole("button", { name: "Final Eight", exact: true }).click();
  await template("Final Eight").waitFor();
  await page.getByLabel("Spiel um Platz 3").check();
  while ((await page.locator(".team-form").count()) < 5)
    await page.getByRole("button", { name: "Team anfügen" }).click();
  for (const [i, nodes] of [40, 30, 20, 10, 5].entries()) {
    await page.locator(`#team-${i}-name`).fill(`Boot ${i + 1}`);
    await page.locator(`#team-${i}-bot`).selectOption({ label: "Befehlszeile …" });
    await page.locator(`#team-${i}-command`).fill(`leicht:nodes=${nodes}`);
  }
  await page.getByRole("button", { name: "Turnier starten" }).click();
  await page.waitForURL(/\/turnier\/\d+$/);
  const id = /\d+$/.exec(page.url())[0];
  await page.locator(".pill").first().waitFor();
  await house.kill();
  await house.start();
  const { tournament } = await over(id);
  const winner = tournament.places[0].team;
  // The page finds the server again by itself.
  await page.locator(".cup-winner", { hasText: winner }).waitFor();
  await page.getByRole("tab", { name: "Final Eight" }).click();
  const rounds = page.locator(".bracket-round");
  assert.equal(await rounds.count(), 3);
  assert.deepEqual(await rounds.locator("h3").allTextContents(), ["Viertelfinale", "Halbfinale", "Finale"]);
  assert.match(await rounds.nth(2).locator(".duel-side.won").textContent(), new RegExp(winner));
  assert.equal(await page.getByText("Freilos").count(), 3);
  await page.getByRole("heading", { name: "Spiel um Platz 3" }).waitFor();
  await page.getByRole("tab", { name: "Gesamtstand" }).click();
  assert.match(await page.locator(".standings tbody tr").first().textContent(), new RegExp(winner));
  assert.equal(await page.locator(".standings tbody tr").count(), 5);
  await visitor.goto("/turnier");
  const card = page.locator(".cup-card", { hasText: "Hafenpokal" });
  await card.getByText(`Sieger: ${winner}`).waitFor();
  await card.getByRole("link", { name: "Klonen: Hafenpokal" }).click();
  assert.equal(await page.getByLabel("Name des Turniers").inputValue(), "Hafenpokal");
  assert.equal(await page.locator("#team-3-command").inputValue(), "leicht:nodes=10");
  await visitor.close();
});

test("a file: faults are shown, groups are played, every cell leads to its games", async () => {
  const visitor = await Visitor.open(browser, house.url, {
    allow: [/answer: 4\d\d .*\/api\/tournaments$/, /status of 4\d\d/],
  });
  const { page } = visitor;
  await visitor.goto("/turnier/neu");
  await page.getByRole("radio", { name: "Datei" }).check();
  await page.locator("#cup-text").fill(LEAGUE.replace("legs = 1", "legs = 99"));
  await page.getByRole("button", { name: "Turnier starten" }).click();
  await page.locator(".problem", { hasText: "Zeile 9" }).waitFor();
  assert.equal(
    await page.evaluate(
      () =>
        getSelection().toString() ||
        document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd),
    ),
    "legs = 99",
  );
  await page
    .locator(".cup-form input[type=file]")
    .setInputFiles({ name: "liga.ini", mimeType: "text/plain", buffer: Buffer.from(LEAGUE) });
  await until(async () => (await page.locator("#cup-text").inputValue()) === LEAGUE, "the file is loaded");
  await page.getByRole("button", { name: "Turnier starten" }).click();
  await page.waitForURL(/\/turnier\/\d+$/);
  const id = /\d+$/.exec(page.url())[0];
  const { tournament } = await over(id);
  await page.locator(".cup-winner").waitFor();
  await page.getByRole("tab", { name: "Gruppen" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Gruppe 2" }).click();
  const group = tournament.stages[0].groups[1];
  const heads = (await page.locator(".standings thead th").allTextContents()).map((text) => text.trim());
  assert.deepEqual(heads, ["Platz", "Team", "Siegpunkte", "∅ Fische", "Spiele", "S", "U", "N", "Elo", "Fehler"]);
  const [first] = group.rows;
  const row = await page.locator(".standings tbody tr").first().locator("td, th").allTextContents();
  assert.deepEqual([row[1], row[2], row[5]], [first.team, String(first.scores[0]), String(first.won)]);
  await page.reload();
  assert.equal(await page.getByRole("tab", { name: "Gruppe 2" }).getAttribute("aria-selected"), "true");
  const met = first.against.find(({ won, drawn, lost }) => won + drawn + lost > 0);
  const cell = page.locator(".cross button").first();
  assert.equal(await cell.textContent(), `${met.won}-${met.drawn}-${met.lost}`);
  await cell.focus();
  await page.keyboard.press("Enter");
  await page.locator("dialog .game-list a").first().click();
  await page.waitForURL(/\/analyse\/turnier-/);
  await page.locator(".study-host svg [data-field]").first().waitFor({ state: "attached" });
  await page.goBack();
  const days = page.locator(".meetings");
  await days
    .locator("button.meeting", { hasText: `${first.team}` })
    .first()
    .waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  assert.match(readFileSync(await (await saved).path(), "utf8"), /Ahoi/);
  await visitor.close();
});

test("a tournament can be stopped and resumed", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  const long = LEAGUE.replace("legs = 1", "legs = 8")
    .replace("groups = 2\n", "games = 200\n")
    .replace("advance = 1", "advance = 2")
    .replaceAll("leicht:nodes=5\n", "leicht:nodes=2000\n");
  const id = await create(long);
  await visitor.goto(`/turnier/${id}`);
  await page.getByRole("button", { name: "Anhalten" }).click();
  await page.locator(".pill.stopped").waitFor();
  await page.getByRole("button", { name: "Weiterspielen" }).click();
  await page.locator(".pill.running").waitFor();
  await page.getByRole("button", { name: "Anhalten" }).click();
  await page.locator(".pill.stopped").waitFor();
  await page.getByRole("button", { name: "Löschen" }).click();
  await page.getByRole("button", { name: "Wirklich löschen?" }).click();
  await page.waitForURL(/\/turnier$/);
  assert.equal(
    (await house.ask("GET", "/api/tournaments")).tournaments.filter((cup) => String(cup.id) === String(id)).length,
    0,
  );
  await visitor.close();
});

test("an audience sees game after game", async () => {
  const visitor = await Visitor.open(browser, house.url, { settings: { animation: 0, viewMs: 100 } });
  const { page } = visitor;
  const { tournaments } = await house.ask("GET", "/api/tournaments");
  const { id } = tournaments.find(({ name }) => name === "Kleine Liga");
  await visitor.goto(`/turnier/${id}?vorfuehren`);
  const told = page.locator(".exhibition-told");
  await told.filter({ hasText: /Runde [3-9]/ }).waitFor();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Weiter (Leertaste)" }).waitFor();
  const title = () => page.locator(".exhibition-title").textContent();
  const before = await title();
  await page.keyboard.press("n");
  await until(async () => (await title()) !== before, "the next game");
  assert.match(page.url(), /ab=1-1-001-1\.2/);
  await page.keyboard.press("e");
  await page.locator(".exhibition-bar[aria-label]").waitFor();
  await page.keyboard.press(" ");
  await told.filter({ hasText: /gewinnt|Unentschieden/ }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".cup-tabs").first().waitFor();
  await visitor.close();
});
