// The operations of a module in a native program (native_ops.c): the same question, the same bytes as answer.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export class NativeOps {
  constructor(program) {
    this.child = spawn(program, [], { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  async ask(game, op, args) {
    const bytes = Buffer.from(args.map((arg) => String(arg ?? "")).join("\0"));
    this.child.stdin.write(`${game} ${op} ${bytes.length}\n`);
    this.child.stdin.write(bytes);
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`the native program has left: ${game} ${args}`);
    return value;
  }

  close() {
    this.child.stdin.end();
  }
}
