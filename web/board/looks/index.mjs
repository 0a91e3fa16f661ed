// Which look draws which game.
import hive from "./hive.mjs";
import mississippi from "./mississippi.mjs";
import penguins from "./penguins.mjs";
import piranhas from "./piranhas.mjs";

const looks = { hive, mississippi, penguins, piranhas };

export function lookOf(game) {
  return looks[game];
}
