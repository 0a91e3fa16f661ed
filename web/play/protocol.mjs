// What went to and fro between the server and the programs of a game: for the owner at this machine.
import { keepUpToDate } from "../latest.mjs";
import { api, server } from "../net.mjs";
import { isAnnotation } from "./bot-annotations.mjs";
import { isProgram } from "./game.mjs";

const SIDES = ["red", "blue"];
const KEPT = 4000; // entries of a side

/** The protocol of one game; update() fetches what is new, and calls back if there was anything. */
export class Protocol {
  constructor(state, onchange = () => {}) {
    this.id = state.id;
    this.sides = state.local || !server.hello?.owner ? [] : SIDES.filter((side) => isProgram(state[side]));
    this.entries = { red: [], blue: [] };
    this.next = { red: 0, blue: 0 };
    this.isKept = false; // the server writes it down
    this.onchange = onchange;
    /** @type {ReturnType<typeof keepUpToDate<void>> | null} */
    this.latest = null; // once it was asked for
  }

  get isThere() {
    return this.sides.length > 0;
  }

  async update() {
    if (!this.isThere || this.isClosed) return;
    if (this.latest) return void (await this.latest.refresh());
    this.latest = keepUpToDate({ ask: () => this.fetch(), take: () => {} });
    await this.latest.settled();
  }

  async fetch() {
    let isNew = false;
    for (const side of this.sides) {
      for (let more = true; more && !this.isClosed;) {
        const answer = await this.page(side);
        this.isKept ||= answer.kept;
        this.next[side] = answer.next;
        this.entries[side] = [...this.entries[side], ...answer.entries].slice(-KEPT);
        isNew ||= answer.entries.length > 0;
        more = answer.more;
      }
    }
    if (isNew && !this.isClosed) this.onchange();
  }

  /** What is new at this seat; a game that is not at the server any more has nothing new. */
  async page(side) {
    try {
      return await api("GET", `/api/games/${this.id}/log?side=${side}&from=${this.next[side]}`);
    } catch (error) {
      if (error.status !== 404) throw error;
      return { kept: false, next: this.next[side], entries: [], more: false };
    }
  }

  /** Somebody wants to see it: from now on the server writes it down. */
  async want(isOver) {
    if (!this.isThere) return;
    if (!this.isKept) await this.fetch().catch(() => {});
    if (!this.isKept && !isOver) await api("POST", `/api/games/${this.id}/log`, {}).catch(() => {});
    await this.update();
  }

  /** Annotations that were printed while the move after `ply` moves was thought about. */
  annotations(ply) {
    return this.sides
      .flatMap((side) => this.entries[side])
      .filter((entry) => entry.kind === "says" && entry.ply === ply && isAnnotation(entry.text))
      .map((entry) => entry.text);
  }

  close() {
    this.isClosed = true;
    this.latest?.end();
  }
}
