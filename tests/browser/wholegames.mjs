// A complete game of each of the four games, in one way of playing: what the three play-*.test.mjs have in common.
import { test } from "node:test";
import assert from "node:assert/strict";
import { GAMES, House, Visitor, openBrowser } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";

/** @param {"mouse"|"keys"|"touch"} how */
export function wholeGames(how, { animated = null, player } = {}) {
  test(`complete games by ${how}`, async (t) => {
    const house = await House.open();
    const browser = await openBrowser();
    t.after(async () => {
      await browser.close();
      await house.close();
    });
    for (const game of GAMES)
      await t.test(`${game} by ${how}${game === animated ? " with animations" : ""}`, () => wholeGame({ house, browser, game, how, player, isAnimated: game === animated }));
  });
}

export async function wholeGame({ house, browser, game, how, player, isAnimated }) {
  const visitor = await Visitor.open(browser, house.url, { phone: how === "touch", still: !isAnimated });
  const id = await startGame(visitor, against(game, player));
  const table = await Table.sit(visitor.page, game);
  await table.play(how);
  const { result, phase, plies } = await house.ask("GET", `/api/games/${id}`);
  assert.equal(phase, "over");
  assert.ok(result.scores, "the result has its score");
  assert.equal(await visitor.page.locator(".result h2").isVisible(), true);
  assert.deepEqual(visitor.moves.filter((move) => move.status !== 200 || move.force), [], "only legal moves were sent");
  assert.ok(visitor.moves.length > 0 && visitor.moves.length <= plies.length);
  await visitor.close();
}
