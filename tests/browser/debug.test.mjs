// Bots under the magnifying glass: what they print, send and want to be drawn; steps without a limit; remembered
// positions.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Visitor, makeBotFolder, onStage, until } from "./harness.mjs";
import { barriers, widths } from "./inspect.mjs";
import { Table, against, startGame } from "./table.mjs";

let house, browser, folder; // bots do not see the server's own folder
before(() => {
  folder = makeBotFolder("kielwasser-bot-");
});
after(() => rm(folder, { recursive: true, force: true }));
onStage((...both) => ([house, browser] = both));

// Plays red's first move on the board with seed 1, explains it in both ways, and then forgets how to write XML.
const BOT = `
import socket, sys, time
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
line = socket.create_connection((words["--host"], int(words["--port"])))
line.sendall(b'<protocol><joinPrepared reservationCode="%s" pace="0"/>' % words["--reservation"].encode())
def asked():
    text = b""
    while b"oveRequest" not in text:
        text += line.recv(65536)
    return text.split(b'roomId="')[1].split(b'"')[0]
room = asked()
sys.stderr.write("Tiefe=3\\nich ziehe\\n@arrow a2 c2 Plan\\n")
sys.stderr.flush()
line.sendall(b'<room roomId="%s"><data class="move" x="0" y="1" direction="RIGHT">'
                 b'<hint content="@mark c3 Ziel"/></data></room>' % room)
asked()
line.sendall(b'<room roomId="%s"><data class=' % room + bytes([0xff, 1]) + b'></room>')
time.sleep(5)
`;

async function withBot(visitor, more = {}) {
  const command = join(folder, "bot.py");
  await writeFile(command, BOT);
  const id = await startGame(visitor, {
    game: "piranhas",
    seed: "1",
    red: { kind: "bot", name: "Nemo", command },
    blue: { kind: "person", name: "Ada" },
    ...more,
  });
  return { id, table: await Table.sit(visitor.page, "piranhas") };
}

const drawn = (page) => page.locator(".board-host .layer.arrows").textContent();
const drawsAll = (page) =>
  until(
    async () => {
      const text = await drawn(page);
      return text.includes("Plan") && text.includes("Ziel");
    },
    async () => `annotations; drawn: ${await drawn(page)}`,
  );
const tab = (page, value) => page.locator(`.botlog [name=botlog-tab][value=${value}]`).check({ force: true });

test("what a bot prints, sends and draws is seen with its move", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  const { id, table } = await withBot(visitor);
  const seen = await table.turn();
  await drawsAll(page);
  const log = page.locator(".botlog");
  await log.locator("summary").click();
  await log.getByText("ich ziehe").waitFor();
  await tab(page, "xml");
  await log.locator(".botlog-message.in", { hasText: 'direction="RIGHT"' }).waitFor();
  await log.locator(".botlog-message.out", { hasText: "MoveRequest" }).first().waitFor();
  await log.locator("[name=log-filter]").fill("RIGHT");
  await until(
    async () => (await log.locator(".botlog-message.out", { hasText: "MoveRequest" }).count()) === 0,
    "the filter",
  );
  await log.locator("[name=log-filter]").fill("");
  await log.getByText("Pfeile und Marken des Bots").click();
  await until(async () => (await drawn(page)) === "", "the switch");
  await log.getByText("Pfeile und Marken des Bots").click();
  await tab(page, "times");
  assert.equal(await log.locator(".botlog-times button").count(), 1);
  await table.move("mouse", seen);
  await page.locator(".result:not([hidden])").waitFor();
  await tab(page, "xml");
  await log.locator(".botlog-bad", { hasText: "\\xff\\x01" }).waitFor();
  await log.getByText(/^Unverständliche Nachricht/).waitFor();
  await visitor.goto(`/analyse/${id}#1`);
  await drawsAll(page);
  await visitor.close();
});

test("one click stops the clock, and another makes one move", async () => {
  const visitor = await Visitor.open(browser, house.url);
  const { page } = visitor;
  await visitor.goto("/neu?spiel=penguins");
  for (const side of ["red", "blue"]) await page.locator(`[name=seat-${side}]`).selectOption("builtin:leicht");
  await page.locator(".new-form summary").click();
  await page.getByRole("radio", { name: "Zug für Zug, ohne Limit" }).check();
  await page.getByRole("button", { name: "Spiel starten" }).click();
  const table = await Table.sit(page, "penguins");
  await page.getByText("Das Spiel ist angehalten.").waitFor();
  const step = page.getByRole("button", { name: "Ein Zug", exact: true }).first();
  await step.click();
  await until(async () => (await table.now()).ply === 1, "one move");
  await withBot(visitor, { limitMs: 60000 });
  await (await Table.sit(page, "piranhas")).turn();
  await page.locator(".botlog summary").click();
  const mode = page.getByRole("button", { name: "Schrittmodus" });
  await mode.click();
  await page.getByText("Das Spiel ist angehalten.").waitFor();
  await page.locator(".botlog").getByRole("button", { name: "Ein Zug" }).waitFor();
  await mode.click();
  await page.getByText("Das Spiel ist angehalten.").waitFor({ state: "detached" });
  await visitor.close();
});

test("a remembered position begins a new game", async () => {
  const visitor = await Visitor.open(browser, house.url, { allow: [/\/api\/positions/, /status of 404/] });
  const { page } = visitor;
  await startGame(visitor, against("piranhas"));
  const table = await Table.sit(page, "piranhas");
  await table.move("mouse", await table.turn());
  const { position } = await table.turn();
  await page.keyboard.press("v");
  await page.getByLabel("Name der Stellung").fill("Knifflig");
  await page.keyboard.press("Enter");
  await visitor.told("Gemerkt: Knifflig");
  await visitor.goto("/neu?spiel=piranhas");
  await page.locator("[name=field-from][value=kept]").check({ force: true });
  await page.getByRole("button", { name: "Spiel starten" }).click();
  await page.getByText("Wähl eine gemerkte Stellung.").waitFor();
  await page.getByLabel("Knifflig", { exact: true }).check();
  await page.getByRole("button", { name: "Spiel starten" }).click();
  await page.waitForURL(/\/spiel\//);
  assert.equal((await table.turn()).position, position);
  await visitor.close();
});

for (const lang of ["de", "en"])
  test(`the panel is for everybody, also on a phone (${lang})`, async () => {
    const visitor = await Visitor.open(browser, house.url, {
      phone: true,
      settings: { animation: 0, lang, theme: lang === "de" ? "light" : "dark" },
    });
    const { page } = visitor;
    const { table } = await withBot(visitor);
    await table.turn();
    await page.locator(".botlog summary").click();
    for (const name of ["output", "xml", "times"]) {
      await tab(page, name);
      await page
        .locator({ output: ".botlog pre", xml: ".botlog .botlog-message", times: ".botlog .botlog-times button" }[name])
        .first()
        .waitFor();
      assert.ok((await widths(page)).wide <= 360, name);
      assert.deepEqual(await barriers(page, { within: ".botlog" }), []);
    }
    await page
      .locator(".botlog")
      .getByText(lang === "de" ? "Zeiten" : "Times")
      .waitFor();
    await visitor.close();
  });
