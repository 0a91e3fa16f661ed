// Remembered positions: at the server for its owner, else in this browser.
import { api, isOnline, server } from "../net.mjs";

const STORE = "kielwasser.positions";
const LOCAL = "lokal-";

function readLocal() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}

const writeLocal = (positions) => localStorage.setItem(STORE, JSON.stringify(positions));

const hasServer = () => isOnline() && Boolean(server.hello?.owner);

/** Positions of a game, newest first. */
export async function listPositions(game) {
  const kept = hasServer()
    ? await api("GET", "/api/positions").then(
        (answer) => answer.positions,
        () => [],
      )
    : [];
  return [...kept, ...readLocal()].filter((one) => one.game === game).sort((a, b) => b.addedMs - a.addedMs);
}

export async function rememberPosition({ game, position, name }) {
  if (hasServer()) {
    try {
      return await api("POST", "/api/positions", { game, position, name });
    } catch (error) {
      // No server, or none that keeps positions for us: then this browser does.
      if (![0, 403, 404].includes(error.status)) throw error;
    }
  }
  const entry = { id: `${LOCAL}${Date.now().toString(36)}`, game, position, name, addedMs: Date.now() };
  writeLocal([...readLocal(), entry]);
  return entry;
}

export async function forgetPosition({ id }) {
  if (String(id).startsWith(LOCAL)) writeLocal(readLocal().filter((one) => one.id !== id));
  else await api("DELETE", `/api/positions/${id}`);
}
