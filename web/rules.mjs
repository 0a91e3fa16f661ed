// The rules of one game: what is asked here is answered by C (wasm/ops.def, docs/web.md section 2).

/** Where the modules are: beside the page, or in build/wasm for programs that run in node. */
export async function fetchFile(name) {
  if (typeof process === "object" && process.versions?.node) {
    const { readFile } = await import("node:fs/promises");
    const folder = process.env.KIELWASSER_WASM ?? new URL("../build/wasm", import.meta.url).pathname;
    return new Response(await readFile(`${folder}/${name}`), { headers: { "Content-Type": "application/wasm" } });
  }
  const response = await fetch(new URL(`./wasm/${name}`, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response;
}

const CACHE_SIZE = 200; // answers of one kind; a game has about a hundred positions

/** What should have been answered was refused: a position that is none, moves of a river that is not known. */
export class RuleError extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.en);
    this.name = "RuleError";
    this.refusal = refusal;
    // So that say(error) reads it like any other refusal.
    Object.assign(this, { code: refusal.code, de: refusal.de, en: refusal.en, fields: refusal.fields ?? [] });
  }
}

/** One WebAssembly instance: a buffer and a function. */
class Module {
  constructor(instance) {
    this.exports = instance.exports;
    this.exports._initialize();
    this.at = this.exports.kw_buffer();
    this.size = this.exports.kw_buffer_size();
  }

  write(text) {
    const room = new Uint8Array(this.exports.memory.buffer, this.at, this.size);
    const { read, written } = new TextEncoder().encodeInto(text, room);
    if (read < text.length) throw new RangeError("the question is too long");
    return written;
  }

  /** The answer as it stands in the buffer. */
  text(op, ...args) {
    const length = this.write(args.map((arg) => String(arg ?? "").replaceAll("\0", " ")).join("\0"));
    const stack = this.exports.__stack_pointer.value;
    try {
      const end = this.exports[`kw_${op}`](length);
      return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.at, end));
    } catch (trap) {
      this.exports.__stack_pointer.value = stack; // a trap does not clear it away itself
      throw trap;
    }
  }

  /** The answer as an object, which may be a refusal. */
  ask(op, ...args) {
    return JSON.parse(this.text(op, ...args));
  }

  /** The answer, where a refusal is not expected. */
  need(op, ...args) {
    const answer = this.ask(op, ...args);
    if (!answer.ok) throw new RuleError(answer);
    return answer;
  }
}

/** Remembers the last answers; they are shared and must not be changed. */
class Cache {
  constructor() {
    this.answers = new Map();
  }

  get(key, make) {
    let answer = this.answers.get(key);
    if (answer === undefined) {
      answer = make();
      if (this.answers.size >= CACHE_SIZE) this.answers.delete(this.answers.keys().next().value);
      this.answers.set(key, answer);
    }
    return answer;
  }
}

/** The answer without its "ok"; a refusal stays one. */
/** @returns {any} */
const unwrap = ({ ok, ...answer }) => (ok ? answer : { ok, ...answer });

export class Rules {
  constructor(instance) {
    this.module = new Module(instance);
    const { name, title, players } = this.module.need("about");
    /** @type {string} */
    this.name = name;
    /** @type {string} */
    this.title = title;
    /** @type {string[]} */
    this.players = players;
    this.views = new Cache();
    this.lists = new Cache();
  }

  /**
   * `options`: the game's own words, "hand=QSSBBGGGAAA" or {hand: …}.
   * @param {{seed?: string | number, ruleset?: string, options?: any}} wishes
   * @returns {{position: string, seed: string}}
   */
  setup({ seed, ruleset, options } = {}) {
    const drawn = String(seed ?? drawSeed());
    const words = typeof options === "object" ? Object.entries(options ?? {}).map((pair) => pair.join("=")) : [options];
    return { position: this.module.need("setup", drawn, ruleset ?? "book", words.join(" ")).position, seed: drawn };
  }

  /** The position in its own spelling, its key and the line of its result. */
  parse(position) {
    return unwrap(this.module.need("parse", position));
  }

  /** @param {string} position @returns {View} */
  view(position) {
    return this.views.get(position, () => this.module.need("view", position).view);
  }

  /** @param {string} position @returns {Move[]} */
  moves(position) {
    return this.lists.get(position, () => this.module.need("moves", position).moves);
  }

  /** @param {string} position @param {Move} move @returns {string} */
  words(position, move) {
    return this.module.need("words", position, move.move ?? move).words;
  }

  /** @returns {Refusal | null} */
  pick(position, field) {
    const answer = this.module.ask("pick", position, field);
    return answer.ok ? null : answer;
  }

  look(position, field) {
    return unwrap(this.module.need("look", position, field));
  }

  /** @returns {{ok: true, words: string, move: Move} | Refusal} */
  judge(position, words) {
    return this.module.ask("judge", position, words);
  }

  /**
   * The move knows its words here, even where they are too costly to come with every one.
   * @param {string} position
   * @param {string} words
   * @returns {Played | Refusal}
   */
  play(position, words) {
    const played = this.module.ask("play", position, words);
    if (played.ok) played.move.words ??= played.words;
    return played;
  }

  build(position, words, mode = "auto") {
    return unwrap(this.module.need("build", position, words, mode));
  }

  /** @param {string} position @returns {string} */
  hide(position) {
    return this.module.need("hide", position).position;
  }

  /** @param {string} position @param {string} seed @returns {string} */
  fill(position, seed) {
    return this.module.need("fill", position, seed).position;
  }

  /**
   * A position after one change ("put c3 r", src/game/edit.h), and what can be changed in it.
   * @param {string} position @param {string} [change] @returns {EditedPosition | Refusal}
   */
  edit(position, change = "") {
    return this.module.ask("edit", position, change);
  }

  perft(position, depth) {
    return this.module.need("perft", position, depth).leaves;
  }

  /** One search in one call (engine-worker.mjs cuts long ones into slices). */
  think(position, { player, us, nodes, depth, lines, seed }) {
    return unwrap(this.module.need("think", position, player, us, nodes, depth, lines, seed));
  }

  /** @param {string} text @returns {GameRecord | Refusal} */
  readText(text) {
    return unwrap(this.module.ask("read_text", text));
  }

  /** @param {GameRecord} record */
  writeText(record) {
    return this.write("write_text", record);
  }

  /** @param {GameRecord} record */
  writeXml(record) {
    return this.write("write_xml", record);
  }

  write(op, record) {
    const { start, seed, names, outcome, plies } = record;
    const said = (side) => outcome?.say?.[side]?.de ?? outcome?.say?.[side]; // the contest speaks German
    const fault = (said) => (said?.code ? `${said.code} ${said.details}` : "");
    const ends = ["red", "blue"].flatMap((side) => [outcome?.cause[side], said(side), fault(outcome?.say?.[side])]);
    const text = this.module.text(op, start, seed, names?.red, names?.blue, ...ends, ...flattenPlies(plies), "");
    if (text.startsWith("{")) throw new RuleError(JSON.parse(text));
    return text;
  }

  /**
   * A room for a game that this page keeps: the referee of the server (wasm/ops_room.c). Its number is in the answer.
   * @param {{start: string, red: Seat, blue: Seat, plies: Ply[]}} game
   * @param {string} settings  as in src/server/room_settings.h
   * @returns {RoomAnswer}
   */
  openRoom({ start, red, blue, plies }, settings) {
    return this.module.need("room_open", clock(), start, red.kind, blue.kind, settings, ...flattenPlies(plies), "");
  }

  /** `words`: of a move, or a number; `thought`: milliseconds. @returns {RoomAnswer | Refusal} */
  actInRoom(room, action, side, words, thought) {
    return this.module.ask("room_do", room, clock(), action, side, words, Math.round(thought ?? 0));
  }

  /** @param {number} room */
  closeRoom(room) {
    this.module.need("room_close", room);
  }

  /**
   * A replay as a tree: [name, {attributes}, text, [children]]; `end`: its file is whole, cut or broken.
   * @returns {GameRecord | Refusal}
   */
  readTree(tree, end = "whole") {
    this.module.need("tree_begin");
    for (const child of tree[3]) {
      if (!this.module.need("tree_add", flatten(child)).more) break;
    }
    return unwrap(this.module.ask("tree_end", end));
  }
}

/** Plies as the module reads them. @param {Ply[]} plies */
const flattenPlies = (plies) =>
  plies.flatMap(({ words, ms, lag, hint }) => [words, ms == null ? "" : Math.round(ms), lag || "", hint]);

/** Microseconds since the page was loaded. */
const clock = () => Math.round(performance.now() * 1000);

/** A tree as the module reads it: each part begins with a letter that tells what it is. */
function flatten([name, attributes, text, children]) {
  const clean = (part) => part.replaceAll("\u0001", " ");
  const own = Object.entries(attributes).flatMap(([key, value]) => [`a${clean(key)}`, `v${clean(value)}`]);
  return [`n${name}`, ...own, `t${clean(text)}`, ...children.map(flatten), "e"].join("\u0001");
}

/** A seed that C reads as a signed 64-bit number. */
export function drawSeed() {
  return String(crypto.getRandomValues(new BigInt64Array(1))[0]);
}

const loading = new Map();

/** The rules of a game; one instance per game and thread. @param {string} name @returns {Promise<Rules>} */
export function loadRules(name) {
  if (!loading.has(name)) {
    const imports = { env: { now: () => performance.now() } };
    const rules = fetchFile(`${name}.wasm`)
      .then((response) => WebAssembly.instantiateStreaming(response, imports))
      .then(({ instance }) => new Rules(instance));
    rules.catch(() => loading.delete(name)); // the next one may have better luck
    loading.set(name, rules);
  }
  return loading.get(name);
}
