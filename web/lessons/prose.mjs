// Words with an explanation, anywhere on the page. In texts they are written "[Schwarm](swarm)".
import { h } from "../ui/dom.mjs";
import { pick } from "../i18n.mjs";
import glossary from "./glossary.mjs";

const TERM = /\[([^\]]+)\]\((\w+)\)/g;
let made = 0; // every explanation has an id of its own

/** The terms that a text names. */
export const termsIn = (text) => [...text.matchAll(TERM)].map(([, , term]) => term);

/**
 * A word that explains itself to the pointer, to the finger and to the keyboard; Escape takes the explanation away. It
 * is shown below the nearest thing around it that has a position of its own. `more`: attributes, as tabindex -1 where
 * many stand together.
 */
export function explained(word, term, more = {}) {
  const id = `term-${++made}`;
  const onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.currentTarget.blur();
  };
  return [
    h("button", { "type": "button", "class": "term", "aria-describedby": id, onkeydown, ...more }, word),
    h("span.term-tip", { role: "tooltip", id }, pick(glossary[term].say)),
  ];
}

/** The parts of a pair of texts: words, and words with explanations. */
export const prose = (pair) => proseOf(pick(pair));

/** The same for a text that has been chosen already. */
export function proseOf(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(TERM)) {
    parts.push(text.slice(from, found.index), ...explained(found[1], found[2]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}
