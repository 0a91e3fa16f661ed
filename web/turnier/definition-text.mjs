// A tournament file and the form for it: text <-> {name, game, seed, time, admission, stages, teams}. The text is what
// counts; the referee judges it (docs/tournament.md). What the form leaves empty stays out of the text.

const SETTINGS = ["name", "game", "seed", "time", "admission"];
const OF_STAGE = ["name", "kind", "groups", "legs", "games", "rounds", "games_max", "third_place", "advance"];
const OF_TEAM = ["name", "bot"];

/** Which numbers a kind of stage has. */
export const NUMBERS = {
  "league": ["groups", "legs", "games"],
  "champions-league": ["legs", "games"],
  "swiss": ["rounds", "games"],
  "final-eight": ["games", "games_max"],
};
export const KINDS = Object.keys(NUMBERS);

/** What the referee takes where a file says nothing. */
const DEFAULTS = { groups: 1, legs: 2, games: 2, rounds: 7, games_max: 30, time: 2000, seed: 1 };

/** Games in a meeting of the Final Eight: at least six. */
export const defaultOf = (kind, key) => (kind === "final-eight" && key === "games" ? 6 : DEFAULTS[key]);

const section = (title, keys, values) => [
  `[${title}]`,
  ...keys
    .filter((key) => isGiven(values[key]))
    .map((key) => `${key} = ${typeof values[key] === "boolean" ? (values[key] ? "yes" : "no") : oneLine(values[key])}`),
  "",
];

const isGiven = (value) => value !== undefined && value !== null && String(value).trim() !== "";
const oneLine = (value) => String(value).replace(/\s+/g, " ").trim();

/** Only keys that this kind of stage has. */
function stageKeys({ kind }, isLast) {
  const own = ["name", "kind", ...NUMBERS[kind]];
  if (kind === "final-eight") own.push("third_place");
  return isLast ? own : [...own, "advance"];
}

export function print(form) {
  return [
    ...section("tournament", SETTINGS, form),
    ...form.stages.flatMap((stage, i) => section("stage", stageKeys(stage, i === form.stages.length - 1), stage)),
    ...form.teams.flatMap((team) => section("team", OF_TEAM, team)),
  ].join("\n");
}

const value = (key, text) => {
  if (key === "admission" || key === "third_place") return text === "yes" ? true : text === "no" ? false : undefined;
  return text;
};

/** The form of a text; throws {line} where the form does not understand it. */
export function parse(text) {
  const form = { admission: true, stages: [], teams: [] };
  let at = null,
    keys = [];
  text.split("\n").forEach((raw, i) => {
    const line = raw.trim();
    if (!line || line.startsWith("#") || line.startsWith(";")) return;
    const fail = () => {
      throw { line: i + 1 };
    };
    const title = /^\[(\w+)\]$/.exec(line)?.[1];
    if (title) {
      const kinds = { tournament: [SETTINGS, form], stage: [OF_STAGE, { kind: "league" }], team: [OF_TEAM, {}] };
      [keys, at] = kinds[title] ?? fail();
      if (title !== "tournament") form[`${title}s`].push(at);
      return;
    }
    const [, key, given] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? fail();
    if (!at || !keys.includes(key)) fail();
    at[key] = value(key, given);
    if (at[key] === undefined || (key === "kind" && !KINDS.includes(given))) fail();
  });
  return form;
}
