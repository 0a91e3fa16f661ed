// Which look draws which game.
import penguins from "./penguins.mjs";
import piranhas from "./piranhas.mjs";

const looks = { penguins, piranhas };

export function lookOf(game) {
  return looks[game];
}
