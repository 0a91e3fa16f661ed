// Pictures of every page and board: desktop, phone and dark.
// usage: node tests/browser/shots.mjs FOLDER [NAME…]     (only pages whose name contains one of the words)
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { GAMES, House, Visitor, openBrowser } from "./harness.mjs";
import { playedRecord } from "./replays.mjs";
import { Table, against, startGame } from "./table.mjs";
import { furnish, pages, walk } from "./walk.mjs";

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node tests/browser/shots.mjs FOLDER [NAME…]");
  process.exit(2);
}

/** How far a game has gone on its picture: something is to be seen, nothing is decided. */
const middle = { piranhas: 16, piranhas26: 16, hive: 20, mississippi: 14, mississippi24: 14, penguins: 18 };

const looks = {
  desktop: { settings: { animation: 0, theme: "light" } },
  phone: { phone: true, settings: { animation: 0, theme: "light" } },
  dark: { settings: { animation: 0, theme: "dark" } },
};

/** A person at a game in its middle, with a piece in hand or a move begun. */
const boards = GAMES.map((game) => [
  `board ${game}`,
  async ({ page }, visitor) => {
    const { record } = await playedRecord(game, { nodes: 4000, plies: middle[game] });
    await startGame(visitor, { ...against(game, "mittel"), seed: undefined, start: record.plies.at(-1).position });
    const table = await Table.sit(page, game);
    const { position } = await table.turn();
    if (game.startsWith("mississippi")) return page.keyboard.press("a");
    const move = table.rules.moves(position).find((one) => one.words === table.choose(position));
    return move?.from ? table.press(visitor.how, move.from) : undefined;
  },
]);

const analysis = [
  "analysis with its graph",
  async ({ page }, visitor) => {
    const { rules, record } = await playedRecord("piranhas", { nodes: 400 });
    await visitor.goto("/analyse");
    await page
      .locator(".open-file input[type=file]")
      .first()
      .setInputFiles([{ name: "partie.kw", mimeType: "text/plain", buffer: Buffer.from(rules.writeText(record)) }]);
    await page.getByRole("button", { name: "Ganzes Spiel analysieren" }).click();
    await page.locator("table.study-summary").waitFor({ timeout: 120000 });
    await page.locator(".movetree-move").nth(23).click();
  },
];

const all = [...boards, analysis, ...pages].filter(
  ([name]) => !wanted.length || wanted.some((word) => name.includes(word)),
);

await mkdir(folder, { recursive: true });
const house = await House.open();
await furnish(house);
const browser = await openBrowser();
for (const [look, options] of Object.entries(looks)) {
  const visitor = await Visitor.open(browser, house.url, options);
  visitor.how = options.phone ? "touch" : "mouse";
  await walk(
    visitor,
    house,
    async (name, page) => {
      await page.evaluate(() => scrollTo(0, 0));
      const file = join(folder, `${name.replace(/\W+/g, "-")}-${look}.png`);
      await page.screenshot({ path: file });
      console.log(file);
    },
    all,
  );
  await visitor.context.close();
}
await browser.close();
await house.close();
