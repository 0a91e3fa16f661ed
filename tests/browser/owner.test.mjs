// How a browser becomes the owner's: by a one-time code of `kielwasser open`, and by nothing else.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Visitor, onStage, openStatic, program, until } from "./harness.mjs";

let house, browser;
onStage((...both) => ([house, browser] = both));

const REFUSED = /api\/token|status of 403/;

/** The address with a new code. */
const makeCode = () =>
  execFileSync(program, ["open", "--print", "--data", house.data], { encoding: "utf8" }).trim().slice(house.url.length);

const isOwner = (visitor) => visitor.page.getByRole("button", { name: "Bot hinzufügen" }).first();
const hint = (visitor) => visitor.page.getByText("kielwasser open", { exact: true });

test("a browser without a code watches, is told what to do, and plays by itself", async () => {
  const visitor = await Visitor.open(browser, house.url, { owner: false });
  for (const path of ["/bots", "/test", "/turnier/neu", "/status"]) {
    await visitor.goto(path);
    await hint(visitor).waitFor();
  }
  await visitor.goto("/neu?spiel=piranhas");
  await visitor.page.getByRole("button", { name: "Spiel starten" }).click();
  await visitor.page.waitForURL(/\/spiel\/lokal-/);
  await visitor.page.locator(".board").first().waitFor();
  await visitor.close();
});

test("a code makes it the owner's, once, and does not stay in the address", async () => {
  const visitor = await Visitor.open(browser, house.url, { owner: false, allow: [REFUSED] });
  const first = visitor.page;
  await visitor.goto("/bots");
  await hint(visitor).waitFor();
  await visitor.newPage();
  const path = makeCode();
  await visitor.goto(path);
  await until(() => visitor.page.evaluate(() => localStorage.getItem("kielwasser.token")), "the token");
  assert.equal(visitor.page.url(), `${house.url}/`);
  await visitor.goto("/bots");
  await isOwner(visitor).waitFor();
  // The tab that was open before has the right, too.
  await first.getByRole("button", { name: "Bot hinzufügen" }).first().waitFor();

  const other = await Visitor.open(browser, house.url, { owner: false, allow: [REFUSED], locale: "de-AT" });
  await other.goto(path);
  await other.told("60 Sekunden");
  await other.goto("/bots");
  await hint(other).waitFor();
  await other.close();
  await visitor.close();
});

test("the file that the browser is given leads to the page", async () => {
  makeCode();
  const [file] = (await readdir(house.data)).filter((name) => name.startsWith("web-code-"));
  const visitor = await Visitor.open(browser, house.url, { owner: false });
  await visitor.page.goto(`file://${join(house.data, file)}`);
  await visitor.page.waitForURL(`${house.url}/**`);
  await visitor.page.waitForFunction(() => localStorage.getItem("kielwasser.token"));
  await visitor.goto("/bots");
  await isOwner(visitor).waitFor();
  await visitor.close();
});

test("a page of another origin gets nothing", async () => {
  const host = await openStatic();
  const visitor = await Visitor.open(browser, host.url, { allow: [/api\//, /CORS/, /ERR_FAILED/] });
  await visitor.goto("/");
  const code = makeCode().split("=")[1];
  const tries = await visitor.page.evaluate(
    async ({ url, code }) => {
      const ask = (path, more) =>
        fetch(url + path, more).then(
          async (answer) => `${answer.status} ${await answer.text()}`,
          () => "blocked",
        );
      return [
        await ask("/api/hello"),
        await ask("/api/token", { method: "POST", body: JSON.stringify({ code }) }),
        await ask("/api/token", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ code }),
        }),
      ];
    },
    { url: house.url, code },
  );
  assert.deepEqual(tries, ["blocked", "blocked", "blocked"]);
  await visitor.close();
  await host.close();
});
