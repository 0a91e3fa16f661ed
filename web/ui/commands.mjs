// What can be done on the page shown. A page offers its buttons while it is there; the palette (Ctrl+K) lists them.

const offers = new Set();

/**
 * offer(() => [element, …], {game: () => "hive"}) -> function that takes it back. The elements are asked when the
 * palette opens: what is hidden or disabled then cannot be done.
 */
export function offer(places, { game = () => null } = {}) {
  const one = { places, game };
  offers.add(one);
  return () => offers.delete(one);
}

/** The game on the page shown, or null. */
export const shownGame = () => [...offers].map((one) => one.game()).find(Boolean) ?? null;

/** A key stands in the tooltip of its button, in brackets at the end. */
const KEY = /\s*\(([^()]+)\)$/;

function commandOf(button) {
  const name = button.getAttribute("aria-label") || button.textContent.trim() || button.title;
  return {
    label: name.replace(KEY, ""),
    key: KEY.exec(button.title)?.[1] ?? null,
    isOn: button.getAttribute("aria-pressed") === "true",
    run() {
      button.focus();
      button.click();
    },
  };
}

const canBeDone = (button) => !button.disabled && button.getClientRects().length > 0;

/** Everything that can be done here and now. */
export const commands = () =>
  [...offers]
    .flatMap((one) => one.places())
    .filter(Boolean)
    .flatMap((place) => [...place.querySelectorAll("button, a.button")])
    .filter(canBeDone)
    .map(commandOf);
