// Runs files of tests as `node --test` does, but in the order they are named: those that take longest begin first, so
// that no worker is left alone with one at the end.
// usage: node tests/browser/run.mjs FILES_AT_A_TIME FILE.test.mjs…
import { resolve } from "node:path";
import { run } from "node:test";
import { tap } from "node:test/reporters";

const [atATime, ...files] = process.argv.slice(2);
run({ files: files.map((file) => resolve(file)), concurrency: Number(atATime) })
  .on("test:fail", () => {
    process.exitCode = 1;
  })
  .compose(tap)
  .pipe(process.stdout);
