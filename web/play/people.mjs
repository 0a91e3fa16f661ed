// Seats of people at several browsers: a link holds the secret of a seat, and the browser that opens it draws a secret
// of its own, which takes its place. So a link is taken by one person only (docs/server.md).
import { addTexts, t } from "../i18n.mjs";
import texts from "../i18n/people.mjs";
import { api } from "../net.mjs";
import { keepSecrets, secretsOf } from "./store.mjs";

addTexts(texts);

const LINK = /^p=([0-9a-f]{32})$/;
const SECRET_BYTES = 16;

const drawSecret = () =>
  [...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The link to a seat at the address where others find this page. */
export const seatLink = (address, id, secret) => new URL(`/spiel/${id}#p=${secret}`, address).href;

/** The side that a secret opens, or null. @returns {Promise<Side | null>} */
const sideOf = async (id, secret) => (await api("GET", `/api/games/${id}/seat`, undefined, { seat: secret })).side;

/** Gives the seat that `secret` opens a new secret, and keeps that first: an answer that is lost loses no seat. */
async function claimSeat(id, side, secret, name = "") {
  const before = secretsOf(id);
  const own = drawSecret();
  keepSecrets(id, { ...before, [side]: own });
  try {
    await api("POST", `/api/games/${id}/join`, { secret: own, name }, { seat: secret });
  } catch (error) {
    if (error.status) keepSecrets(id, before);
    throw error;
  }
  return own;
}

/**
 * What has become of the link behind the # of a game's address: null (it is none), "joined", "own" (this browser has
 * the seat), "taken", "over".
 */
export async function takeSeat(id, hash) {
  const secret = LINK.exec(hash)?.[1];
  if (!secret) return null;
  const mine = secretsOf(id);
  if (mine.red === secret || mine.blue === secret) return "own";
  const side = await sideOf(id, secret);
  if (!side) {
    for (const own of [mine.red, mine.blue]) if (own && (await sideOf(id, own))) return "own";
    return "taken";
  }
  try {
    await claimSeat(id, side, secret, t("invite.guest"));
  } catch (error) {
    if (error.code !== "over") throw error;
    return "over";
  }
  return "joined";
}

/** A secret that opens nothing any more is forgotten: another person has taken the seat. */
export async function checkSeats(game) {
  const { id } = game.state;
  for (const side of ["red", "blue"]) {
    const secret = game.secrets[side];
    const opens = secret && (await sideOf(id, secret).catch(() => side));
    if (!secret || opens || secret !== game.secrets[side]) continue;
    delete game.secrets[side];
    keepSecrets(id, { ...game.secrets });
    game.mine[side] = false;
    if (game.isMine && !game.isClosed) game.tell("handed", side);
  }
  game.tell("change");
}

/** From now on only a new link to the seat is valid. */
export async function renewLink(game, side) {
  game.secrets[side] = await claimSeat(game.state.id, side, game.secrets[side]);
}
