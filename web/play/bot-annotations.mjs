// What a bot says about its move: `@arrow a4 c4 green text` and `@mark c4 text` are drawn on the board, `key=value`
// becomes a table, the rest is text.  Lines come with the move (hints, joined by " | ") or from the program's output.

const ARROW = /^\s*@arrow\s+(\S+)\s+(\S+)\s*(.*)$/i;
const MARK = /^\s*@mark\s+(\S+)\s*(.*)$/i;
const COLOUR = /^(green|red|blue|yellow)\b\s*(.*)$/i;
const VALUE = /^([^=\s@][^=\s]*)\s*=\s*(.*)$/;
const MOST = 24; // a bot may paint, not flood
const LABEL = 24;

export const linesOf = (hint) => (hint ?? "").split(/\n| \| /).filter((line) => line.trim());

const label = (text) => (text.length > LABEL ? `${text.slice(0, LABEL - 1)}…` : text) || null;

/** From one field to another, or around one; the first word behind them may be a colour. */
function drawing(from, to, words) {
  const [, colour = null, text = words] = COLOUR.exec(words) ?? [];
  return {
    from: from?.toLowerCase() ?? null,
    to: to.toLowerCase(),
    kind: "bot",
    colour: colour?.toLowerCase() ?? null,
    label: label(text),
  };
}

/** {arrows, values: [[key, value]], texts} */
export function readLines(lines) {
  const found = { arrows: [], values: [], texts: [] };
  for (const line of lines) {
    const arrow = ARROW.exec(line);
    const place = MARK.exec(line);
    const value = VALUE.exec(line);
    if (arrow) found.arrows.push(drawing(arrow[1], arrow[2], arrow[3]));
    else if (place) found.arrows.push(drawing(null, place[1], place[2]));
    else if (value) found.values.push([value[1], value[2]]);
    else found.texts.push(line);
  }
  found.arrows.splice(MOST);
  return found;
}

export const readHint = (hint) => readLines(linesOf(hint));

export const isAnnotation = (line) => ARROW.test(line) || MARK.test(line);
