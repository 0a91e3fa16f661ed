// What a bot says about its move: `@arrow a4 c4 text` and `@mark c4 text` are drawn on the board, `key=value` becomes a
// table, the rest is text.  Lines come with the move (hints, joined by " | ") or from the program's output.

const ARROW = /^\s*@arrow\s+(\S+)\s+(\S+)\s*(.*)$/i;
const MARK = /^\s*@mark\s+(\S+)\s*(.*)$/i;
const VALUE = /^([^=\s@][^=\s]*)\s*=\s*(.*)$/;
const MOST = 24; // a bot may paint, not flood
const LABEL = 24;

export const linesOf = (hint) => (hint ?? "").split(/\n| \| /).filter((line) => line.trim());

const label = (text) => (text.length > LABEL ? `${text.slice(0, LABEL - 1)}…` : text) || null;

/** {arrows, values: [[key, value]], texts} */
export function readLines(lines) {
  const found = { arrows: [], values: [], texts: [] };
  for (const line of lines) {
    const arrow = ARROW.exec(line);
    const place = MARK.exec(line);
    const value = VALUE.exec(line);
    if (arrow) found.arrows.push({ from: arrow[1].toLowerCase(), to: arrow[2].toLowerCase(), kind: "bot", label: label(arrow[3]) });
    else if (place) found.arrows.push({ from: null, to: place[1].toLowerCase(), kind: "bot", label: label(place[2]) });
    else if (value) found.values.push([value[1], value[2]]);
    else found.texts.push(line);
  }
  found.arrows.splice(MOST);
  return found;
}

export const readHint = (hint) => readLines(linesOf(hint));

export const isAnnotation = (line) => ARROW.test(line) || MARK.test(line);
