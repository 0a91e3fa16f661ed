// Finding by a few letters: every word of the question must be in the text, at least as letters in this order.

const plain = (text) => text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");

/** 0: not there. More is better: whole words, beginnings of words, parts, letters one after the other. */
function rate(word, text) {
  const at = text.indexOf(word);
  if (at === 0) return 100;
  if (at > 0) return /\w/.test(text[at - 1]) ? 40 : 80;
  let from = -1;
  let gaps = 0;
  for (const letter of word) {
    const next = text.indexOf(letter, from + 1);
    if (next < 0) return 0;
    gaps += next - from - 1;
    from = next;
  }
  return gaps <= 3 * word.length ? Math.max(1, 30 - gaps) : 0;
}

/** How well a text answers; 0 if it does not. */
export function match(question, text) {
  const words = plain(question).split(/\s+/).filter(Boolean);
  const rates = words.map((word) => rate(word, plain(text)));
  return rates.includes(0) ? 0 : rates.reduce((sum, one) => sum + one, 1);
}

/** The items that answer, best first; `textOf` says what is searched. Equal ones stay in their order. */
export const find = (question, items, textOf) =>
  items
    .map((item) => ({ item, rate: match(question, textOf(item)) }))
    .filter(({ rate }) => rate > 0)
    .sort((a, b) => b.rate - a.rate)
    .map(({ item }) => item);
