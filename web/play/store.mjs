// What this browser remembers of games: secrets of seats at the server, and whole games played without one.

const SECRETS = "kielwasser.seats";
/** Keys of whole games begin so. */
export const LOCAL_GAMES = "kielwasser.game.";
const KEPT = 30; // finished games played here

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    forgetOldest();
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // No room even so: the game goes on, only a reload would lose it.
    }
  }
}

/** {red: secret, blue: secret} of the seats this browser holds in a game of the server. */
export const secretsOf = (id) => read(SECRETS)?.[id] ?? {};

export function keepSecrets(id, secrets) {
  const all = read(SECRETS) ?? {};
  delete all[id];
  const newest = Object.entries(all).slice(-199);
  write(SECRETS, Object.fromEntries([...newest, [id, secrets]]));
}

export const isLocalId = (id) => id.startsWith("lokal-");

export const loadLocal = (id) => read(LOCAL_GAMES + id);

export function saveLocal(saved) {
  write(LOCAL_GAMES + saved.id, saved);
}

export const forgetLocal = (id) => localStorage.removeItem(LOCAL_GAMES + id);

/** Games played here, newest first: what was saved, without positions. */
export function localGames() {
  const games = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i);
    if (key.startsWith(LOCAL_GAMES)) games.push(read(key));
  }
  return games.filter(Boolean).sort((a, b) => b.startedMs - a.startedMs);
}

function forgetOldest() {
  for (const game of localGames().slice(KEPT / 2)) forgetLocal(game.id);
}

/** Called when a game begins, so that the list never grows without end. */
export function tidyUp() {
  for (const game of localGames()
    .filter((game) => game.result)
    .slice(KEPT))
    forgetLocal(game.id);
}
