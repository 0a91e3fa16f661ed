// Rooms of the page and of the native program must agree: plies, clocks, refusals and results of games in which people
// and built-in players move, cheat, wait, take back, pause and resign by chance.
import assert from "node:assert/strict";

const ROOMS = 24; // of each game
const ACTIONS_MAX = 90;
const USUAL = ["move", "move", "move", "move", "move", "move", "tick", "takeback", "pause", "go_on", "go_on", "step"];
const RARE = ["cheat", "force", "pace", "resign", "abort", "draw", "draw", "accept", "decline"];

/** What the games of all rooms must have shown, so that the comparison is worth something. */
const CAUSES = ["REGULAR", "LEFT", "RULE_VIOLATION", "SOFT_TIMEOUT", "HARD_TIMEOUT", "AGREED"];
const REFUSALS = [
  "over",
  "no_past",
  "taken_river",
  "not_paused",
  "paused",
  "pace_person",
  "not_your_turn",
  "no_offer",
  "offer_open",
];

/** One room here, the same one there. */
class Twins {
  constructor(rules, native, seen) {
    Object.assign(this, { rules, native, seen, nowUs: 1000, plies: [] });
  }

  async ask(op, ...args) {
    const here = this.rules.module.text(op, ...args);
    assert.equal(here, await this.native.ask(this.rules.name, op, args), `${op} ${args}`);
    const answer = JSON.parse(here);
    if (!answer.ok) this.seen.add(answer.code);
    for (const cause of Object.values(answer.result?.cause ?? {})) this.seen.add(cause);
    return answer;
  }

  async take(answer) {
    if (!answer.ok) return;
    assert.ok(answer.kept <= this.plies.length);
    this.plies.splice(answer.kept, Infinity, ...answer.plies);
    this.answer = answer;
  }

  async open(start, kinds, settings) {
    this.start = start;
    this.take(await this.ask("room_open", this.nowUs, start, ...kinds, settings, ""));
  }

  async act(action, side, words, thought) {
    this.take(await this.ask("room_do", this.answer.room, this.nowUs, action, side, words, thought));
  }

  get position() {
    return this.plies.at(-1)?.position ?? this.start;
  }
}

async function doSomething(twins, chance) {
  const { rules, position } = twins;
  const actions = chance(12) ? USUAL : RARE;
  const action = actions[chance(actions.length)];
  const side = chance(15) ? twins.answer.side : ["red", "blue"][chance(2)];
  const isMove = ["move", "cheat", "force"].includes(action);
  if (!isMove) return twins.act(action, action === "takeback" && chance(2) ? "" : (side ?? "red"), chance(3000), "");
  const moves = rules.moves(position);
  const words = moves.length ? rules.words(position, moves[chance(moves.length)]) : "";
  const isHonest = action === "move" && chance(10) > 0;
  return twins.act(
    action === "move" ? "move" : "force",
    side ?? "red",
    isHonest ? words : `${words}?`,
    chance(2) ? 7 : "",
  );
}

export async function compareRooms(rules, native, chance, seen) {
  let count = 0;
  for (let seed = 0; seed < ROOMS; seed++) {
    const twins = new Twins(rules, native, seen);
    const kinds = [0, 1].map(() => ["person", "person", "builtin"][chance(3)]);
    const [soft, hard] = [
      [0, 0],
      [1500, 1500],
      [900, 2500],
    ][chance(3)];
    const seat = `1,1,${soft},${hard}`;
    const settings = `paused=${Number(!chance(6))} pace=${chance(3) ? 0 : 400} red=${seat} blue=${seat}`;
    await twins.open(rules.setup({ seed, ruleset: seed % 2 ? "server" : "book" }).position, kinds, settings);
    for (let i = 0, after = 0; i < ACTIONS_MAX && after < 3; i++) {
      twins.nowUs += chance(12) ? chance(400000) : chance(2000000);
      await doSomething(twins, chance);
      after += Number(twins.answer.phase === "over");
      count++;
    }
    const { start, plies } = twins;
    const moves = plies.flatMap(({ words, ms }) => [words, ms, "", ""]);
    const again = await twins.ask("room_open", twins.nowUs, start, ...kinds, settings, ...moves, "");
    assert.deepEqual(again.plies, plies, "a saved game is the same game");
    for (const { room } of [twins.answer, again]) await twins.ask("room_close", room);
  }
  return count;
}

export function assertSeen(seen) {
  for (const code of [...CAUSES, ...REFUSALS]) assert.ok(seen.has(code), `no room has shown ${code}`);
}
