// Elements by hand. Text is always text: nothing here ever parses markup.

/**
 * h("a.button.primary", {href: "/neu", "aria-pressed": true, hidden: false}, "Los", h("b", "!"))
 * Classes that never change are part of the tag. false, null and undefined leave an attribute or a child out; `dataset`
 * and `style` take objects.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Child | {[name: string]: any}} [props]
 * @param {...Child} children
 * @returns {ElementOf<Tag>}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(" ");
  const [own, all] = isProps(props) ? [props ?? {}, children] : [{}, [props, ...children]];
  return /** @type {any} */ (fill(element, own, all));
}

const isProps = (props) =>
  props === null ||
  props === undefined ||
  (typeof props === "object" && !(props instanceof Node) && !Array.isArray(props));

/**
 * A button that does something: button(() => run(), {disabled: true}, icon("play"), "Los")
 * @param {(event?: any) => void} onclick
 * @param {Child | {[name: string]: any}} [props]
 * @param {...Child} children
 */
export const button = (onclick, props, ...children) =>
  isProps(props)
    ? h("button", { type: "button", onclick, ...Object(props) }, ...children)
    : h("button", { type: "button", onclick }, /** @type {Child} */ (props), ...children);

const SVG = "http://www.w3.org/2000/svg";

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {{[name: string]: any}} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export const s = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props ?? {}, children);

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) setProp(element, name, value);
  element.append(...flat(children));
  return element;
}

function setProp(element, name, value) {
  if (value === null || value === undefined) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
  else if (name === "value") element.value = value;
  else if (name === "checked") element.checked = value;
  else if (name.startsWith("aria-")) element.setAttribute(name, String(value));
  else if (value === true) element.setAttribute(name, "");
  else if (value !== false) element.setAttribute(name, String(value));
}

const flat = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/**
 * New children in place of the old ones.
 * @template {Element} T
 * @param {T} element
 * @param {...Child} children
 * @returns {T}
 */
export function replace(element, ...children) {
  element.replaceChildren(...flat(children));
  return element;
}

/** Draws a part of a form anew; the keyboard's focus stays where it was. */
export function redraw(element, draw) {
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  const { id, name, type } = /** @type {Partial<HTMLInputElement>} */ (held ?? {});
  draw();
  const same = id ? `#${id}` : name ? `[name="${name}"]${type === "radio" ? ":checked" : ""}` : null;
  if (same) element.querySelector(same)?.focus();
}

/** True while a text is typed: keyboard shortcuts then rest. @param {Event} event */
export function isTyping(event) {
  const element = event.target;
  return (
    element instanceof HTMLElement &&
    (element.isContentEditable ||
      ["TEXTAREA", "SELECT"].includes(element.tagName) ||
      (element.tagName === "INPUT" &&
        element.matches(":not([type=checkbox], [type=radio], [type=range], [type=button])")))
  );
}

/** Hands a file to the person. @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export const gzip = (text) => new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).blob();

/** Scrolls a list to one of its items, never the page. */
export function reveal(list, item) {
  const [frame, place] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (place.top < frame.top) list.scrollTop -= frame.top - place.top + 8;
  else if (place.bottom > frame.bottom) list.scrollTop += place.bottom - frame.bottom + 8;
}

/** One of several as a row of buttons: radio buttons that look like it. */
export const segments = (name, values, now, word, onchange, attributes = {}) =>
  h(
    "div",
    { class: "segments", ...attributes },
    values.map((value) =>
      h(
        "label",
        h("input", { type: "radio", name, value, checked: value === now, onchange: () => onchange(value) }),
        h("span", word(value)),
      ),
    ),
  );

/** Copies text; the old way where the page is not served from a safe origin. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { style: { position: "fixed", opacity: "0" } });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
