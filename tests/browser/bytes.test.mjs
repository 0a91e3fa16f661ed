// What a visitor waits for, in bytes: the bodies of all answers that a browser without anything in its cache gets. The
// service worker is left out: it fetches the rest of the page when the page is there.
import { afterEach, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { FAMILIES, seasonOf } from "../../web/games.mjs";
import { GAMES, Visitor, onStage } from "./harness.mjs";
import { Table, against } from "./table.mjs";
import { Front } from "./front.mjs";
import { filesOf } from "./replays.mjs";

const GAME_MAX = 270_000; // a game of any kind with its module
const START_MAX = 345_000; // from the start page to the first move

let house, browser, front;
onStage((...both) => ([house, browser] = both));
beforeEach(async () => (front = await Front.open(house, (await house.ask("GET", "/api/hello")).build)));
afterEach(() => front.close());

/** A browser that has never been here; not one of the contexts that tests share. */
async function coldVisit() {
  const visitor = await Visitor.open(browser, house.url, { still: false, userAgent: `cold ${Math.random()}` });
  visitor.url = front.url;
  return visitor;
}

async function moveOnce(visitor, game) {
  const table = await Table.sit(visitor.page, game);
  await table.move("mouse", await table.turn());
}

/** Sums up, and says where the bytes are. */
function weigh(what, max) {
  const sums = { total: 0 };
  for (const { pathname, bytes } of front.bodies) {
    const kind = /\.(\w+)$/.exec(pathname)?.[1] ?? (pathname.startsWith("/api/") ? "api" : "html");
    sums[kind] = (sums[kind] ?? 0) + bytes;
    sums.total += bytes;
  }
  const text = `${what}: ${front.bodies.length} answers, ${JSON.stringify(sums)} bytes, at most ${max}`;
  console.log(`# ${text}`);
  assert.ok(
    sums.total <= max,
    `${text}\n${front.bodies.map(({ pathname, bytes }) => `${bytes} ${pathname}`).join("\n")}`,
  );
}

for (const family of FAMILIES)
  test(`from the start page to the first move: ${family}`, async () => {
    const visitor = await coldVisit();
    await visitor.goto("/");
    await visitor.page.locator(`.game-card:has(.demo.${family}) button.primary`).click();
    await moveOnce(visitor, seasonOf(family));
    weigh(family, START_MAX);
    await visitor.close();
  });

for (const game of GAMES) {
  test(`a first visit to a game: ${game}`, async () => {
    const visitor = await coldVisit();
    const { id, secrets } = await house.ask("POST", "/api/games", { rules: "book", ...against(game) });
    await visitor.page.addInitScript(
      ([key, seats]) => localStorage.setItem("kielwasser.seats", JSON.stringify({ [key]: seats })),
      [id, secrets],
    );
    await visitor.goto(`/spiel/${id}`);
    await moveOnce(visitor, game);
    weigh(game, GAME_MAX);
    await visitor.close();
  });

  test(`a replay loads its own module: ${game}`, async () => {
    const visitor = await coldVisit();
    await visitor.goto("/analyse");
    const { xml } = await filesOf(game, { plies: 6 });
    await visitor.page.locator("input[type=file]").first().setInputFiles(xml);
    await visitor.page.locator(".study .board-host svg").waitFor();
    const modules = front.asked.filter((path) => path.endsWith(".wasm")).map((path) => path.split("/").pop());
    assert.deepEqual([...new Set(modules)], [`${game}.wasm`]);
    await visitor.close();
  });
}
