// The native program as a partner in conversation: `kielwasser engine GAME`, one line in, one line out.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class Console {
  constructor(program, game) {
    const options = { stdio: ["pipe", "pipe", "inherit"], env: { KIELWASSER_LANG: "en" } };
    this.child = spawn(program, ["engine", game], options);
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  /** The answer; `info` lines before it go to `infos`. */
  async ask(command, infos = []) {
    this.child.stdin.write(`${command}\n`);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`the console has left: ${command}`);
      if (!value.startsWith("info ")) return value;
      infos.push(value);
    }
  }

  /** What follows the first word of the answer. */
  async get(command) {
    const answer = await this.ask(command);
    return answer.slice(answer.indexOf(" ") + 1);
  }

  async close() {
    await this.ask("quit");
    this.child.stdin.end();
  }
}
