// Pictures of a position: small ones for lists, and files that need no style sheet.
import { Painting } from "./paint.mjs";
import { paintArrows } from "./arrows.mjs";

const properties = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-size",
  "font-family",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "display",
];
const defaults = {
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "opacity": "1",
  "paint-order": "normal",
  "display": "inline",
  "font-weight": "400",
};

const LARGE = 150; // pixels: a thumbnail from here on is drawn as on the start page

/** A small picture: no text, no coordinates. */
export function thumbnail(view, { size = 160, move = null, flipped = false } = {}) {
  const painting = new Painting({ game: view.game, detail: size < LARGE ? 0 : 1, coordinates: "off", flipped });
  painting.show(view, { move });
  painting.svg.setAttribute("width", size);
  painting.svg.setAttribute("role", "presentation");
  painting.svg.classList.add("thumbnail");
  return painting.svg;
}

/** The position as an SVG file.  options: {move, arrows, flipped, coordinates, overlays, theme, palette, width} */
export function exportSvg(view, options = {}) {
  const painting = new Painting({ ...options, game: view.game });
  const host = document.createElement("div");
  host.className = "board off-screen";
  host.dataset.theme = options.theme ?? "print";
  host.dataset.palette = options.palette ?? document.documentElement.dataset.palette ?? "standard";
  host.append(painting.svg);
  document.body.append(host);
  painting.show(view, { move: options.move });
  paintArrows(painting, options.arrows ?? []);
  inline(painting.svg);
  const [, , w, h] = painting.box;
  painting.svg.setAttribute("width", options.width ?? Math.round(w));
  painting.svg.setAttribute("height", Math.round(((options.width ?? w) * h) / w));
  host.remove();
  return new XMLSerializer().serializeToString(painting.svg);
}

/** What the style sheets say, written into each element. */
function inline(svg) {
  for (const element of svg.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    for (const name of properties) {
      const value = style.getPropertyValue(name);
      if (value && value !== defaults[name]) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
    element.removeAttribute("class");
    element.removeAttribute("style");
  }
  svg.removeAttribute("style");
  svg.removeAttribute("class");
}

/** The position as a PNG file, `width` pixels wide. */
export async function exportPng(view, options = {}) {
  const width = options.width ?? 1200;
  const text = exportSvg(view, { ...options, width });
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
