// Sitting at a game in the page: what is shown, and moves made with a mouse, with keys or with a finger. What to play
// is decided here by the same rules in node; whether the page lets one play it is what the tests are about.
import { familyOf } from "../../web/games.mjs";
import { loadRules } from "../../web/rules.mjs";
import { until } from "./harness.mjs";

const THINK_NODES = 1500;

/** Starts a game the way the page does and opens it. Answers its id. */
export async function startGame(visitor, options) {
  const { page } = visitor;
  if (!page.url().startsWith(visitor.url)) await visitor.goto(`${visitor.base}build.mjs`); // sooner there than any page
  const id = await page.evaluate(
    async (wishes) => {
      await (await window.load("net.mjs")).greet();
      return (await window.load("play/open-game.mjs")).startGame(wishes);
    },
    { rules: "book", ...options },
  );
  await visitor.goto(`/spiel/${id}`);
  return id;
}

/**
 * A person (red) against a built-in player. A steamer steered by chance soon gets stuck, so that one thinks a little.
 */
export const against = (game, player = familyOf(game) === "mississippi" ? "leicht" : "zufall", more = {}) => ({
  game,
  red: { kind: "person", name: "Ada" },
  blue: { kind: "builtin", player, name: "Gegner" },
  seed: "7",
  ...more,
});

/** What the page of a game shows: {ply, side, position, isMine, isOver}. */
const look = () => {
  const lines = [...document.querySelectorAll(".play-files .copyline")];
  const line = lines.find((one) => ["Stellung", "Position"].includes(one.firstChild.textContent));
  const tip = document.querySelector(".play-actions .tip");
  // What is seen while another page comes is the one that was left.
  if (document.querySelector("main[aria-busy]"))
    return { ply: -1, side: null, position: null, isMine: false, isOver: false };
  return {
    ply: Number(document.querySelector(".transport-scrub")?.max ?? -1),
    side: document.querySelector(".board-frame")?.dataset.side ?? null,
    position: line?.querySelector("code").textContent ?? null,
    isMine: Boolean(tip && !tip.hidden && !tip.disabled),
    isOver: Boolean(document.querySelector(".result:not([hidden])")),
  };
};

/** Waits until the board stands still. */
const rest = async () => {
  const svg = document.querySelector(".board-host svg");
  const box = () => JSON.stringify([svg.getAttribute("viewBox"), svg.getBoundingClientRect()]);
  for (let last = null; last !== box(); await new Promise((frame) => setTimeout(frame, 34))) last = box();
};

/** Where a field is on the screen. */
const place = (id) => {
  const cell = document.querySelector(`.board-host [data-field="${CSS.escape(id)}"]`);
  const box = cell.getBoundingClientRect();
  const frame = cell.ownerSVGElement.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return {
    x,
    y,
    isOnBoard: x > frame.left + 4 && x < frame.right - 4 && y > frame.top + 4 && y < frame.bottom - 4,
    isOnScreen: Boolean(document.elementFromPoint(x, y)?.closest(".board-host")),
  };
};

export class Table {
  static async sit(page, game) {
    const table = new Table();
    table.page = page;
    table.rules = await loadRules(game);
    table.hand = hands[familyOf(game)];
    return table;
  }

  now() {
    return this.page.evaluate(look);
  }

  /** Waits until the person is to move (or the game is over), and answers what is seen. */
  turn() {
    return until(
      async () => {
        const seen = await this.now();
        return (seen.isMine || seen.isOver) && seen.position ? seen : null;
      },
      async () => `a turn; seen: ${JSON.stringify(await this.now())}`,
    );
  }

  /** Words of a reasonable move. */
  choose(position) {
    return this.rules.think(this.rules.hide(position), { nodes: THINK_NODES, seed: "1" }).words;
  }

  /** Makes one move and waits until the page shows it. */
  async move(how, { position, ply }, words = this.choose(position)) {
    await this.hand(this, how, position, words);
    await until(
      async () => (await this.now()).ply > ply,
      async () => `the move ${words} (${how}) at ${position}; heard: ${await this.heard()}`,
    );
  }

  /** Plays until the result is shown or so many own moves are made; answers what is seen then. */
  async play(how, { moves = Infinity } = {}) {
    let seen = await this.turn();
    for (let i = 0; i < moves && !seen.isOver; i++) {
      await this.move(how, seen);
      seen = await this.turn();
    }
    return seen;
  }

  /** The last words of the board, for messages of failed tests. */
  heard() {
    return this.page.evaluate(() => document.querySelector(".board-host [aria-live]")?.textContent ?? "");
  }

  cell(field) {
    return this.page.locator(`.board-host [data-field="${field}"]`);
  }

  /** The middle of a field on the screen; scrolls and zooms out as people would, and waits while the picture slides. */
  async middle(field) {
    const find = async () => {
      await this.page.evaluate(rest);
      return this.page.evaluate(place, field);
    };
    let at = await find();
    for (let i = 0; i < 20 && !at.isOnBoard; i++) {
      await this.page.evaluate(() =>
        document
          .querySelector(".board-host svg")
          .dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true })),
      );
      at = await find();
    }
    if (!at.isOnScreen) await this.cell(field).evaluate((cell) => cell.scrollIntoView({ block: "center" }));
    // A notice may lie over the field for a moment.
    await until(async () => (at = await find()).isOnScreen, `field ${field} on the screen`);
    return at;
  }

  async press(how, field) {
    const { x, y } = await this.middle(field);
    if (how === "touch") await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  async drag(from, to) {
    const [a, b] = [await this.middle(from), await this.middle(to)];
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
    await this.page.mouse.move(b.x, b.y, { steps: 3 });
    await this.page.mouse.up();
  }

  async tap(how, selector) {
    const target = this.page.locator(selector).first();
    if (how === "touch") await target.tap();
    else await target.click();
  }

  /** By keys: into the board with Tab, to a field with N, and Enter. */
  async goTo(field) {
    const current = () => this.page.evaluate(() => document.activeElement?.dataset?.field ?? null);
    for (let i = 0; i < 60 && (await current()) === null; i++) await this.page.keyboard.press("Tab");
    for (let i = 0; i < 130; i++) {
      if ((await current()) === field) return;
      await this.page.keyboard.press("n");
    }
    throw new Error(`N does not lead to ${field}`);
  }

  async enter(field) {
    await this.goTo(field);
    await this.page.keyboard.press("Enter");
  }
}

// ---- a hand for each game: (table, how, position, words) ----

async function fromTo(table, how, move, ply) {
  if (how === "keys") {
    if (move.from) await table.enter(move.from);
    return table.enter(move.to);
  }
  if (move.from && how === "mouse" && ply % 3 === 2) return table.drag(move.from, move.to);
  if (move.from) await table.press(how, move.from);
  return table.press(how, move.to);
}

const find = (table, position, words) => table.rules.moves(position).find((move) => move.words === words);

async function slide(table, how, position, words) {
  return fromTo(table, how, find(table, position, words), table.rules.view(position).turn);
}

const letters = { bee: "b", spider: "s", beetle: "k", grasshopper: "g", ant: "a" }; // in the order of the reserve

async function crawl(table, how, position, words) {
  const move = find(table, position, words);
  if (move.skip) return undefined; // the page skips by itself
  if (move.from) return fromTo(table, how, move, table.rules.view(position).turn);
  if (how === "keys") await table.page.keyboard.press(letters[move.kind]);
  else await table.tap(how, `.reserve.own li:nth-child(${Object.keys(letters).indexOf(move.kind) + 1}) button`);
  return fromTo(table, how, move, 0);
}

/** Directions counter-clockwise; their numbers in 2017 are their places here. */
const DIRECTIONS = ["RIGHT", "UP_RIGHT", "UP_LEFT", "LEFT", "DOWN_LEFT", "DOWN_RIGHT"];

/** Keys of the number pad, for the directions as they are seen. */
const PAD = ["Numpad6", "Numpad9", "Numpad7", "Numpad4", "Numpad1", "Numpad3"];

/** Which direction of the screen it is: boards are turned by sixths. */
const seen = (table, direction) =>
  table.page.evaluate(
    (heading) => (heading + Number(document.querySelector(".board-host").dataset.turn)) % 6,
    DIRECTIONS.indexOf(direction),
  );

/** A steamer is driven: the speed follows by itself. */
async function sail(table, how, position, words) {
  const done = [];
  for (const word of words.split(";").filter((one) => !one.startsWith("acc:"))) {
    const [kind, value] = word.split(":");
    const build = table.rules.build(position, done.join(";"), "auto");
    if (kind === "turn" && build.next.turn) await faceShip(table, how, value);
    else if (kind === "turn") await turnShip(table, how, Number(value), build);
    else if (kind === "push") await pushShip(table, how, value, build);
    else await drive(table, how, Number(value), build);
    done.push(word);
  }
  if (how === "keys") return table.page.keyboard.press("s");
  return table.tap(how, ".steamer-send >> visible=true");
}

async function turnShip(table, how, by, build) {
  const left = Math.sign(Number(build.next.left.words?.split(":")[1] ?? 1)) === Math.sign(by);
  for (let i = 0; i < Math.abs(by); i++) {
    if (how === "keys") await table.page.keyboard.press(left ? "a" : "d");
    else await table.tap(how, `.steamer-${left ? "left" : "right"} >> visible=true`);
  }
}

/** To a direction: by its button, in the order in which they stand. */
async function faceShip(table, how, direction) {
  const heading = await seen(table, direction);
  if (how === "keys") return table.page.keyboard.press(PAD[heading]);
  return table.tap(how, `.steamer-face >> nth=${(9 - heading) % 6}`);
}

async function pushShip(table, how, dir, build) {
  if (how === "keys" && build.next.turn) return table.page.keyboard.press(PAD[await seen(table, dir)]);
  if (how === "keys") return table.page.keyboard.press(String(DIRECTIONS.indexOf(dir)));
  return table.press(how, build.next.push.find((way) => way.dir === dir).to);
}

async function drive(table, how, n, build) {
  if (n < 0) return how === "keys" ? table.enter(build.next.back.to) : table.press(how, build.next.back.to);
  const way = build.next.step.find((one) => one.n === n);
  if (how !== "keys") return table.press(how, way.to);
  for (let i = 0; i < n; i++) await table.page.keyboard.press("w");
  return undefined;
}

const hands = { piranhas: slide, penguins: slide, hive: crawl, mississippi: sail };
