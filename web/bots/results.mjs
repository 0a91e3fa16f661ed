// What the versions of a bot have achieved in mass tests. A test belongs to the version that played when it began.

/** The number of the version that played at this moment. */
function versionAt(bot, ms) {
  const begun = bot.turns.filter(({ sinceMs }) => sinceMs <= ms);
  return (begun.at(-1) ?? bot.turns[0])?.version ?? bot.active;
}

/** A line that starts this version wherever it is asked for, or null: some need a working folder of their own. */
export function lineOf({ command, folder }) {
  if (command.startsWith("./") && /^[\w/.-]+$/.test(folder)) return `${folder}/${command.slice(2)}`;
  return command.startsWith("/") && !folder ? command : null;
}

/** Who sat on this side: {version} of the bot itself, or {name}. */
function whoIs(bot, test, side) {
  const want = test.wants[side];
  if (want.kind === "bot" && String(want.bot) === String(bot.id)) return { version: versionAt(bot, test.startedMs) };
  const own = want.kind === "command" && bot.versions.find((version) => lineOf(version) === want.command);
  return own ? { version: own.number } : { name: test[side].name };
}

const flipped = ({ wins, draws, losses }) => ({ wins: losses, draws, losses: wins });
const turned = (elo) => elo && { value: -elo.value, low: -elo.high, high: -elo.low };

/**
 * Every test of the bot, seen from each of its versions that played in it: [{version, against, wins, draws, losses,
 * elo, test}].
 */
function resultsOf(bot, tests) {
  return tests
    .filter((test) => test.games.played > 0)
    .flatMap((test) => {
      const [a, b] = [whoIs(bot, test, "a"), whoIs(bot, test, "b")];
      const row = (me, against, score, elo) => ({ version: me.version, against, ...score, elo, test });
      return [
        a.version && row(a, b, test.score, test.elo),
        b.version && row(b, a, flipped(test.score), turned(test.elo)),
      ].filter(Boolean);
    });
}

const opponentOf = ({ against }) => (against.version ? `v${against.version}` : against.name);
const percentOf = ({ wins, draws, losses }) => (100 * (wins + draws / 2)) / (wins + draws + losses);

function sum(rows) {
  const total = { wins: 0, draws: 0, losses: 0 };
  for (const row of rows) for (const name of Object.keys(total)) total[name] += row[name];
  return { ...total, games: total.wins + total.draws + total.losses, percent: percentOf(total), test: rows[0].test };
}

/**
 * The versions side by side: {versions: [numbers, newest first], rows: [{against, cells: [sum or null], change}]}, a
 * row for each opponent. `change`: by how many points the newest of them does better than the one before it.
 */
export function comparison(bot, tests) {
  const results = resultsOf(bot, tests);
  const versions = [...new Set(results.map(({ version }) => version))].sort((a, b) => b - a);
  const opponents = [...new Map(results.map((row) => [opponentOf(row), row.against])).entries()];
  const rows = opponents.map(([key, against]) => {
    const cells = versions
      .map((version) => results.filter((row) => row.version === version && opponentOf(row) === key))
      .map((found) => (found.length ? sum(found) : null));
    const [newest, before] = cells.filter(Boolean);
    return { against, cells, change: before ? newest.percent - before.percent : null };
  });
  return { versions, rows };
}

/** The latest test of the version that plays now, or null. */
export const latestOf = (bot, tests) => resultsOf(bot, tests).find(({ version }) => version === bot.active) ?? null;
