// Replays for the tests: every season, every kind of file, damaged ones and foreign ones. They are made by the program
// itself from a game that the rules play in node.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { loadRules } from "../../web/rules.mjs";
import { program } from "./harness.mjs";

const run = promisify(execFile);

/** A whole game, played with few thoughts; the same for the same seed. */
export async function playedRecord(game, { seed = "3", nodes = 150, plies = Infinity } = {}) {
  const rules = await loadRules(game);
  const start = rules.setup({ seed }).position;
  const record = { game, rules: "book", seed, names: { red: "Ada", blue: "Grace" }, start, plies: [], outcome: null };
  let position = start;
  while (rules.view(position).side && record.plies.length < plies) {
    const { words } = rules.think(rules.hide(position), { player: "leicht", nodes, seed: String(record.plies.length) });
    const played = rules.play(position, words);
    position = played.position;
    record.plies.push({ words: played.words, ms: 40 + record.plies.length, hint: "", position });
  }
  return { rules, record };
}

/** The files of one game: {kw, xml, gz: {name, mimeType, buffer}, record}. */
export async function filesOf(game, options) {
  const { rules, record } = await playedRecord(game, options);
  const folder = await mkdtemp(join(tmpdir(), "kielwasser-replays-"));
  try {
    const path = (ending) => join(folder, `${game}${ending}`);
    await writeFile(path(".kw"), rules.writeText(record));
    await run(program, ["replay", path(".kw"), "--convert", path(".xml")]);
    await run(program, ["replay", path(".kw"), "--convert", path(".xml.gz")]);
    const file = async (ending) => ({
      name: `${game}${ending}`,
      mimeType: "application/octet-stream",
      buffer: await readFile(path(ending)),
    });
    return { kw: await file(".kw"), xml: await file(".xml"), gz: await file(".xml.gz"), record, rules };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const file = (name, text) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });

/** The first half of a replay, as a full disk leaves it. */
export const cutFile = ({ name, buffer }) => ({
  name: `halb-${name}`,
  mimeType: "application/octet-stream",
  buffer: buffer.subarray(0, Math.floor(buffer.length / 2)),
});

export const foreignFile = file(
  "fremd.xml",
  `<?xml version="1.0"?><protocol><room roomId="1"><data class="memento">
<state class="sc.plugin2025.GameState" turn="0"><board/></state></data></room></protocol>`,
);

export const brokenFile = file("kaputt.xml", "<protocol><room <<<>");
