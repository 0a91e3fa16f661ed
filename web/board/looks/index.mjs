// Which look draws which game.
import hive from "./hive.mjs";
import mississippi from "./mississippi.mjs";
import penguins from "./penguins.mjs";
import piranhas from "./piranhas.mjs";

const looks = { hive, mississippi, penguins, piranhas };

export function lookOf(game) {
  return looks[game];
}

/** Settings that not every game has a use for. */
const special = new Set(Object.values(looks).flatMap((look) => look.settings));

/** False for a setting of other games; where no game is shown every setting applies. */
export const applies = (setting, game) =>
  !game || !special.has(setting) || /** @type {string[]} */ (looks[game].settings).includes(setting);
