// The page of bots: adding programs by path and as files, trying them, reading what is wrong, choosing versions.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor, makeBotFolder, onStage, program, until } from "./harness.mjs";
import { comparison, latestOf } from "../../web/bots/results.mjs";
import { barriers } from "./inspect.mjs";

const JOINER = `import os, signal, socket, sys, time
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
line = socket.create_connection((words["--host"], int(words["--port"])))
line.sendall(b'<protocol><joinPrepared reservationCode="%s" pace="0"/>' % words["--reservation"].encode())
text = b""
while b"oveRequest" not in text:
    text += line.recv(65536)
`;

let house, browser, folder;
onStage((...both) => ([house, browser] = both));
before(() => {
  folder = makeBotFolder("kielwasser-bots-");
});
after(() => rmSync(folder, { recursive: true, force: true }));

const file = (name, text, mode = 0o755) => {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), mode);
  return join(folder, name);
};

/** A ZIP with a good bot in Python: it lets our own client play, which comes along (a cell has no homes). */
function goodZip() {
  mkdirSync(join(folder, "nemo"), { recursive: true });
  file(
    "nemo/main.py",
    `import os, sys
os.execv(os.path.join(os.path.dirname(os.path.abspath(__file__)), "engine"),
         ["engine", "client", "--game", "piranhas", "--player", "zufall", *sys.argv[1:]])
`,
    0o644,
  );
  execFileSync("cp", [program, join(folder, "nemo", "engine")]);
  execFileSync("python3", ["-m", "zipfile", "-c", "nemo.zip", "nemo/"], { cwd: folder });
  return join(folder, "nemo.zip");
}

const row = (page, name) => page.locator(`tr[data-bot="${name}"]`);
const pressed = (page, name, button) => row(page, name).getByRole("button", { name: `${button}: ${name}` });

async function upload(page, path, { name, game = "hive" }) {
  await page.getByRole("button", { name: "Bot hinzufügen" }).click();
  await page.locator(".bot-form input[type=file]").setInputFiles(path);
  await page.locator(".bot-form select[name=main]").waitFor();
  await page.locator(".bot-form [name=name]").fill(name);
  await page.locator(".bot-form [name=game]").selectOption(game);
  await page.getByRole("button", { name: "Eintragen" }).click();
  await row(page, name).waitFor();
}

test("results belong to the version that played, and are compared", () => {
  const bot = {
    id: "7",
    active: 2,
    turns: [
      { version: 1, sinceMs: 10 },
      { version: 2, sinceMs: 20 },
    ],
    versions: [
      { number: 1, command: "./a.py -x", folder: "/d/7/1" },
      { number: 2, command: "/b", folder: "" },
    ],
  };
  const mine = { kind: "bot", bot: 7 },
    house = { kind: "builtin", spec: "leicht" };
  const played = (id, startedMs, a, b, [wins, draws, losses]) => ({
    id,
    startedMs,
    wants: { a, b },
    a: { name: "A" },
    b: { name: "leicht" },
    games: { played: wins + draws + losses },
    score: { wins, draws, losses },
    elo: null,
  });
  const tests = [
    played(3, 30, mine, { kind: "command", command: "/d/7/1/a.py -x" }, [3, 0, 1]),
    played(2, 25, mine, house, [6, 2, 2]),
    played(1, 15, house, mine, [6, 0, 4]),
    played(4, 5, mine, house, [0, 0, 0]),
  ];
  tests[2].a.name = "leicht";
  const { versions, rows } = comparison(bot, tests);
  assert.deepEqual(versions, [2, 1]);
  assert.deepEqual(
    rows.map(({ against, cells, change }) => [against, cells.map((cell) => cell?.percent ?? null), change]),
    [
      [{ version: 1 }, [75, null], null],
      [{ version: 2 }, [null, 25], null],
      [{ name: "leicht" }, [70, 40], 30],
    ],
  );
  assert.equal(latestOf(bot, tests).test.id, 3);
});

test("a ZIP with a good bot passes its test, and gets versions", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto("/bots");
  await page.getByText("Noch kein Bot eingetragen.").waitFor();
  await upload(page, goodZip(), { name: "Nemo", game: "piranhas" });
  assert.match(await row(page, "Nemo").textContent(), /main\.py.*Python/);
  await page.locator(".bot-newest").getByRole("link", { name: "Gegen ihn spielen" }).waitFor();
  await page.locator(".bot-newest").getByRole("button", { name: "Jetzt testen" }).waitFor();
  await page.keyboard.press("Enter"); // the test is one key away
  await row(page, "Nemo").getByText("✔ bestanden").waitFor();
  await pressed(page, "Nemo", "Protokoll").click();
  await page.locator(".bot-report-games h3", { hasText: "✔" }).nth(1).waitFor();

  await pressed(page, "Nemo", "Versionen (1)").click();
  await page.getByRole("button", { name: "Neue Version: Nemo" }).click();
  await page.getByRole("radio", { name: "Auf diesem Rechner" }).check();
  await page.locator("[name=command]").fill(`${program} client --game piranhas`);
  await page.locator("[name=note]").fill("mit Suche");
  await page.getByRole("button", { name: "Version eintragen" }).click();
  await row(page, "Nemo").getByText("2 · mit Suche").waitFor();
  await page.getByRole("button", { name: "Zur Wettkampf-Version machen: Version 1" }).click();
  await row(page, "Nemo").getByText("main.py").waitFor();
  const { bots } = await house.ask("GET", "/api/bots");
  assert.deepEqual([bots[0].active, bots[0].versions.length, bots[0].test.ok], [1, 2, true]);
  await visitor.close();
});

test("a program by its path: with the keyboard alone; deleting asks first", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto("/bots");
  await row(page, "Nemo").waitFor();
  await page.getByRole("button", { name: "Bot hinzufügen" }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".bot-form [name=bot-from]:checked").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Tab");
  await page.keyboard.type(`${program} client --game hive`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Haus");
  await page.keyboard.press("Enter");
  await row(page, "Haus").waitFor();
  await pressed(page, "Haus", "Löschen").press("Enter");
  await row(page, "Haus").getByText("Wirklich löschen?").waitFor();
  await until(async () => {
    // after a while it forgets that it has asked
    await page.keyboard.press("Enter");
    return row(page, "Haus")
      .waitFor({ state: "detached", timeout: 2000 })
      .then(
        () => true,
        () => false,
      );
  }, "the bot is gone");
  await visitor.close();
});

test("what is wrong with a bot is said", async () => {
  const visitor = await Visitor.open(browser, house.url, { allow: [/422/] });
  const { page } = visitor;
  await visitor.goto("/bots");
  await upload(
    page,
    file("absturz.py", `${JOINER}print("gleich", flush=True)\nos.kill(os.getpid(), signal.SIGSEGV)\n`),
    { name: "Absturz" },
  );
  await upload(page, file("stumm.py", "import time\ntime.sleep(60)\n"), { name: "Stumm" });
  await upload(page, file("start.sh", "#!/bin/sh\nexit 1\n"), { name: "Rechtlos" });
  const { bots } = await house.ask("GET", "/api/bots");
  chmodSync(join(bots.find((bot) => bot.name === "Rechtlos").folder, "start.sh"), 0o600);
  await pressed(page, "Stumm", "Testen").click();
  await row(page, "Stumm").getByText("spielt zwei Spiele").waitFor();
  await pressed(page, "Absturz", "Testen").click();
  await row(page, "Absturz").getByText("✘ nicht bestanden").waitFor();
  await page
    .locator(".bot-report")
    .getByText(/Segmentation fault/)
    .first()
    .waitFor();
  assert.match(await page.locator(".bot-report pre").first().textContent(), /gleich/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator(".bot-report").getByRole("button", { name: "Details kopieren" }).first().click();
  assert.match(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^E-BOT-CRASHED: Absturz[^]*bot: Absturz, Version 1[^]*  gleich/,
  );
  await pressed(page, "Rechtlos", "Testen").click();
  await page
    .locator(".bot-report")
    .getByText(/nicht ausführbar/)
    .waitFor();
  await row(page, "Stumm")
    .getByText(/nicht innerhalb von 10 Sekunden/)
    .waitFor();

  await page.getByRole("button", { name: "Bot hinzufügen" }).click();
  await page.locator(".bot-form input[type=file]").setInputFiles(file("kaputt.zip", "das ist kein ZIP"));
  await page
    .locator(".bot-form .problem")
    .getByText(/lässt sich nicht lesen/)
    .waitFor();
  assert.deepEqual(await barriers(page), []);
  await visitor.close();
});
