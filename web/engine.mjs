// The door to the search, which runs in a worker.
import { RuleError } from "./rules.mjs";

export class Engine {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.id = 0;
    this.worker = null;
    this.job = null; // {id, resolve, reject, onInfo, last, isSliced}
  }

  /**
   * Thinks; a question still at work is stopped first.  Resolves to the last Info, or to null if it was
   * stopped before there was one.
   * @param {string} position
   * @param {SearchLimits} options
   * @param {(info: SearchInfo) => void} onInfo
   * @returns {Promise<SearchInfo | null>}
   */
  go(position, options = {}, onInfo = () => {}) {
    this.stop();
    this.worker ??= this.hire();
    const id = ++this.id;
    const isSliced = Boolean(options.ms) || !(options.nodes || options.depth);
    return new Promise((resolve, reject) => {
      this.job = { id, resolve, reject, onInfo, last: null, isSliced };
      this.worker.postMessage({ id, game: this.game, position, options });
    });
  }

  /** Ends the search; its promise resolves at once. */
  stop() {
    if (!this.job) return;
    const { isSliced, resolve, last } = this.job;
    if (isSliced) this.worker.postMessage({ stop: true });
    else this.dismiss(); // it would not hear us before its end
    this.job = null;
    resolve(last);
  }

  close() {
    this.stop();
    this.dismiss();
  }

  hire() {
    const worker = new Worker(new URL("./engine-worker.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => this.fail(new Error(event.message || "the worker could not be started"));
    return worker;
  }

  dismiss() {
    this.worker?.terminate();
    this.worker = null;
  }

  hear({ id, info, done, error, refusal }) {
    const job = this.job;
    if (!job || job.id !== id) return; // the answer to an older question
    if (error) {
      this.fail(refusal ? new RuleError(refusal) : new Error(error), !refusal);
    } else if (done) {
      this.job = null;
      job.resolve(info);
    } else {
      job.last = info;
      job.onInfo(info);
    }
  }

  /** A worker that has trapped is not to be trusted any more. */
  fail(error, isFatal = true) {
    const job = this.job;
    this.job = null;
    if (isFatal) this.dismiss();
    job?.reject(error);
  }
}
