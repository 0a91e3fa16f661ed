// Every page of the application, each with something to see on it.
import { GAMES, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { filesOf } from "./replays.mjs";

const over = async (page) => page.locator(".result:not([hidden])").waitFor();

/** [name, async (visitor, house) => shows it] */
export const pages = [
  ["start", async ({ page }, visitor) => {
    await visitor.goto("/");
    await page.locator(".game-card .demo svg").nth(3).waitFor();
  }],
  ["new game", async ({ page }, visitor) => {
    await visitor.goto("/neu");
    await page.locator(".game-choice svg").nth(3).waitFor();
    await page.locator(".new-form details summary").click();
  }],
  ...GAMES.map((game) => [`game of ${game}`, async ({ page }, visitor) => {
    await startGame(visitor, against(game, "leicht"));
    const table = await Table.sit(page, game);
    for (let i = 0; i < 2; i++) await table.move(visitor.how ?? "mouse", await table.turn());
    await table.turn();
  }]),
  ["text view and files", async ({ page }, visitor) => {
    await startGame(visitor, against("hive"));
    const table = await Table.sit(page, "hive");
    await table.move(visitor.how ?? "mouse", await table.turn());
    await table.turn();
    for (const summary of await page.locator(".folds summary").all()) if (await summary.isVisible()) await summary.click();
  }],
  ["end of a game", async ({ page }, visitor, house) => {
    const id = await startGame(visitor, against("piranhas"));
    const table = await Table.sit(page, "piranhas");
    await table.move(visitor.how ?? "mouse", await table.turn());
    await table.turn();
    const secrets = await page.evaluate((game) => JSON.parse(localStorage.getItem("kielwasser.seats"))[game], id);
    await house.ask("POST", `/api/games/${id}/resign`, {}, secrets.red);
    await over(page);
  }],
  ["waiting for a program", async ({ page }, visitor) => {
    await startGame(visitor, { game: "penguins", red: { kind: "person", name: "Ada" }, blue: { kind: "manual", name: "" } });
    await page.locator(".seats .command").first().waitFor();
  }],
  ["live", async ({ page }, visitor) => {
    await visitor.goto("/live");
    await page.locator(".live-card svg").first().waitFor();
  }],
  ["exhibition", async ({ page }, visitor, house) => {
    const seat = (name) => ({ kind: "builtin", player: "zufall", name });
    const { id } = await house.ask("POST", "/api/games", { game: "penguins", rules: "book", red: seat("Eins"), blue: seat("Zwei"), paceMs: 500 });
    await visitor.goto(`/live/${id}?vorfuehren`);
    await page.locator(".exhibition svg [data-field]").first().waitFor({ state: "attached" });
  }],
  ["analysis, empty", async ({ page }, visitor) => {
    await visitor.goto("/analyse");
    await page.locator(".analyse-welcome").waitFor();
  }],
  ["analysis of a game", async ({ page }, visitor) => {
    const { kw } = await filesOf("hive", { plies: 12 });
    await visitor.goto("/analyse");
    await page.locator(".open-file input[type=file]").first().setInputFiles([kw]);
    await page.locator(".engine-lines li").first().waitFor();
    const engine = page.locator(".engine-head button").first();
    await engine.click(); // it would go on changing the page
    await until(async () => (await engine.getAttribute("aria-pressed")) === "false", "the engine rests");
    await page.locator(".study-actions summary").click();
  }],
  ["bots", async ({ page }, visitor) => {
    await visitor.goto("/bots");
    await page.locator(".bot-list > *").first().waitFor();
    await page.locator(".hero button").click();
    await page.locator(".bot-form .drop").waitFor();
  }],
  ["lessons", async ({ page }, visitor) => {
    await visitor.goto("/lernen");
    await page.locator(".learn-games svg.thumbnail").nth(3).waitFor();
  }],
  ["lessons of a game", async ({ page }, visitor) => {
    await visitor.goto("/lernen/hive");
    await page.locator(".learn-list a").first().waitFor();
  }],
  ...[["piranhas", "sieg"], ["hive", "kaefer"], ["mississippi", "abdraengen"], ["penguins", "revier"]].map(([game, id]) =>
    [`lesson of ${game}`, async ({ page }, visitor) => {
      await visitor.goto(`/lernen/${game}/${id}`);
      await page.locator(".lesson-hint").click();
      await page.locator(".lesson-feedback.hint p").waitFor();
      await page.locator(".term").first().focus();
    }]),
  ["glossary", async ({ page }, visitor) => {
    await visitor.goto("/lernen/glossar");
    await page.locator(".glossary-entry").first().waitFor();
  }],
  ["status", async ({ page }, visitor) => {
    await visitor.goto("/status");
    await page.locator(".numbers dd").first().waitFor();
  }],
  ["settings", async ({ page }, visitor) => {
    await visitor.goto("/status");
    await page.locator(".numbers dd").first().waitFor();
    await page.evaluate(async () => (await import("/ui/settings-panel.mjs")).openSettings());
    await page.locator("dialog fieldset").first().waitFor();
  }],
  ["keys", async ({ page }, visitor) => {
    await visitor.goto("/status");
    await page.locator(".numbers dd").first().waitFor();
    await page.keyboard.press("?");
    await page.locator("dialog kbd").first().waitFor();
  }],
  ["a page that is not there", async ({ page }, visitor) => {
    await visitor.goto("/gibtesnicht");
    await page.locator("main h1").waitFor();
  }],
];

/** Shows each page in turn: walk(visitor, house, async (name, page) => …). */
export async function walk(visitor, house, look, list = pages) {
  for (const [name, show] of list) {
    try {
      await show(visitor, visitor, house);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
    await look(name, visitor.page);
  }
}
