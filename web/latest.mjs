// What a page shows of the server, kept up to date: asked for at once, whenever there is news, and again by itself
// after a failure, with growing pauses. While answers are missing the banner of the shell says from when the figures
// are.
import { inTurn, server, subscribe } from "./net.mjs";

const GAP_MS = 1000; // between two questions
const PAUSES_MS = [1000, 2000, 4000, 8000, 15000]; // after failures in a row

/** All that the page shows now. "change": some of it has become old, or new again. */
export const latest = Object.assign(new EventTarget(), { keepers: new Set() });

/** Trouble that may pass by itself: no answer, too much to do, no memory. */
export const mayPass = ({ status }) => !status || status >= 500 || status === 429;

/**
 * @template Answer
 * @typedef {object} Wish
 * @property {() => Promise<Answer>} ask
 * @property {(answer: Answer) => void} take
 * @property {(error: any) => void} [fail]  also called where it is asked again; before the first answer the page has
 *   nothing else to show
 * @property {Topic} [topic]  whose news make the page ask again
 * @property {(type: string, data: any) => boolean} [isNews]  must it ask because of this event?
 * @property {number} [everyMs]  for what has no topic: asked so often while the page is seen
 * @property {number} [gapMs]
 * @property {number} [asOf]  what is shown is known already, from then: nothing is asked before there is news
 */

/** @template Answer */
class Keeper {
  /** @param {Wish<Answer>} wish */
  constructor(wish) {
    this.wish = wish;
    this.isOver = false;
    this.failures = 0; // in a row
    /** @type {any} */
    this.error = null; // of the last question
    this.asOf = wish.asOf ?? 0; // until when what is shown was right; 0: nothing is shown
    this.askedAt = -Infinity;
    this.retryAt = 0;
    this.timer = null;
    this.answered = Promise.resolve();
    this.asking = inTurn(() => {
      this.answered = this.question();
      return this.answered;
    });
    latest.keepers.add(this);
    this.onState = () => this.hearState();
    server.addEventListener("state", this.onState);
    this.stop = wish.topic ? subscribe(wish.topic, (type, data) => this.hear(type, data)) : () => {};
    if (!this.asOf) this.refresh();
  }

  get isAsking() {
    return this.asking.isBusy;
  }

  /** Asks now, and waits for the answer. */
  async refresh() {
    if (!this.isOver) await this.asking();
    await this.settled();
  }

  async settled() {
    while (this.isAsking) await this.answered;
  }

  /** Asks as soon as the last question is long enough ago. */
  soon() {
    const { gapMs = GAP_MS } = this.wish;
    this.schedule(Math.max(0, this.askedAt + gapMs - Date.now()));
  }

  hear(type, data) {
    if (type === "open" || (this.wish.isNews?.(type, data) ?? true)) this.soon();
    else if (!this.failures) this.asOf = Date.now();
  }

  /** Without a connection nothing is asked; as soon as there is one, what has become old is. */
  hearState() {
    if (server.state === "online" && this.failures) this.refresh();
    if (server.state === "offline" && this.asOf && !this.failures)
      this.note(unreachable, this.wish.topic ? server.heardAt : this.asOf);
  }

  schedule(ms) {
    if (this.isOver) return;
    const at = Date.now() + ms;
    if (this.timer && this.dueAt <= at) return;
    clearTimeout(this.timer);
    this.dueAt = at;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (document.hidden && this.wish.everyMs && !this.failures) this.schedule(this.wish.everyMs);
      else this.asking();
    }, ms);
  }

  async question() {
    if (this.isOver) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.askedAt = Date.now();
    let answer;
    try {
      answer = await this.wish.ask();
    } catch (error) {
      if (!this.isOver) this.hearFailure(error);
      return;
    }
    if (this.isOver) return;
    this.asOf = Date.now();
    this.note(null, this.asOf);
    if (this.wish.everyMs) this.schedule(this.wish.everyMs);
    this.wish.take(answer);
  }

  hearFailure(error) {
    this.note(error, this.failures || !this.wish.topic ? this.asOf : this.asOf && this.askedAt);
    if (this.canRetry && server.state !== "offline") {
      const pauseMs = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length) - 1];
      this.retryAt = Date.now() + pauseMs;
      this.schedule(pauseMs);
    }
    this.wish.fail?.(error);
  }

  get canRetry() {
    return Boolean(this.error) && mayPass(this.error);
  }

  note(error, asOf) {
    const wasFine = this.failures === 0;
    this.error = error;
    this.asOf = asOf;
    this.failures = error ? this.failures + 1 : 0;
    if (error || !wasFine) latest.dispatchEvent(new Event("change"));
  }

  /** What it answers is fulfilled when no question is on its way any more. */
  end() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.stop();
    server.removeEventListener("state", this.onState);
    latest.keepers.delete(this);
    latest.dispatchEvent(new Event("change"));
    return this.answered;
  }
}

const unreachable = { code: "unreachable", status: 0 };

/**
 * const tests = keepUpToDate({topic: "tests", ask: () => api("GET", "/api/tests"), take: (answer) => show(answer)}):
 * tests.refresh() asks at once, tests.end() ends it.
 * @template Answer
 * @param {Wish<Answer>} wish
 */
export const keepUpToDate = (wish) => new Keeper(wish);

/**
 * What the banner says: the oldest of what is shown and old, and why; null where all is well. A single failure is
 * repaired before anybody has read of it.
 */
export function oldest() {
  const old = [...latest.keepers].filter(
    ({ failures, canRetry, asOf }) => failures > (canRetry ? 1 : 0) && (asOf || canRetry),
  );
  if (!old.length) return null;
  const shown = old.filter(({ asOf }) => asOf).sort((a, b) => a.asOf - b.asOf);
  const { error, canRetry, retryAt } = shown[0] ?? old[0];
  return { asOf: shown[0]?.asOf ?? 0, error, retryAt: canRetry ? retryAt : 0 };
}

/** Since when nothing of what the page shows has been heard; 0: it shows nothing of the server. */
export const shownSince = () => Math.min(...[...latest.keepers].map(({ asOf }) => asOf || Infinity));

/** „Jetzt versuchen" */
export function askAgain() {
  for (const keeper of latest.keepers) if (keeper.failures) keeper.refresh();
}
