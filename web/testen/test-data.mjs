// Mass tests as the server knows them: where they are fetched, how they are followed, what they are called.
import { api, inTurn, isOnline, server, subscribe } from "../net.mjs";
import { duration, number, say, t } from "../i18n.mjs";

const FRESH_MS = 1000;

export const isGoing = ({ state }) => state === "running" || state === "stopping";
export const isOwner = () => isOnline() && Boolean(server.hello?.owner);

/** Its name, or the players; the tests of a gauntlet have one name together. */
export function titleOf(test) {
  const players = t("test.versus", { a: test.a.name, b: test.b.name });
  return !test.name ? players : test.gauntlet ? `${test.name}: ${players}` : test.name;
}

/** Runs `work` at once, but not again before a second has passed; what is asked in between is done then. */
function atMostOnceASecond(work) {
  let timer = null,
    isWanted = false;
  const rest = () => {
    timer = null;
    if (isWanted) run();
  };
  const run = () => {
    isWanted = false;
    timer = setTimeout(rest, FRESH_MS);
    work();
  };
  const ask = () => {
    isWanted = true;
    if (timer === null) run();
  };
  ask.end = () => {
    clearTimeout(timer);
    timer = 0; // nothing runs any more
  };
  return ask;
}

/**
 * Calls back with {tests, cores} at once and on every news; onFail with what went wrong. Answers a function that ends
 * it.
 */
export function watchTests(callback, onFail) {
  let known = null;
  const tell = atMostOnceASecond(() => known && callback(known));
  const fetchAll = inTurn(() =>
    api("GET", "/api/tests").then((answer) => {
      known = answer;
      callback(known);
    }, onFail),
  );
  const end = subscribe("tests", (type, data) => {
    if (type === "open" || !known || fetchAll.isBusy) return void fetchAll();
    known = {
      ...known,
      tests: [data, ...known.tests.filter((test) => test.id !== data.id)].sort((a, b) => b.id - a.id),
    };
    return tell();
  });
  fetchAll();
  return () => {
    tell.end();
    end();
  };
}

/**
 * Follows one test: onTest gets it whole, at most once a second. What end() answers is fulfilled when no question is on
 * its way any more.
 */
export function watchTest(id, onTest, onFail) {
  let isOver = false,
    gauntlet = null,
    answered = Promise.resolve();
  const take = (test) => {
    if (isOver) return;
    gauntlet = test.gauntlet?.id;
    onTest(test);
  };
  const fetchIt = atMostOnceASecond(
    inTurn(() => {
      if (!isOver) answered = api("GET", `/api/tests/${id}`).then(take, (error) => !isOver && onFail(error));
      return answered;
    }),
  );
  const end = subscribe("tests", (type, data) => {
    const isOurs = String(data?.id) === String(id) || (gauntlet && data?.gauntlet?.id === gauntlet);
    if (type === "open" || isOurs) fetchIt();
  });
  fetchIt();
  return {
    refresh: fetchIt,
    end: () => {
      isOver = true;
      fetchIt.end();
      end();
      return answered;
    },
  };
}

/** What cannot be known yet, or would be without bounds, is a dash. */
export const known = (value, digits = 0) =>
  typeof value === "number" && Number.isFinite(value) ? number(value, digits) : "—";

const signed = (value) => (value > 0 ? `+${number(value, 0)}` : number(value, 0).replace("-", "−"));

/** "+52 ± 40" */
export function eloWord(elo) {
  if (!elo || !Number.isFinite(elo.value)) return "—";
  const isBounded = Number.isFinite(elo.low) && Number.isFinite(elo.high);
  return `${signed(elo.value)} ± ${isBounded ? number((elo.high - elo.low) / 2, 0) : "—"}`;
}

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
export function namesOf({ a, b }) {
  return a.name === b.name ? { a: `${a.name} (A)`, b: `${b.name} (B)` } : { a: a.name, b: b.name };
}

/** Why a game failed; old tests know it in one language only. */
export const whyText = (why) => (typeof why === "string" ? why : say(why));
