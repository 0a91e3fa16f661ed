// One lesson without its page: takes tries, and says whether they are what was sought. A lesson is data (index.mjs);
// whether a move is legal is asked of the rules, whether it is sought of the lesson's goal.

/** What a path leads to: "facts.red.biggest", "move.eats"; in a list "side=red" names the first element like that. */
export function valueAt(root, path) {
  return (
    path.split(".").reduce((value, step) => {
      const [name, wanted] = step.split("=");
      if (Array.isArray(value) && wanted !== undefined) return value.find((one) => String(one[name]) === wanted);
      return value?.[step];
    }, root) ?? null
  );
}

const compare = {
  "=": (value, wanted) => value === wanted,
  "!=": (value, wanted) => value !== wanted,
  ">=": (value, wanted) => value >= wanted,
  "<=": (value, wanted) => value <= wanted,
};

/** Is every fact [path, sign, value] true? Paths begin in the view; `move` is the move that led to it. */
export const holds = (facts, view, move) =>
  facts.every(([path, sign, wanted]) => compare[sign](valueAt({ ...view, move }, path), wanted));

/** A goal: {words: [any of these moves]}, {facts: [all of these]} or {any: [one of these goals]}. */
export function isReached(goal, played, view) {
  if (goal.any) return goal.any.some((one) => isReached(one, played, view));
  if (goal.words) return goal.words.includes(played.words);
  return holds(goal.facts, view, played.move);
}

export class Trainer {
  constructor(rules, lesson) {
    this.rules = rules;
    this.lesson = lesson;
    this.start = { position: lesson.position, view: rules.view(lesson.position) };
  }

  /** {kind: "refused", refusal}, or what the move leads to: {kind: "done" | "other", position, view, move, words} */
  attempt(words) {
    const after = this.play(this.lesson.position, words);
    if (!after.ok) return { kind: "refused", refusal: after };
    return { ...after, kind: isReached(this.lesson.goal, after, after.view) ? "done" : "other" };
  }

  /** What the other side answers, where the lesson goes on to show it; `from` is what attempt() answered. */
  reply(from) {
    return this.lesson.reply ? this.play(from.position, this.lesson.reply.words) : null;
  }

  play(position, words) {
    const played = this.rules.play(position, words);
    return played.ok ? { ...played, view: this.rules.view(played.position) } : played;
  }
}
