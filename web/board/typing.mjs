// Typed moves: `a4c4`, `A4 - C4`, `(0,4) → (2,4)`, `a4` and a direction of the numeric keypad.

const digits = { 1: "downleft", 2: "down", 3: "downright", 4: "left", 6: "right", 7: "upleft", 8: "up", 9: "upright" };

/** The text without what people put between the fields, in the names of the rules. */
function normal(look, text) {
  const official = (all, x, y) => look.official?.(Number(x), Number(y)) ?? all;
  const named = text.replace(/\(?\s*(\d+)\s*[,|]\s*(\d+)\s*\)?/g, official);
  return named
    .toLowerCase()
    .replace(/\(\+\d+\)/g, "")
    .replace(/[\s\-–→>x×*]/g, "");
}

/** Looks with another grammar read the text themselves. */
function wordsOf(look, text) {
  return look.read ? (look.read(text) ?? text.trim()) : normal(look, text);
}

/** Legal moves whose words or notation begin like the text. */
export function complete(input, text) {
  const { look, view, moves } = input;
  const squeeze = (some) =>
    some
      .toLowerCase()
      .replace(/[\s→>@+]/g, "")
      .replaceAll("−", "-");
  if (look.read) {
    const wanted = squeeze(text);
    const fits = (move) => [move.words, look.notation(move, view)].some((each) => squeeze(each).startsWith(wanted));
    return moves.filter((move) => move.words === look.read(text) || fits(move));
  }
  const wanted = normal(look, text);
  const plain = moves.filter((move) => normal(look, move.words).startsWith(wanted));
  return plain.length ? plain : byDirection(input, wanted);
}

/** A field, a digit of the keypad and perhaps how far. */
function byDirection(input, text) {
  const [, field, digit, far] = text.match(/^([a-z]\d)([1-46-9])(\d)?$/) ?? [];
  if (!field || !input.board.layout.at(field)) return [];
  const ways = towards(input, field, digits[digit]);
  return far ? ways.filter((move) => steps(input, move, digits[digit]) === Number(far)) : ways;
}

/** The legal moves from a field in a direction of the screen. */
export function towards(input, field, direction) {
  return input.movesFrom(field).filter((move) => steps(input, move, direction) > 0);
}

/** How many fields a move goes in a direction; 0 if it does not. */
function steps(input, move, direction) {
  let at = move.from;
  for (let n = 1; n < 20 && at; n++) {
    at = input.board.layout.step(at, direction);
    if (at === move.to) return n;
  }
  return 0;
}

/** What a typed text means: {move}, {field} to select, or {refusal}. */
export function read(input, text) {
  const { look, moves, rules } = input;
  const words = wordsOf(look, text);
  const exact = moves.find((move) => move.words === words);
  if (exact) return { move: exact };
  if (input.board.layout.at(words)) return fieldOnly(input, words);
  const some = complete(input, text);
  if (some.length === 1) return { move: some[0] };
  const verdict = rules.judge(input.text, words);
  return verdict.ok
    ? { move: moves.find((move) => move.words === verdict.words) ?? verdict.move }
    : { refusal: verdict };
}

function fieldOnly(input, field) {
  const refusal = input.rules.pick(input.text, field);
  return refusal ? { refusal } : { field };
}
