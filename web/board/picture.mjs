/**
 * A position of a game and its view, for a board that is shown before the module of its game is there, or without it.
 * tests/wasm/pictures.mjs makes them.
 * @param {string} game
 */
export async function loadPicture(game) {
  const response = await fetch(new URL(`../pictures/${game}.json`, import.meta.url));
  return response.json();
}
