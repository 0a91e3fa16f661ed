// A position that is set up: its text, its past, and what can be changed in it. Every change is asked of the rules.
const PAST_MAX = 500;

export class EditedPosition extends EventTarget {
  /** "change" is fired whenever another position is to be seen. @param {import("../rules.mjs").Rules} rules */
  constructor(rules, position) {
    super();
    this.rules = rules;
    /** @type {string[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    this.#take(position);
  }

  get position() {
    return this.tools.position;
  }

  get view() {
    return this.rules.view(this.position);
  }

  /** The text in the rules' own spelling, and its tools. */
  #take(position) {
    const tools = this.rules.edit(position);
    if (tools.ok === false) return tools;
    this.tools = tools;
    return null;
  }

  #show() {
    this.dispatchEvent(new Event("change"));
  }

  /** Another position in place of this one. @returns {Refusal | null} */
  open(position) {
    const before = this.tools?.position;
    const refusal = this.#take(position);
    if (refusal) return refusal;
    if (before !== undefined && before !== this.position) {
      this.past = [...this.past.slice(-PAST_MAX), before];
      this.future = [];
    }
    this.#show();
    return null;
  }

  /** One change: "put c3 r". @returns {Refusal | null} */
  change(words) {
    const answer = this.rules.edit(this.position, words);
    return answer.ok === false ? answer : this.open(answer.position);
  }

  can(words) {
    return this.rules.edit(this.position, words).ok !== false;
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.position);
    this.#take(this.past.pop());
    this.#show();
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.position);
    this.#take(this.future.pop());
    this.#show();
  }

  /** Takes away whatever can be taken, also what lies below. */
  clear() {
    let { position } = this;
    for (const { id } of this.view.fields) {
      for (let answer; (answer = this.rules.edit(position, `take ${id}`)).ok !== false;) {
        if (answer.position === position) break;
        position = answer.position;
      }
    }
    this.open(position);
  }

  /** Why a game cannot go on from this position; null: it can. @returns {Refusal | null} */
  get obstacle() {
    try {
      this.rules.moves(this.position);
      return null;
    } catch (error) {
      return error.refusal;
    }
  }

  /** The same position with its hidden river drawn; the same text where nothing is hidden. */
  get revealed() {
    return this.rules.fill(this.position, "1");
  }
}
