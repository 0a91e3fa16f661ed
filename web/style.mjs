// Styles that not every page needs. index.html lists all of them in the order in which they count, these disabled; the
// HTML of a page comes with those enabled that its modules ask for (tools/embed.py).

/** @type {Promise<unknown>[]} */
const arriving = [];

/** At the top of a module whose elements need style/NAME.css. @param {string} name */
export function useStyle(name) {
  /** @type {any} */
  const link = globalThis.document?.querySelector(`link[href$="/style/${name}.css"]`);
  if (!link?.disabled) return;
  arriving.push(new Promise((done) => (link.onload = link.onerror = done)));
  link.disabled = false;
}

/** Resolves when all that was asked for is there, so that nothing is seen without its style. */
export const stylesReady = () => Promise.all(arriving);
