// Texts of lessons: pairs of languages, in which "[Schwarm](swarm)" is a word with an explanation.
import { h } from "../ui/dom.mjs";
import { pick } from "../i18n.mjs";
import glossary from "./glossary.mjs";

const TERM = /\[([^\]]+)\]\((\w+)\)/g;
let made = 0; // every explanation has an id of its own

/** The terms that a text names. */
export const termsIn = (text) => [...text.matchAll(TERM)].map(([, , term]) => term);

/** A word that explains itself to the pointer, to the finger and to the keyboard; Escape takes the explanation away. */
function explained(word, term) {
  const id = `term-${++made}`;
  const onkeydown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    event.currentTarget.blur();
  };
  return [h("button", { type: "button", class: "term", "aria-describedby": id, onkeydown }, word),
    h("span", { class: "term-tip", role: "tooltip", id }, pick(glossary[term].say))];
}

/** The parts of a text: words, and words with explanations. */
export function prose(pair) {
  const text = pick(pair);
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(TERM)) {
    parts.push(text.slice(from, found.index), ...explained(found[1], found[2]));
    from = found.index + found[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}
