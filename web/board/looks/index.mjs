// Which look draws which game.
import { familyOf } from "../../games.mjs";
import hive from "./hive.mjs";
import mississippi from "./mississippi.mjs";
import penguins from "./penguins.mjs";
import piranhas from "./piranhas.mjs";

const looks = { hive, mississippi, penguins, piranhas };

/** The look of the season, or else that of all seasons of the game. @param {string} game */
export const lookOf = (game) => looks[game] ?? looks[familyOf(game)];

/** Settings that not every game has a use for. */
const special = new Set(Object.values(looks).flatMap((look) => look.settings));

/** False for a setting of other games; where no game is shown every setting applies. */
export const applies = (setting, game) =>
  !game || !special.has(setting) || /** @type {string[]} */ (lookOf(game).settings).includes(setting);
