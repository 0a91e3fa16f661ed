// What every page is looked at for: axe, its language, its width, its styles.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { walk } from "./walk.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules whose findings are moderate or minor at most: they are not counted below, so they need not run. */
const LESSER = [
  ...["aria-allowed-role", "empty-heading", "empty-table-header", "heading-order", "image-redundant-alt"],
  ...["landmark-banner-is-top-level", "landmark-complementary-is-top-level", "landmark-contentinfo-is-top-level"],
  ...["landmark-main-is-top-level", "landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo"],
  ...["landmark-no-duplicate-main", "landmark-one-main", "landmark-unique", "meta-viewport-large"],
  ...["page-has-heading-one", "presentation-role-conflict", "region", "skip-link"],
];

/** What axe calls serious or worse, in the whole page or a part of it; `without` are rules left out. */
export async function barriers(page, { within = null, only = null, without = [] } = {}) {
  if (!(await page.evaluate(() => Boolean(window.axe)))) await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([part, rules, off]) =>
      window.axe.run(part ?? document, {
        resultTypes: ["violations"],
        rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
        ...(rules ? { runOnly: rules } : {}),
      }),
    [within, only, only ? [] : [...LESSER, ...without]],
  );
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(" ")} ${node.any[0]?.message ?? node.all[0]?.message ?? ""}`)
          .join(" ; ")}`,
    );
}

const setTheme = (page, theme) =>
  page.evaluate(async (value) => (await window.load("settings.mjs")).set("theme", value), theme);

/** The same page in the other colours: only they can be wrong now. */
export async function barriersInDark(page) {
  await setTheme(page, "dark");
  const found = await barriers(page, { only: ["color-contrast"] });
  await setTheme(page, "light");
  return found;
}

/** Everything that can be read or is read aloud; names and commands are nobody's language. */
const words = (page) =>
  page.evaluate(() => {
    const parts = [];
    const skipped = "code, pre, textarea, script, style, .log, [lang], svg text, .brand, .numbers dd, .status-rows dd";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (!node.parentElement.closest(skipped)) parts.push(node.data);
      } else
        for (const name of ["aria-label", "title", "placeholder", "aria-valuetext", "alt"])
          if (node.hasAttribute(name)) parts.push(node.getAttribute(name));
    }
    return [document.title, ...parts].map((part) => part.trim()).filter(Boolean);
  });

// Keys of texts look like play.toMove; versions, files and times do not.
const KEY = /\b(?:[a-z]{2,}[A-Za-z]*\.){1,3}[a-z][A-Za-z]+\b/;
const NO_KEY = /\.(kw|xml|gz|json|jar|py|sh|mjs)\b|127\.0|https?:|kielwasser|player\.jar/i;

const GERMAN =
  /\b(der|das|die|und|nicht|ist|ein|eine|einen|du|dein|dich|für|mit|auf|wird|Zug|Züge|Spiel|Feld|Rot|Blau|Runde|Schwarm|Fische|Königin|Vorrat|Kohle|gewinnt|zurück|Stellung|Seite|kann|noch|kein|keine|Schließen|Einstellungen)\b/;
const ENGLISH =
  /\b(the|and|not|your|you|with|move|moves|field|board|round|wins|against|cannot|settings|close|swarm|queen|reserve|coal)\b/;

/** Texts that are keys, or of the other language. */
export async function strangers(page, lang) {
  const found = [];
  for (const text of await words(page)) {
    const clean = text.replaceAll("Ada", "").replaceAll("Gegner", "").replaceAll("Grace", "");
    if (KEY.test(clean) && !NO_KEY.test(clean)) found.push(`key ${text}`);
    if (lang === "en" && GERMAN.test(clean)) found.push(`German ${text}`);
    if (lang === "de" && ENGLISH.test(clean)) found.push(`English ${text}`);
  }
  return found;
}

/** Pixels of the page and of the window. */
export const widths = (page) => page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }));

/**
 * Elements that look otherwise with the styles of all pages: one is missing, or two pages use a name for two things.
 */
export const missingStyles = (page) =>
  page.evaluate(async () => {
    const signs = ["color", "backgroundColor", "fontSize", "display", "borderTopWidth", "padding", "position", "fill"];
    const looks = () =>
      new Map(
        [...document.querySelectorAll("body *")].map((element) => {
          const style = getComputedStyle(element);
          return [element, signs.map((sign) => style[sign]).join()];
        }),
      );
    const links = [...document.querySelectorAll("link[rel=stylesheet]")].filter((link) => link.disabled);
    const before = looks();
    await Promise.all(
      links.map(
        (link) =>
          new Promise((done) => {
            link.onload = link.onerror = done;
            link.disabled = false;
          }),
      ),
    );
    const during = looks();
    for (const link of links) link.disabled = true;
    const after = looks(); // what a running game changed meanwhile is not meant
    const others = [...during].filter(
      ([element, look]) =>
        before.get(element) === after.get(element) && before.has(element) && before.get(element) !== look,
    );
    return others.slice(0, 3).map(([element, look]) => `style of ${element.cloneNode().outerHTML}: ${look}`);
  });

/** What is wrong with any page; `look(page)` answers more of it, `seen` gets the names of the pages in the router. */
export async function findings(visitor, house, { lang, look, seen = new Set(), without = [] }) {
  const found = [];
  await walk(visitor, house, async (name, page) => {
    const [shown, spoken] = await page.evaluate(() => [
      document.querySelector("main > .page").className,
      document.documentElement.lang,
    ]);
    seen.add(shown.split(" ")[1]);
    const wrong = [
      ...(spoken === lang ? [] : [`lang is ${spoken}`]),
      ...(await strangers(page, lang)),
      ...(await barriers(page, { without })),
      ...(await look(page)),
      ...(await missingStyles(page)),
    ];
    found.push(...wrong.map((text) => `${name}: ${text}`));
  });
  return [...new Set(found)];
}
