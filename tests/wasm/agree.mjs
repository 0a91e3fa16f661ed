// The modules of the page and the native program must agree on everything: positions, moves, verdicts,
// keys, results, perft, searches, replays and rooms.  usage: node agree.mjs KIELWASSER FOLDER_OF_MODULES NATIVE_OPS
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { GAMES } from "../../web/games.mjs";
import { loadRules } from "../../web/rules.mjs";
import { recordFromText, fromLink, toLink } from "../../web/replay.mjs";
import { think } from "../../web/engine-worker.mjs";
import { Console } from "./console.mjs";
import { NativeOps } from "./native-ops.mjs";
import { assertSeen, compareRooms } from "./rooms.mjs";
import { parseXml } from "./xml.mjs";

const [program, modules, nativeOps] = process.argv.slice(2);
if (!GAMES.every((game) => existsSync(join(modules, `${game}.wasm`)))) {
  console.log("skipped: there are no WebAssembly modules");
  process.exit(77);
}
process.env.KIELWASSER_WASM = modules;

// Boards drawn, and games of chance, by both rulesets in turn; ten times as many in tools/weekly.sh. Random steamers
// run aground soon.
const MORE = process.env.KIELWASSER_WEEKLY ? 10 : 1;
const SEEDS = 20 * MORE;
const PLAYED = { piranhas: 2, piranhas26: 2, hive: 2, mississippi: 4, mississippi24: 4, penguins: 2 };
const WORDS_MAX = 400; // lists of moves that are longer are compared by their number
const PERFT_DEPTH = { piranhas: 3, piranhas26: 3, hive: 2, mississippi: 1, mississippi24: 1, penguins: 3 };
const SEARCH_DEPTH = { piranhas: 4, piranhas26: 4, hive: 4, mississippi: 2, mississippi24: 2, penguins: 5 };
const folder = mkdtempSync(join(tmpdir(), "agree-"));

/** The same numbers on every run. */
function makeChance(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % n;
  };
}

async function compareSetups(rules, native) {
  const seeds = [-1, 0, "9223372036854775807", "-9223372036854775808", ...Array(SEEDS).keys()];
  for (const seed of seeds) {
    for (const ruleset of ["book", "server"]) {
      const { position } = rules.setup({ seed, ruleset });
      assert.equal(position, await native.get(`new seed=${seed} rules=${ruleset}`));
      assert.equal(rules.hide(position), await native.get("hide"));
      assert.equal(rules.fill(rules.hide(position), seed), await native.get(`fill seed=${seed}`));
    }
  }
  assert.throws(() => rules.setup({ options: "nonsense=1" }), { name: "RuleError" });
  assert.throws(() => rules.parse("x/y r 0"), { name: "RuleError" });
  return `${2 * seeds.length} setups`;
}

/** What the console lists.  By the server's rules of 2024 ships may sail to hidden fields; a page does not show that. */
async function listOfConsole(native, position) {
  if (!/^00.* rules=server$/.test(position)) return native.ask("moves");
  await native.ask("hide");
  const seen = await native.ask("moves");
  await native.get(`position ${position}`);
  return seen.startsWith("error") ? native.ask("moves") : seen;
}

/** The list of the console, if it is not too long for the costly words of Mississippi Queen. */
async function compareMoves(rules, native, position) {
  const moves = rules.moves(position);
  if (moves.length > WORDS_MAX) return moves;
  const words = moves.map((move) => rules.words(position, move)).sort((a, b) => (a < b ? -1 : 1));
  assert.equal(["moves", moves.length, ...words].join(" "), await listOfConsole(native, position));
  return moves;
}

/** A word with one letter changed, doubled, dropped or swapped. */
function mangle(words, chance) {
  const at = chance(words.length);
  const letter = "abcdefgh0123456789-+,;:>@QSBGA"[chance(30)];
  const changes = [
    words.slice(0, at) + letter + words.slice(at + 1),
    words.slice(0, at) + words.slice(at + 1),
    words.slice(0, at) + letter + words.slice(at),
    words.slice(at) + words.slice(0, at),
  ];
  return changes[chance(changes.length)].trim();
}

async function compareVerdict(rules, native, position, words) {
  const verdict = rules.judge(position, words);
  const answer = await native.ask(`legal ${words}`);
  if (verdict.ok) assert.equal(answer, "legal");
  else assert.equal(answer.replace(/^\w+ /, ""), `${verdict.code} ${verdict.en}`, `${position}: ${words}`);
  assert.ok(verdict.ok || verdict.de);
}

/** Every field can be touched, and a field where moves begin says so. */
function checkView(rules, position, moves) {
  const view = rules.view(position);
  assert.equal(view.side === null, view.over !== null);
  const begins = new Set(moves.map(({ from, to }) => from ?? to));
  for (const { id } of view.fields) {
    rules.look(position, id);
    const refusal = rules.pick(position, id);
    if (/^piranhas|^penguins/.test(rules.name)) assert.equal(refusal === null, begins.has(id), id);
  }
}

/** A move of Mississippi Queen grows word by word into itself. */
function checkBuild(rules, position, words) {
  const parts = words.split(";");
  for (let i = 0; i <= parts.length; i++) {
    const build = rules.build(position, parts.slice(0, i).join(";"), "manual");
    assert.equal(build.refusal, null, words);
    assert.equal(build.actions.length, i);
    if (i === parts.length) assert.equal(build.complete?.words, words);
  }
}

/** Plays one game of chance; every position of it is compared. */
async function compareGame(rules, native, seed, ruleset, counts) {
  const chance = makeChance(seed + 1);
  const start = rules.setup({ seed, ruleset }).position;
  const plies = [];
  let position = await native.get(`new seed=${seed} rules=${ruleset}`);
  for (;;) {
    const { key, result } = rules.parse(position);
    assert.equal(key, await native.get("key"));
    assert.equal(result, await native.ask("result"));
    const moves = await compareMoves(rules, native, position);
    counts.positions++;
    counts.moves += moves.length;
    checkView(rules, position, moves);
    assert.equal(rules.view(position).over === null, result.startsWith("running"));
    if (!moves.length) break;
    const words = rules.words(position, moves[chance(moves.length)]);
    for (let i = 0; i < 4; i++) await compareVerdict(rules, native, position, mangle(words, chance));
    if (/^mississippi/.test(rules.name)) checkBuild(rules, position, words);
    const played = rules.play(position, words);
    assert.equal(played.position, await native.get(`play ${words}`));
    position = played.position;
    plies.push({ words, ms: chance(2) ? chance(2000) : null, hint: chance(5) ? "" : 'Käse <&> "Brot"', position });
  }
  const names = { red: "Käpt'n <Blau>", blue: "" };
  return { game: rules.name, start, seed: String(seed), names, plies, outcome: null };
}

/** A position in the middle of a game, but at most after so many moves. */
function middleOf({ start, plies }, most) {
  return [start, ...plies.map(({ position }) => position)][Math.min(most, plies.length >> 1)];
}

async function comparePerft(rules, native, record) {
  const depth = PERFT_DEPTH[rules.name];
  for (const position of [record.start, middleOf(record, 99)]) {
    await native.ask(`position ${position}`);
    assert.equal(rules.perft(position, depth), (await native.ask(`perft ${depth}`)).split(" ")[2]);
  }
}

/** The nodes and lines of the last depth that the console has told, as rules.think tells them. */
function told(infos, count) {
  const lines = infos.slice(-count).map((info) => {
    const words = info.split(" ");
    const after = (name) => words[words.indexOf(name) + 1];
    const [win, own, score] = ["win", "own", "score"].map((name) => Number(after(name)));
    return { words: words.slice(words.indexOf("pv") + 1), win, score, own };
  });
  return { nodes: Number(infos.at(-1).match(/nodes (\d+)/)[1]), lines };
}

async function compareSearches(rules, native, record) {
  const depth = SEARCH_DEPTH[rules.name];
  const players = [
    { player: "leicht", depth: 5 },
    { player: "zufall", depth: 1 },
  ];
  const requests = [{ nodes: 5000 }, { nodes: 30000, lines: 3 }, { depth }, { depth: depth - 1, lines: 3 }, ...players];
  for (const position of [record.start, middleOf(record, 8)]) {
    await native.ask(`position ${position}`);
    for (const { nodes, depth, lines, player } of requests) {
      const words = [
        nodes && `nodes=${nodes}`,
        depth && `depth=${depth}`,
        lines && `multipv=${lines}`,
        player && `player=${player}`,
      ];
      const infos = [];
      const best = await native.ask(`go ${words.filter(Boolean).join(" ")}`, infos);
      const found = rules.think(position, { nodes, depth, lines, player });
      assert.equal(`bestmove ${found.words}`, best);
      if (nodes) assert.ok(found.nodes <= nodes);
      else if (infos.length)
        assert.deepEqual({ nodes: found.nodes, lines: found.lines }, told(infos, found.lines.length));
    }
  }
}

/** A search in slices ends in time and finds a legal move. */
function checkSlices(rules, position) {
  let last = null;
  for (last of think(rules, position, { ms: 120 }));
  assert.ok(last.ms < 2000, "in time");
  assert.ok(rules.judge(position, last.words).ok, last.words);
}

/** What the native program makes of a file: its .kw and what it complains about. */
function readNatively(text, ending) {
  const from = join(folder, `from.${ending}`);
  const to = join(folder, "to.kw");
  rmSync(to, { force: true });
  writeFileSync(from, text);
  let complaint = "";
  try {
    execFileSync(program, ["replay", from, "--convert", to], { stdio: "pipe", env: { KIELWASSER_LANG: "en" } });
  } catch (error) {
    complaint = error.stderr.toString();
  }
  return { kw: existsSync(to) ? readFileSync(to, "utf8") : null, complaint };
}

async function compareReplay(text, ending) {
  const native = readNatively(text, ending);
  const record = await recordFromText(text, parseXml).catch((error) => ({
    refusal: error.refusal ?? assert.fail(error),
  }));
  if (record.refusal) {
    assert.equal(native.kw, null, record.refusal.en);
    return;
  }
  const rules = await loadRules(record.game);
  assert.equal(rules.writeText(record), native.kw);
  for (const part of ["difference", "damage"]) {
    const said = record.report?.[part];
    if (said && said.code !== "replay_broken")
      assert.ok(native.complaint.includes(said.en), `${said.en}: ${native.complaint}`);
  }
  if (!record.report?.difference && !record.report?.damage) assert.equal(native.complaint, "");
}

/** A file of the season: whole, changed, cut off and broken. */
async function compareDamages(xml) {
  const changed = xml.replace(/(turn="?)(2)/, "$19").replace(/"LEFT"/, '"REGULAR"');
  const cut = xml.slice(0, (xml.length * 2) / 3);
  for (const text of [xml, changed, cut, xml.replace("</board>", "</bord>"), xml.slice(0, 100), ""]) {
    await compareReplay(text, "xml");
  }
}

async function compareRecord(rules, record) {
  const kw = rules.writeText(record);
  const xml = rules.writeXml(record);
  assert.equal(readNatively(kw, "kw").kw, kw);
  assert.equal(rules.writeText(rules.readText(kw)), kw);
  const { record: again, ply } = await fromLink(await toLink(record, 2));
  assert.equal(rules.writeText(again), kw);
  assert.equal(ply, 2);
  writeFileSync(join(folder, "own.kw"), kw);
  execFileSync(program, ["replay", join(folder, "own.kw"), "--convert", join(folder, "own.xml")], { stdio: "pipe" });
  assert.equal(xml, readFileSync(join(folder, "own.xml"), "utf8"));
  await compareDamages(xml);
  const outcome = { cause: { red: "LEFT", blue: "REGULAR" }, say: { red: "weg", blue: "" } };
  const left = { ...record, plies: record.plies.slice(0, 3), outcome };
  await compareReplay(rules.writeXml(left), "xml");
  await compareReplay(rules.writeText(left), "kw");
}

/** What the official servers wrote, where it lies beside the project; later seasons have folders of their own. */
function officialReplays() {
  const shared = fileURLToPath(new URL("../../../shared/games/", import.meta.url));
  const files = existsSync(shared) ? readdirSync(shared, { recursive: true, encoding: "utf8" }) : [];
  return files.filter((file) => /transcripts.replay_.*gz$/.test(file)).map((file) => join(shared, file));
}

async function compareOfficial() {
  const replays = officialReplays();
  for (const path of replays) await compareDamages(gunzipSync(readFileSync(path)).toString());
  const { length } = replays;
  console.log(length ? `${length} official replays agree` : "skipped: no official replays beside the project");
}

async function compareFixtures() {
  const fixtures = fileURLToPath(new URL("../fuzz/corpus/", import.meta.url));
  for (const kind of ["replay", "record"]) {
    for (const name of readdirSync(join(fixtures, kind))) {
      await compareReplay(readFileSync(join(fixtures, kind, name), "utf8"), name.split(".").pop());
    }
  }
}

/** The picture of the start page is what the rules show. */
function checkPicture(rules) {
  const file = new URL(`../../web/pictures/${rules.name}.json`, import.meta.url);
  const { position, view } = JSON.parse(readFileSync(file, "utf8"));
  assert.deepEqual(rules.view(position), view, "tests/wasm/pictures.mjs makes new pictures");
}

async function compareAll(game) {
  const rules = await loadRules(game);
  checkPicture(rules);
  const native = new Console(program, game);
  const setups = await compareSetups(rules, native);
  const counts = { positions: 0, moves: 0 };
  for (let seed = 0; seed < PLAYED[game] * MORE; seed++) {
    const record = await compareGame(rules, native, seed, seed % 2 ? "server" : "book", counts);
    await comparePerft(rules, native, record);
    await compareSearches(rules, native, record);
    await compareRecord(rules, record);
    checkSlices(rules, record.start);
  }
  await native.close();
  console.log(`${game}: ${setups}, ${counts.positions} positions, ${counts.moves} moves agree`);
}

async function compareAllRooms() {
  const native = new NativeOps(nativeOps);
  const seen = new Set();
  let count = 0;
  for (const [i, game] of GAMES.entries())
    count += await compareRooms(await loadRules(game), native, makeChance(i + 1), seen);
  native.close();
  assertSeen(seen);
  console.log(`${count} actions in rooms agree`);
}

try {
  for (const game of GAMES) await compareAll(game);
  await compareAllRooms();
  await compareFixtures();
  await compareOfficial();
} finally {
  rmSync(folder, { recursive: true });
}
