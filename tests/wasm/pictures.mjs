// Writes web/pictures/GAME.json: a position of each game and its view, so that a page shows a board without the module.
// agree.mjs fails when the rules would show it otherwise.  usage: node tests/wasm/pictures.mjs [FOLDER_OF_MODULES]
import { mkdirSync, writeFileSync } from "node:fs";
import { GAMES } from "../../web/games.mjs";
import { loadRules } from "../../web/rules.mjs";

const PLIES = 14; // full boards are prettier than empty ones

if (process.argv[2]) process.env.KIELWASSER_WASM = process.argv[2];
const folder = new URL("../../web/pictures/", import.meta.url);
mkdirSync(folder, { recursive: true });
for (const game of GAMES) {
  const rules = await loadRules(game);
  let { position } = rules.setup({ seed: 7 });
  for (let seed = 0; seed < PLIES; seed++) {
    const { words } = rules.think(position, { player: "leicht", nodes: 3000, seed });
    ({ position } = rules.play(position, words));
  }
  writeFileSync(new URL(`${game}.json`, folder), `${JSON.stringify({ position, view: rules.view(position) })}\n`);
}
