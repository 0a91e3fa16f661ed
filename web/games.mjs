// The list of games, and which of them are seasons of one game. A module of its own, because it waits for a file: a
// worker that waited would miss its first message.
import { hasText, t } from "./i18n.mjs";
import { fetchFile } from "./rules.mjs";
import * as settings from "./settings.mjs";

/** In the order of src/game/games.def. @type {{name: string, family: string, year: number}[]} */
const all = await (await fetchFile("games.json")).json();

/** Names of all games. A game that was played in two seasons is two games. */
export const GAMES = all.map(({ name }) => name);

/** What the seasons of a game share: a name, a look, a card on the page. */
export const FAMILIES = [...new Set(all.map(({ family }) => family))];

const find = (game) => all.find(({ name }) => name === game);

/** @param {string} game */
export const familyOf = (game) => find(game)?.family ?? game;

/** @param {string} game */
export const yearOf = (game) => find(game).year;

/** Names of the seasons of a game, the oldest first. @param {string} family */
export const seasonsOf = (family) =>
  all
    .filter((game) => game.family === family)
    .sort((a, b) => a.year - b.year)
    .map(({ name }) => name);

/** The season that was chosen last in this browser, or the newest: clients are written for that one. */
export function seasonOf(family) {
  const seasons = seasonsOf(family);
  const chosen = settings.get("seasons")[family];
  return seasons.includes(chosen) ? chosen : seasons.at(-1);
}

export const chooseSeason = (game) => settings.set("seasons", { ...settings.get("seasons"), [familyOf(game)]: game });

/** "Hive", or with the year where there are several seasons: "Piranhas 2026". */
export function gameName(game) {
  const family = familyOf(game);
  return seasonsOf(family).length > 1 ? `${t(`game.${family}`)} ${yearOf(game)}` : t(`game.${family}`);
}

/**
 * Games in words; a game that is there with all its seasons is named once, without a year.
 * @param {string[]} games
 */
export function gameNames(games) {
  const isWhole = (family) => seasonsOf(family).every((season) => games.includes(season));
  const names = games.map((game) => (isWhole(familyOf(game)) ? t(`game.${familyOf(game)}`) : gameName(game)));
  return [...new Set(names)].join(", ");
}

/**
 * A text about a game: the season's own, or else that of all its seasons.
 * textOf("piranhas26", (name) => `start.goal.${name}`)
 * @param {string} game
 * @param {(name: string) => string} key
 * @param {{[name: string]: any}} [params]
 */
export const textOf = (game, key, params) => t(hasText(key(game)) ? key(game) : key(familyOf(game)), params);
