// The door to games: open one by its id, start one, play one on without the server.
import { loadRules } from "../rules.mjs";
import { api, isOnline, server } from "../net.mjs";
import { LiveGame, fetchLive, isLiveId } from "./live-games.mjs";
import { LocalGame } from "./local.mjs";
import { ServerGame } from "./remote.mjs";
import { summary } from "./game-lists.mjs";
import { forgetLocal, isLocalId, keepSecrets, loadLocal, localGames, secretsOf } from "./store.mjs";
import { isEmpty, isPerson } from "./game.mjs";

export { isPerson, other } from "./game.mjs";

async function loadSaved(id) {
  const saved = loadLocal(id);
  if (!saved)
    throw {
      code: "unknown_game",
      de: "Dieses Spiel gibt es in diesem Browser nicht.",
      en: "This browser has no such game.",
    };
  return LocalGame.load(await loadRules(saved.game), id);
}

/**
 * "test-12-7" is game 7 of test 12, "turnier-3-1-1-002-4-7" game 7 of a meeting of tournament 3; all other ids are
 * games of the server.
 */
const addressOf = (id) =>
  id
    .replace(/^test-(\d+)-(\d+)$/, "/api/tests/$1/games/$2")
    .replace(/^turnier-(\d+)-(\d+-\d+-\d+-\d+)-(\d+)$/, "/api/tournaments/$1/games/$2/$3")
    .replace(/^(?!\/)/, "/api/games/");

/** @param {string} id @returns {Promise<GameState>} */
const fetchState = (id) => {
  const mine = secretsOf(id);
  return api("GET", addressOf(id), undefined, { seat: mine.red ?? mine.blue });
};

/** Opens a game of the server or of this browser; throws what can be read by people. */
export async function openGame(id) {
  if (isLocalId(id)) return (await loadSaved(id)).begin();
  if (isLiveId(id)) {
    const live = await fetchLive(id);
    return new LiveGame(await loadRules(live.game), live);
  }
  const state = await fetchState(id);
  return new ServerGame(await loadRules(state.game), state);
}

/** What is known of a game, without playing it; a river that is still ahead stays hidden. */
export async function stateOf(id) {
  if (!isLocalId(id)) return fetchState(id);
  const game = await loadSaved(id);
  const { rules, state, isOver } = game;
  game.close();
  if (isOver) return state;
  const plies = state.plies.map((ply) => ({ ...ply, position: rules.hide(ply.position) }));
  return { ...state, plies, start: rules.hide(state.start) };
}

/** Is this game open in some tab? */
async function isOpen(id) {
  const { held } = navigator.locks ? await navigator.locks.query() : { held: [] };
  return held.some(({ name }) => name === `kielwasser.seat.${id}`);
}

/** Games that this browser has begun and left without a move make room for this one. @param {string} next */
async function forgetEmpty(next) {
  for (const game of localGames().map(summary))
    if (game.id !== next && isEmpty(game) && !(await isOpen(game.id))) forgetLocal(game.id);
  if (!isOnline() || !server.hello.owner) return;
  const { games } = await api("GET", "/api/games?phase=running");
  for (const game of games) {
    const isOwn = Object.keys(secretsOf(game.id)).length > 0;
    if (game.id === next || !isOwn || !isEmpty(game) || (await isOpen(game.id))) continue;
    await api("POST", `/api/games/${game.id}/abort`, {});
    await api("DELETE", `/api/games/${game.id}`);
  }
}

/** Writes a new game of this browser down; openGame() begins it. Answers its id. */
export async function startHere(options) {
  const id = LocalGame.create(await loadRules(options.game), options);
  forgetEmpty(id).catch(() => {}); // another time, then
  return id;
}

const hasPerson = ({ red, blue }) => isPerson(red) || isPerson(blue);

const playsHere = (seat) => seat.kind === "person" || seat.kind === "builtin";

/** True where the game can do without the server. */
const canPlayLocally = (options) => playsHere(options.red) && playsHere(options.blue);

/**
 * Starts a game at the server, or here if there is none or it has no place for this guest.
 * @param {NewGameOptions} options
 * @returns {Promise<string>} its id
 */
export async function startGame(options) {
  const { owner = false, guests = "watch" } = (isOnline() && server.hello) || {};
  const isLocal = canPlayLocally(options);
  if (isLocal && !owner && (guests !== "play" || !hasPerson(options))) return startHere(options);
  try {
    const { id, secrets } = await api("POST", "/api/games", options);
    keepSecrets(id, secrets ?? {});
    forgetEmpty(String(id)).catch(() => {});
    return String(id);
  } catch (error) {
    if (isLocal && !owner) return startHere(options); // a guest for whom there is no place at the server
    throw error;
  }
}

/** Can a game be played at the server with a friend at another device? */
export const mayInvite = () => isOnline() && (server.hello.owner || server.hello.guests === "play");

/** @param {Seat} seat @returns {Seat} */
const seatOf = ({ kind, name, player, bot, command, args }) => ({ kind, name, player, bot, command, args });

/**
 * The same people once more: `swap` changes colours, `same` keeps the start position.
 * @param {GameState} state
 * @returns {NewGameOptions}
 */
function rematchOptions(state, { swap = false, same = false } = {}) {
  const [red, blue] = swap ? [state.blue, state.red] : [state.red, state.blue];
  const limitsPeople = [red, blue].some((seat) => isPerson(seat) && seat.limitMs);
  return {
    game: state.game,
    rules: state.rules,
    red: seatOf(red),
    blue: seatOf(blue),
    limitMs: state.limitMs ?? 0,
    limitFor: state.limitFor ?? (limitsPeople ? "all" : "bots"),
    paceMs: state.paceMs || undefined,
    ...(same ? { start: state.start, seed: state.seed ?? undefined } : {}),
  };
}

export const rematch = (game, wishes) => {
  const options = rematchOptions(game.state, wishes);
  return game.state.local ? startHere(options) : startGame(options);
};

/** Turns a game of the server into one of this browser, at the position reached. Answers the new id. */
export async function playOnOffline(game) {
  const { state, rules } = game;
  const hidden = state.start.includes("?"); // the river ahead was never told to this browser
  const start = hidden ? game.position : state.start;
  /** @returns {Seat} */
  const seat = (side) =>
    game.mine[side] || !isPerson(state[side])
      ? seatOf(state[side])
      : { kind: "builtin", player: "mittel", name: state[side].name };
  const options = { ...rematchOptions(state), red: seat("red"), blue: seat("blue"), start, seed: state.seed };
  return LocalGame.create(rules, options, hidden ? [] : state.plies);
}
