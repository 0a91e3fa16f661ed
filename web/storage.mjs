// What this browser keeps, as JSON. Private windows may refuse, and the storage may be full: then it lasts as long as
// the page.

/** @param {string} key @param {Storage} [storage] */
export function read(key, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

/** False: it was not kept. @param {string} key @param {any} value @param {Storage} [storage] */
export function write(key, value, storage = localStorage) {
  try {
    storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
