// Our own icons: strokes on a 24 × 24 grid, in the colour of the text.
import { h, s } from "./dom.mjs";

const strokes = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  chart: "M4 20V4M4 20h16M7 15l4-5 3 3 5-7",
  gear: "M3 7h9M18 7h3M3 17h3M12 17h9M15 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM9 14a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  swap: "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  first: "M5 5v14M19 5 9 12l10 7z",
  roundBack: "M12 5 4 12l8 7zM20 5l-8 7 8 7z",
  back: "M16 5 7 12l9 7z",
  forward: "M8 5l9 7-9 7z",
  roundForward: "M12 5l8 7-8 7zM4 5l8 7-8 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
  flip: "M8 20V4M4 8l4-4 4 4M16 4v16M12 16l4 4 4-4",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5 1.1 1.3 1.1 2.2h5c0-.9.5-1.7 1.1-2.2A6 6 0 0 0 12 3z",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2",
  flag: "M6 21V4M6 4h11l-2 4 2 4H6",
  again: "M20 11a8 8 0 1 0-2 6M20 4v7h-7",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  save: "M12 4v11M7 10l5 5 5-5M4 20h16",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  step: "M5 5v14M9 5l10 7-10 7z",
  layers: "M12 3l9 5-9 5-9-5zM3 13l9 5 9-5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
  drop: "M12 15V4M8 8l4-4 4 4M4 15v5h16v-5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  stop: "M6 6h12v12H6z",
  scales: "M12 3v18M7 21h10M4 7h16M6.5 7l-3.5 7a3.5 3.5 0 0 0 7 0zM17.5 7l-3.5 7a3.5 3.5 0 0 0 7 0z",
  cup: "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4v1a4 4 0 0 0 3.4 4M17 6h3v1a4 4 0 0 1-3.4 4M12 15v4M8 20h8",
  up: "M12 20V5M6 11l6-6 6 6",
  book: "M12 6C10 4.5 7 4 3 4v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2zM12 6v14",
  pin: "M7 3h10v18l-5-4.5L7 21z",
  search: "M10.5 3.5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM15.5 15.5 21 21",
  check: "M4 12.5 9.5 18 20 6",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
};

export const icon = (name) =>
  s(
    "svg",
    { "class": "icon", "viewBox": "0 0 24 24", "aria-hidden": "true", "focusable": "false" },
    s("path", { d: strokes[name] ?? "" }),
  );

/** The sign of a side: a shape, never only a colour. */
export const mark = (side) =>
  s(
    "svg",
    { "class": `mark ${side}`, "viewBox": "0 0 16 16", "aria-hidden": "true" },
    side === "red" ? s("path", { d: "M3 2l11 6-11 6z" }) : s("circle", { cx: 8, cy: 8, r: 5.2 }),
  );

/** A ship seen from above, and the wake that gave the program its name. */
export const logo = () =>
  s(
    "svg",
    { "class": "logo", "viewBox": "0 0 32 32", "aria-hidden": "true" },
    s("rect", { class: "sea", width: 32, height: 32, rx: 8 }),
    s("path", { class: "wake", d: "M12.5 15C11.5 20 9 24 5 27M19.5 15c1 5 3.5 9 7.5 12" }),
    s("path", { class: "wake thin", d: "M14.2 19c-.6 3.5-1.8 6-3.7 8.5M17.8 19c.6 3.5 1.8 6 3.7 8.5" }),
    s("path", {
      class: "hull",
      d: "M16 3.5c2.6 3 3.6 6.5 3.6 9.5 0 1.6-.4 3-.9 4h-5.4c-.5-1-.9-2.4-.9-4 0-3 1-6.5 3.6-9.5z",
    }),
  );

/** A button with an icon; its name and key are in the tooltip. */
export function iconButton(name, label, onclick, more = {}) {
  return h(
    "button",
    { "type": "button", "class": "icon-button", "title": label, "aria-label": label, onclick, ...more },
    icon(name),
  );
}
