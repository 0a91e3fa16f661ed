// Games in one way of playing, from the first move to the result: what the three play-*.test.mjs have in common.
import { test } from "node:test";
import assert from "node:assert/strict";
import { FIRST_SEASONS, GAMES, Visitor, onStage } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

/** So many own moves show every kind of move that there is. */
const OPENING = { piranhas: 4, hive: 6, mississippi: 5, penguins: 7, piranhas26: 2, mississippi24: 5 };

/** Red is to move, and the end is near. */
export const LATE = {
  piranhas:
    ".......b../........../..bb....../.....rb.../...orrr.../.....rrb../......b.../...ro....r/........../.b........ r 40",
  hive: "-5,0:a -5,3:# -4,-1:s -4,0:q -4,2:# -3,-2:A -3,0:Q -2,3:# | r 8",
  mississippi:
    "00545454 WWWWWWWWWWWWWWWWWWWW/BWWWWWL2WWWWBWWWWWWW/WWBWWLBBBWWWWWWWWWWW/WWWW2WWWSBWSBWWWWWWW/WWWWSWWWWBWLBWWWWWWW" +
    "/WLWBWWWWBWWB2WWWWWWW/WWWWWLB5WWWSWWBWWWWW/BWWWSSWWBWWWBWWWWGGG 7 r 49 3,25,2,1,1,1,1 5,26,0,1,1,0,1",
  penguins: "22022230/2101200R/30020000/1B0R0001/0001B010/0R002000/00BR001B/00002002 r 38 32,33",
  piranhas26:
    "........../........4./.......5../........../..11....../..13....../....o...../4.....2.../........../.44....... r 20 -",
  mississippi24:
    "00054454 WWWWWWWWWWWWWWWWWWWW/IWWWWWWIWWWWWfWWWWWW/IWdWWWWWIWWIWWWWWWWW/WIWWIWWWWWWIWWWWWWWW/WWWWWIWIcIWWWWWWWWWW" +
    "/IIWWWWWWWWWWW4WWWWWW/WWIWWWW1WIWWWWWWWWWW/IWWWWWWWIWWWWWWWGGGW 7 r 16 14,-13,4,3,3,2,1,37 12,-7,5,2,1,1,1,25",
};

let house, browser;

/**
 * One season of each game as a whole; what is new in the others is at their beginnings and ends.
 * @param {"mouse"|"keys"|"touch"} how
 */
export function wholeGames(how, { animated = null } = {}) {
  beginningsAndEnds(how, { games: GAMES.filter((game) => !FIRST_SEASONS.includes(game)) });
  for (const game of FIRST_SEASONS)
    test(`a complete game of ${game} by ${how}${game === animated ? " with animations" : ""}`, async () => {
      // Here with everything that people have: also the service worker.
      const visitor = await Visitor.open(browser, house.url, {
        phone: how === "touch",
        still: game !== animated,
        serviceWorkers: "allow",
      });
      await playToTheEnd(visitor, how, against(game));
      await visitor.close();
    });
}

/** The same without the middle. */
export function beginningsAndEnds(how, { player, games = GAMES } = {}) {
  onStage((...both) => ([house, browser] = both));
  for (const game of games)
    test(`${game} by ${how}: how it begins and how it ends`, async () => {
      const visitor = await Visitor.open(browser, house.url, { phone: how === "touch" });
      await startGame(visitor, against(game, player));
      const table = await Table.sit(visitor.page, game);
      await table.play(how, { moves: OPENING[game] });
      await playToTheEnd(visitor, how, against(game, player, { start: LATE[game], seed: undefined }));
      await visitor.close();
    });
}

async function playToTheEnd(visitor, how, options) {
  visitor.moves.length = 0;
  const id = await startGame(visitor, options);
  const table = await Table.sit(visitor.page, options.game);
  await table.play(how);
  const { result, phase, plies } = await house.ask("GET", `/api/games/${id}`);
  assert.equal(phase, "over");
  assert.ok(result.scores, "the result has its score");
  assert.equal(await visitor.page.locator(".result h2").isVisible(), true);
  assert.equal(await visitor.page.locator(".result .result-decides").count(), 1, "one criterion has decided");
  assert.match(await visitor.page.locator(".result p b").textContent(), /^\p{Lu}.*\.$/u, "and a sentence says so");
  assert.deepEqual(
    visitor.moves.filter((move) => move.status !== 200 || move.force),
    [],
    "only legal moves were sent",
  );
  assert.ok(visitor.moves.length > 0 && visitor.moves.length <= plies.length);
}
