// Names of players. A seat without a name of its own is stored as „Mensch“, „Bot“ or „Bot Leicht“ and shown in the
// language of who reads it; „Du“ and „Dein Bot“ are said only to those whom they are about, and never stored.
import { both, t } from "./i18n.mjs";
import { server } from "./net.mjs";
import { isPerson, isProgram, other } from "./play/game.mjs";
import { secretsOf } from "./play/store.mjs";

const PLAYERS = ["zufall", "leicht", "mittel", "stark"];

/** @typedef {{id: string, local?: boolean, red?: Seat, blue?: Seat}} Seats */

/** Does the one person at this browser sit there? @param {Seats} game @param {Side} side */
function isOwnSeat(game, side) {
  const [own, others] = [side, other(side)].map((one) =>
    game.local ? isPerson(game[one]) : Boolean(secretsOf(game.id)[one]),
  );
  return own && !others; // at both seats there are two people at one screen
}

export const personName = () => t("seat.person");
export const builtinName = (player) => t("name.bot", { level: t(`player.${player}`) });
export const programName = () => t("name.program");

/** Is it one of these texts, in whatever language? */
const isOneOf = (name, ...keys) => keys.some((key) => Object.values(both(key)).includes(name));
// Earlier versions have stored „Du“ and „Manuell gestartet“.
const isPersonName = (name) => isOneOf(name, "seat.person", "play.you");
const isProgramName = (name) => isOneOf(name, "name.program", "name.byHand");

/** "leicht:nodes=40 A", as mass tests call built-in players that have no other name. */
const SPEC = new RegExp(`^(${PLAYERS.join("|")})(?::(\\S+))?( [AB])?$`);

/** A name as it is stored, in the language of the page. */
export function shownName(name) {
  const [, level, options, letter = ""] = SPEC.exec(name) ?? [];
  if (level) return t(`player.${level}`) + (options ? ` (${options})` : "") + letter;
  if (isPersonName(name)) return personName();
  if (isProgramName(name)) return programName();
  const player = PLAYERS.find((one) => Object.values(both(`player.${one}`)).some((level) => name === `Bot ${level}`));
  return player ? builtinName(player) : name;
}

/** @param {Seats} game @param {Side} side */
export function playerName(game, side) {
  const seat = game[side];
  if (!seat?.name) return t(`side.${side}`);
  if (isPerson(seat) && isPersonName(seat.name) && isOwnSeat(game, side)) return t("play.you");
  if (isProgram(seat) && isProgramName(seat.name) && server.hello?.owner) return t("name.yours");
  return shownName(seat.name);
}
