// The lessons of the games. A lesson is data, texts are pairs (German, English):
//   {id, title, rule: the rule in a sentence, text: [paragraphs; "[word](term)" names a term of glossary.mjs],
//    position, task, goal (trainer.mjs), solution: words that reach it, hint, done: what to say then,
//    other: what to say to a legal move that is not sought, wrong: [{words, code}]: tries that the rules refuse,
//    reply: {words, text, facts}: what the other side answers to the solution, and what holds then}

const files = {
  piranhas: () => import("./piranhas.mjs"),
  piranhas26: () => import("./piranhas26.mjs"),
  hive: () => import("./hive.mjs"),
  mississippi: () => import("./mississippi.mjs"),
  mississippi24: () => import("./mississippi24.mjs"),
  penguins: () => import("./penguins.mjs"),
};

export const hasLessons = (game) => game in files;

export const loadLessons = async (game) => (await files[game]()).default;

/** Which lesson explains why a game ended; the words are those of docs/console.md. */
const explanations = {
  piranhas: { swarm: "sieg", roundlimit: "schluss", nofish: "schluss", nomove: "schluss" },
  piranhas26: { swarm: "sieg", first_union: "vereinigung", blocked: "blockiert", roundlimit: "schluss" },
  hive: { surrounded: "einschliessen", both: "einschliessen", roundlimit: "schluss" },
  mississippi: { goal: "ziel", lag: "ziel", roundlimit: "schluss", nomove: "sandbank" },
  mississippi24: { goal: "ziel", lag: "abgehaengt", stuck: "festgefahren", roundlimit: "ziel" },
  penguins: { fish: "schluss", nomove: "schluss" },
};

/** The address of that lesson, or null. */
export function explain(game, reason) {
  const id = explanations[game]?.[reason];
  return id ? `/lernen/${game}/${id}` : null;
}

/** For tests: every lesson that is linked to. */
export const explained = (game) => [...new Set(Object.values(explanations[game]))];
