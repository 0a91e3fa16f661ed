// Mass tests as the server knows them: where they are fetched, how they are followed, what they are called.
import { keepUpToDate } from "../latest.mjs";
import { api, isOnline, server } from "../net.mjs";
import { duration, number, say, t } from "../i18n.mjs";
import { shownName } from "../names.mjs";

const FRESH_MS = 1000;

export const isGoing = ({ state }) => state === "running" || state === "stopping";
export const isOwner = () => isOnline() && Boolean(server.hello?.owner);

/** Its name, or the players; the tests of a gauntlet have one name together. */
export function titleOf(test) {
  const players = t("test.versus", { a: shownName(test.a.name), b: shownName(test.b.name) });
  return !test.name ? players : test.gauntlet ? `${test.name}: ${players}` : test.name;
}

/**
 * Calls back with {tests, cores} at once and on every news; onFail with what went wrong. Answers a function that ends
 * it.
 */
export function watchTests(callback, onFail) {
  let known = null;
  let timer = null;
  const tell = () => {
    timer ??= setTimeout(() => {
      timer = null;
      callback(known);
    }, FRESH_MS);
  };
  const keeper = keepUpToDate({
    topic: "tests",
    ask: () => api("GET", "/api/tests"),
    take: (answer) => {
      known = answer;
      callback(known);
    },
    fail: onFail,
    isNews: (type, data) => {
      if (!known || keeper.isAsking) return true;
      const others = known.tests.filter((test) => test.id !== data.id);
      known = { ...known, tests: [data, ...others].sort((a, b) => b.id - a.id) };
      tell();
      return false;
    },
  });
  return () => {
    clearTimeout(timer);
    keeper.end();
  };
}

/** Follows one test: onTest gets it whole, at most once a second. */
export function watchTest(id, onTest, onFail) {
  let gauntlet = null;
  return keepUpToDate({
    topic: "tests",
    ask: () => api("GET", `/api/tests/${id}`),
    take: (test) => {
      gauntlet = test.gauntlet?.id;
      onTest(test);
    },
    fail: onFail,
    isNews: (type, data) => String(data.id) === String(id) || Boolean(gauntlet && data.gauntlet?.id === gauntlet),
  });
}

/** What cannot be known yet, or would be without bounds, is a dash. */
export const known = (value, digits = 0) =>
  typeof value === "number" && Number.isFinite(value) ? number(value, digits) : "—";

const signed = (value) => (value > 0 ? `+${number(value, 0)}` : number(value, 0).replace("-", "−"));

const ELO_UNKNOWN = 200; // an interval of more than so much to both sides says nothing yet

/** Does this estimate say anything? Without one all pairs have ended alike. */
export const isTelling = (elo) => Number.isFinite(elo?.value) && (elo.high - elo.low) / 2 <= ELO_UNKNOWN;

/** "+52 ± 40" */
export const eloWord = (elo) =>
  isTelling(elo) ? `${signed(elo.value)} ± ${number((elo.high - elo.low) / 2, 0)}` : "—";

export const percentWord = (score) =>
  score && score.wins + score.draws + score.losses > 0 ? `${number(score.percent, 1)} %` : "—";

/** Nothing is ever quite sure. */
export const losWord = (los) =>
  typeof los === "number" ? `${number(Math.min(99.9, Math.max(0.1, los * 100)), 1)} %` : "—";

/** Hours where minutes would be many. */
export function longTime(ms) {
  if (ms < 3600000) return duration(ms);
  const minutes = Math.round(ms / 60000);
  return t("test.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** "Zeitüberschreitung · A" */
export const causeWord = ({ cause, by }, names) => `${t(`cause.${cause}`)}${by ? ` · ${names[by.toLowerCase()]}` : ""}`;

/** Two of the same name are told apart by their letters. */
export function namesOf(test) {
  const [a, b] = [shownName(test.a.name), shownName(test.b.name)];
  return a === b ? { a: `${a} (A)`, b: `${b} (B)` } : { a, b };
}

/** Why a game failed; old tests know it in one language only. */
export const whyText = (why) => (typeof why === "string" ? why : say(why));
