// Mississippi Queen as its document describes it (section 6), by mouse alone; and what the picture shows while a
// steamer is steered: large fields, nothing covered, nothing that moves.
import { test } from "node:test";
import assert from "node:assert/strict";
import { Visitor, onStage, until } from "./harness.mjs";
import { filesOf } from "./replays.mjs";
import { Table, startGame } from "./table.mjs";
import { loadRules } from "../../web/rules.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const DESKTOP = { viewport: { width: 1366, height: 768 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Positions with red to move. */
const PUSH =
  "00505500 WWWWWWWWWWWWWWWWWWWW/WWBSW2BWWWBWWWWWWWWW/WWWWWWBWWBWLBBLWWWWW/WWWWBWBLWWBWWWBWWWWW/BWWSWWWWWWBWWWWWWWWW/WWWWWW3WWBLWBWWWWWWW/WWWWBWWWL1BWWBWWWWWW/WWWWWWBWBWLBWWWWWGGG 4 r 13 10,5,0,3,2,1,1 13,5,5,2,3,1,1";
const LANDING =
  "00050505 WWWWWWWWWWWWWWWWWWWW/WWWWWWWLW3BWBWBWWWWW/WLWWBWWWW1WBSWWWWWWW/WWWBWWWBSWWWS0WWWWWW/WWBBWWWW0WWLWBLWWWWW/WWSWWWSWBWBW3WWWWWWW/WWLWWWWWWLWBWBWWWWWW/WWWSWWWWBWBWWWLWWGGG 2 r 5 3,1,0,2,6,0,1 8,-1,5,4,5,0,1";
const APART =
  "00012210 WWWWWWWWWWWWWWWWWWWW/WWWSBBBWWWW4WWWWWWWW/WBWWWWSWWBWLBWBWWWWW/WWWWWWWWWLWLBBWWWWWW/WWSBWWLWWWBBWBWWWWWW/LBWW1WWWWWBBWSWWWWWW/WWBW5WWWWWBWSSWWWWWW/WWWLWWWWWWWWBWBWWGGG 4 r 14 3,1,0,3,2,1,1 9,-7,2,1,3,1,1";
const APART_2024 =
  "00011055 WWWWWWWWWWWWWWWWWWWW/WWIWWdWIWWWWWWWWWWWW/WWIWWWWIWWWeIWWWWWWW/WWWIIWWWWWWWIWWWWWWW/WWWI1WWWWWWWWIWWWWWW/WWWWWWWII3WWWWWWWWWW/WWWWIW0WWWIIWWWWWWWW/WWWWWWWIWIWIWWWWGGGW 8 r 13 9,-2,0,1,3,2,1,22 14,5,0,2,4,0,1,30";

const HUMANS = {
  game: "mississippi",
  seed: "11",
  red: { kind: "person", name: "Ada" },
  blue: { kind: "person", name: "Grace" },
};

async function sit(options, visit = DESKTOP) {
  const visitor = await Visitor.open(browser, house.url, visit);
  await startGame(visitor, { ...HUMANS, ...options });
  const table = await Table.sit(visitor.page, options.game ?? HUMANS.game);
  await table.turn();
  return { visitor, page: visitor.page, table };
}

const chips = (page) => page.locator(".steamer-chips button").allTextContents();
const onShip = (page, name) => page.locator(`.steamer-cluster .steamer-${name}`);

test("6.1 Neues Spiel starten", async () => {
  const visitor = await Visitor.open(browser, house.url, DESKTOP);
  const { page } = visitor;
  const replay = await filesOf("mississippi", { plies: 6 });
  await visitor.goto("/neu?spiel=mississippi");

  // "Name des ersten und zweiten Spielers", "Mensch", "Computerspieler" mit Datei und Parametern, "manuell gestartet"
  await page.locator("#seat-red-name").fill("Spieler 1");
  await page.locator("#seat-red-key").selectOption("person");
  await page.locator("#seat-blue-key").selectOption("command");
  await page.locator("#seat-blue-command").fill("java -jar spieler.jar");
  await page.locator("#seat-blue-args").fill("--still");
  await page.locator("#seat-blue-name").fill("Spieler 2");
  await page.locator("#seat-blue-key").selectOption("manual");
  await page.locator("#seat-blue-key").selectOption("builtin:leicht");

  // "Zeitlimit deaktivieren": 2 Sekunden pro Zug für Computerspieler, nie für Menschen
  const time = page.locator("input[name=field-time]");
  assert.equal(await page.locator("input[name=field-time]:checked").inputValue(), "2000", "what is set at first");
  assert.equal(await page.locator("input[name=field-limitFor]:checked").inputValue(), "bots");
  await page
    .locator("label")
    .filter({ has: time.and(page.locator("[value=off]")) })
    .click();
  assert.equal(await page.locator("input[name=field-limitFor]").count(), 0, "no limit, nobody it applies to");
  await page
    .locator("label")
    .filter({ has: time.and(page.locator("[value='2000']")) })
    .click();

  // "Port"
  await page.locator("summary").getByText("Mehr").last().click();
  await page.locator("#field-port").fill("23050");
  await page.locator("#field-port").fill("");

  // "Schließen" startet kein Spiel
  await page.getByRole("link", { name: "Schließen" }).click();
  await page.waitForURL(`${house.url}/`);
  await visitor.goto("/neu?spiel=mississippi");
  assert.equal(await page.locator("#seat-red-name").inputValue(), "Spieler 1", "what was chosen is remembered");

  // "Spiel aus Datei laden", "Auswahl des Spiels", "Spiel starten"
  await page
    .locator("label")
    .filter({ has: page.locator("input[name=field-from][value=file]") })
    .click();
  await page.locator("input[type=file]").setInputFiles(replay.kw);
  await page.locator("input[type=range][aria-label^=Zug]").waitFor();
  assert.equal(await page.locator("input[name=game]:checked").inputValue(), "mississippi");
  await page.getByRole("button", { name: "Spiel starten" }).click();
  await page.waitForURL(/\/spiel\//);
  const table = await Table.sit(page, "mississippi");
  const { position } = await table.turn();
  assert.equal(position, table.rules.hide(replay.record.start), "the board of the file");
  await page.locator(".strip.red .strip-name").getByText("Spieler 1").waitFor();
  await page.locator(".strip.blue .strip-name").getByText("Spieler 2").waitFor();
  await visitor.close();
});

test("6.2 Hauptbildschirm und 6.3 Dampfersteuerung", async () => {
  const { visitor, page, table } = await sit({});

  // "In das Spielfeld eingebettet ist die Spielsteuerung", rechts Namen, Punkte und Aktionen, unten der Rundenzähler
  const box = (selector) => page.locator(selector).first().boundingBox();
  const [board, buttons, round, names] = [
    await box(".board-host"),
    await box(".board-host .steamer-cluster"),
    await box(".transport-round"),
    await box(".strip.red"),
  ];
  assert.ok(buttons.x >= board.x && buttons.x + buttons.width <= board.x + board.width);
  assert.ok(round.y >= board.y + board.height && round.y + round.height <= 768, "in sight below the board");
  assert.ok(names.x >= board.x + board.width);
  await page.locator(".transport-round").getByText("Runde 1 von 30").waitFor();
  await page.locator(".strip.red").getByText("Punkte", { exact: true }).waitFor();

  // "Beschleunigung um 1 … entsprechend oft hintereinander anklicken", "Abbremsen um 1"
  await page.locator(".steamer-panel .segments button", { hasText: "Schrittweise" }).click();
  await onShip(page, "faster").click();
  await onShip(page, "faster").click();
  assert.deepEqual(await chips(page), ["Tempo +2 −1 ■"]);
  await onShip(page, "slower").click();
  assert.deepEqual(await chips(page), ["Tempo +1"]);

  // "Drehung um 60° nach links", "nach rechts"
  await onShip(page, "left").click();
  await onShip(page, "right").click();
  assert.equal((await chips(page)).length, 3);

  // "Bisher eingegebene Aktionen löschen und mit der Eingabe von vorn beginnen"
  await onShip(page, "reset").click();
  assert.deepEqual(await chips(page), []);

  // "Zug ist vollständig": der ungültige fragt nach
  await onShip(page, "send").click();
  const prompt = page.locator(".steamer-prompt");
  await prompt.getByText("Dieser Zug ist ungültig: 1 Bewegungspunkt ist noch übrig.").waitFor();
  await prompt.getByRole("button", { name: "Zug weiter bearbeiten" }).click();
  await onShip(page, "slower").click({ force: true });
  await page.locator(".bubble.reason").getByText("Langsamer geht es nicht: Tempo 1 ist das Minimum.").waitFor();

  // "Bewegung auf dieses Feld"; danach ist Beschleunigen nicht mehr verfügbar
  const { position, ply } = await table.now();
  const [step] = table.rules.build(position, "", "manual").next.step;
  await table.press("mouse", step.to);
  assert.deepEqual(await chips(page), ["Vor 1"]);
  assert.equal(await onShip(page, "faster").getAttribute("aria-disabled"), "true");
  await onShip(page, "send").click();
  await until(async () => (await table.now()).ply === ply + 1, "the move");
  assert.equal(visitor.moves[0].words, "step:1");
  await page.locator(".steamer-panel .segments button", { hasText: "Automatik" }).click();
  await visitor.close();
});

test("6.4 Abdrängen, 6.5 Passagiere aufnehmen", async () => {
  const { visitor, page, table } = await sit({ start: PUSH });
  await table.press("mouse", "13,5");
  await page.locator(".steamer-light").getByText("Wohin abdrängen?").first().waitFor();
  assert.equal(await page.locator(".board-host .target.push").count(), 3, "the fields to push to");
  await table.press("mouse", "12,5");
  await page.locator(".bubble.reason").getByText("Hinter dich darfst du den Gegner nicht abdrängen.").waitFor();
  await table.press("mouse", "12,6");
  assert.match((await chips(page)).at(-1), /^Abdrängen nach rechts hinten/);
  const { ply } = await table.now();
  await page.locator(".steamer-light[data-light=green]").waitFor();
  await onShip(page, "send").click();
  await until(async () => (await table.now()).ply > ply, "the move");
  assert.match(visitor.moves[0].words, /push:DOWN_LEFT/);

  await startGame(visitor, { ...HUMANS, start: LANDING });
  await table.turn();
  await onShip(page, "left").click();
  const { position } = await table.now();
  const [step] = table.rules.build(position, "turn:+1", "auto").next.step;
  assert.match(await table.cell(step.to).getAttribute("aria-label"), /Ziel: 1 Bewegungspunkt/);
  await table.press("mouse", step.to);
  await onShip(page, "send").click();
  await page.locator(".strip.red .strip-facts").getByText("1/2").waitFor();
  await visitor.close();
});

test("6.6 Spielbedienung", async () => {
  const { visitor, page, table } = await sit({ blue: { kind: "builtin", player: "leicht", name: "Leicht" } });
  for (let i = 0; i < 2; i++) await table.move("mouse", await table.turn());
  const { ply } = await table.turn();
  const at = () => page.locator(".transport-scrub").inputValue().then(Number);
  const press = (name) => page.locator(".transport").getByRole("button", { name }).click();

  await press(/^An den Anfang/); // "Setzt das Spiel an den Anfang zurück"
  assert.equal(await at(), 0);
  await press(/^Eine Runde vor/);
  assert.ok((await at()) >= 1 && (await at()) <= 2);
  await press(/^Ans Ende/); // "Geht ans Ende des bisher gespielten Spieles"
  assert.equal(await at(), ply);
  await press(/^Eine Runde zurück/);
  assert.ok((await at()) < ply);
  await press(/^Ans Ende/);

  const word = page.locator(".transport-speed-word");
  const before = await word.textContent();
  await page.locator(".transport-speed input").click({ position: { x: 3, y: 8 } }); // "Geschwindigkeit-Schieberegler"
  assert.notEqual(await word.textContent(), before);

  await page.getByRole("button", { name: "Spiel anhalten" }).click(); // "Pause / Abspielen"
  await page.getByRole("button", { name: "Spiel fortsetzen" }).click();
  await page.getByRole("button", { name: "Spiel anhalten" }).waitFor();
  await page.locator(".menu-button").click();
  await page.getByRole("button", { name: "Partie verwerfen" }).click(); // "Spiel abbrechen"
  await page.getByRole("button", { name: /^Wirklich verwerfen/ }).click();
  await page.locator(".result h2").waitFor();
  await visitor.close();
});

/** What is seen of the board: room, fields and the buttons, in pixels of the page. */
const picture = () => {
  const frame = document.querySelector(".board-host .board-svg").getBoundingClientRect();
  const cells = [...document.querySelectorAll(".board-host [data-field]")].map((cell) => {
    const { x, y, width, height } = cell.querySelector(".face").getBoundingClientRect();
    return { id: cell.dataset.field, x, y, width, height };
  });
  const seen = cells.filter(
    ({ x, y, width, height }) =>
      x + width > frame.left && x < frame.right && y + height > frame.top && y < frame.bottom,
  );
  const span = (low, high, from, size) =>
    (Math.min(high, Math.max(...seen.map((cell) => cell[from] + cell[size]))) -
      Math.max(low, Math.min(...seen.map((cell) => cell[from])))) /
    (high - low);
  const hud = document.querySelector(".steamer-cluster").getBoundingClientRect();
  return {
    cells,
    frame: { x: frame.x, y: frame.y, width: frame.width, height: frame.height },
    used: Math.max(span(frame.left, frame.right, "x", "width"), span(frame.top, frame.bottom, "y", "height")),
    hud: { x: hud.x, y: hud.y, width: hud.width, height: hud.height },
    rows: new Set([...document.querySelectorAll(".steamer-cluster > *")].map((one) => one.offsetTop)).size,
    map: !document.querySelector(".river-map").hidden,
  };
};

const isCovered = (cell, hud) => {
  const [x, y, r] = [cell.x + cell.width / 2, cell.y + cell.height / 2, cell.width * 0.42];
  const dx = Math.max(hud.x - x, 0, x - hud.x - hud.width);
  const dy = Math.max(hud.y - y, 0, y - hud.y - hud.height);
  return Math.hypot(dx, dy) < r;
};

const isIn = (cell, frame) =>
  cell.x >= frame.x - 1 &&
  cell.x + cell.width <= frame.x + frame.width + 1 &&
  cell.y >= frame.y - 1 &&
  cell.y + cell.height <= frame.y + frame.height + 1;

for (const [name, visit, least] of [
  ["1366x768", DESKTOP, 44],
  ["390x844", PHONE, 32],
]) {
  test(`${name}: the river fills the picture, which stands still during a move`, async () => {
    const { visitor, page, table } = await sit({ start: PUSH }, visit);
    for (const start of [PUSH, LANDING, APART, undefined, APART_2024]) {
      const game = start === APART_2024 ? "mississippi24" : "mississippi";
      if (start !== PUSH) await startGame(visitor, { ...HUMANS, game, start });
      table.rules = await loadRules(game);
      const { position } = await table.turn();
      await table.middle(table.rules.view(position).pieces[0].at);
      const seen = await page.evaluate(picture);
      assert.ok(seen.used >= 0.9, `${seen.used} of the room is used`);
      assert.ok(seen.cells[0].width >= least - 0.5, `fields are ${seen.cells[0].width} px wide`);
      const view = table.rules.view(position);
      const own = seen.cells.find((cell) => cell.id === view.pieces[0].at);
      const other = seen.cells.find((cell) => cell.id === view.pieces[1].at);
      assert.ok(isIn(own, seen.frame), "the own ship is seen");
      assert.ok(isIn(other, seen.frame) || seen.map, "the other ship is seen, or on the small map");
      const ends = new Set(table.rules.moves(position).map((move) => move.to));
      for (const way of table.rules.build(position, "", "auto").next.step) ends.add(way.to);
      const reachable = seen.cells.filter((cell) => ends.has(cell.id));
      const covered = reachable.filter((cell) => seen.hud.width && isCovered(cell, seen.hud));
      assert.deepEqual(covered, [], "fields under the buttons");
      assert.ok(seen.rows <= 1, "the buttons stand in one row");
      for (const key of ["a", "d", "w", "+", "z", "z"]) {
        await page.keyboard.press(key);
        const { cells, frame } = await page.evaluate(picture);
        assert.deepEqual({ cells, frame }, { cells: seen.cells, frame: seen.frame }, `nothing moves (${key})`);
      }
    }
    await visitor.close();
  });
}

test("the exhibition fills its room, too", async () => {
  const { visitor, page } = await sit({ start: APART });
  await visitor.goto(`${new URL(page.url()).pathname.replace("spiel", "live")}?vorfuehren`);
  const cells = page.locator(".exhibition .board-svg [data-field]");
  await cells.first().waitFor();
  const used = () =>
    page.evaluate(() => {
      const room = document.querySelector(".exhibition .board-svg").getBoundingClientRect();
      const faces = [...document.querySelectorAll(".exhibition [data-field] .face")].map((face) =>
        face.getBoundingClientRect(),
      );
      const width = Math.max(...faces.map(({ right }) => right)) - Math.min(...faces.map(({ left }) => left));
      const height = Math.max(...faces.map(({ bottom }) => bottom)) - Math.min(...faces.map(({ top }) => top));
      return Math.max(width / room.width, height / room.height) * Number(room.width > 0.9 * innerWidth);
    });
  await until(
    async () => (await used()) >= 0.9,
    "a river as wide or as high as the room, which is as wide as the page",
  );
  await visitor.close();
});

test("analysis: steering is there when it is asked for, lines are drawn along their ways", async () => {
  const { visitor, page, table } = await sit({ start: APART });
  const { url } = await page.evaluate(() => ({ url: location.pathname.replace("spiel", "analyse") }));
  const { position } = await table.now();
  await visitor.goto(url);
  await page.locator(".arrows .way").first().waitFor();
  assert.equal(await page.locator(".steamer-hud").isVisible(), false);
  await table.press("mouse", table.rules.view(position).pieces[0].at);
  await page.locator(".steamer-cluster").waitFor();
  await visitor.close();
});
