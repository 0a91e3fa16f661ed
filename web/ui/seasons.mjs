// The switch between the seasons of a game.
import { h, redraw, replace, segments } from "./dom.mjs";
import { FAMILIES, chooseSeason, familyOf, seasonOf, seasonsOf, yearOf } from "../games.mjs";
import { t } from "../i18n.mjs";

/**
 * The years of a game as a row of buttons; null where there is one season only. The choice is remembered.
 * @param {string} game  the season that is shown now
 * @param {(game: string) => void} onchange
 */
export function seasonSwitch(game, onchange) {
  const family = familyOf(game);
  const seasons = seasonsOf(family);
  if (seasons.length < 2) return null;
  const choose = (season) => {
    chooseSeason(season);
    onchange(season);
  };
  return segments(`season-${family}`, seasons, game, (season) => String(yearOf(season)), choose, {
    "class": "segments seasons",
    "role": "radiogroup",
    "aria-label": t("season.of", { game: t(`game.${family}`) }),
  });
}

/** The same in a form. */
export function seasonField(game, onchange) {
  const row = seasonSwitch(game, onchange);
  return row && h("fieldset", h("legend", t("season")), row);
}

/**
 * The fields of a form for a game: which one, and its season.
 * @param {string} name  of the radio buttons
 * @param {string} legend
 * @param {string} game
 * @param {(game: string) => void} onchange
 */
export const gameFields = (name, legend, game, onchange) => [
  h(
    "fieldset",
    h("legend", legend),
    segments(
      name,
      FAMILIES,
      familyOf(game),
      (family) => t(`game.${family}`),
      (family) => onchange(seasonOf(family)),
    ),
  ),
  seasonField(game, onchange),
];

/** The name of a game with the switch beside it, for a card. */
export const seasonTitle = (game, onchange) =>
  h("div.season-title", h("h2", t(`game.${familyOf(game)}`)), seasonSwitch(game, onchange));

/**
 * The card of a game: what draw(game, show) answers, drawn anew where show() is called with another season.
 * @param {string} tag
 * @param {string} family
 * @param {(game: string, show: (game: string) => void, card: HTMLElement) => Child} draw
 */
export function seasonCard(tag, family, draw) {
  const card = h(tag);
  const show = (game) => redraw(card, () => replace(card, draw(game, show, card)));
  show(seasonOf(family));
  return card;
}
