// Every page of the application, each with something to see on it.
import { GAMES, program, until } from "./harness.mjs";
import { Table, against, startGame } from "./table.mjs";
import { filesOf } from "./replays.mjs";

const zufall = { kind: "builtin", spec: "zufall" };

/** Names that are nobody's language; two groups of three, and the four best in a tree. */
const TEAMS = ["Ahoi", "Bora", "Cirrus", "Delta", "Ebro", "Fjord"];
const CUP = `[tournament]
name = Regatta
game = penguins
seed = 7
[stage]
name = Liga
kind = league
groups = 2
legs = 1
advance = 2
[stage]
name = Final Eight
kind = final-eight
${TEAMS.map((name) => `[team]\nname = ${name}\nbot = zufall\n`).join("")}`;

/**
 * What pages can only show after something has happened: a bot that was tried, a test and a tournament that are over.
 */
export async function furnish(house) {
  await house.ask("POST", "/api/bots", {
    name: "Nemo",
    game: "hive",
    command: `${program} client --game hive --player zufall`,
    folder: "",
    note: "v1",
  });
  await house.ask("POST", "/api/bots", { name: "Moby", game: "hive", command: "/bin/false", folder: "", note: "" });
  const { bots } = await house.ask("GET", "/api/bots");
  for (const { id, game } of bots) await house.ask("POST", `/api/bots/${id}/selftest`, { game });
  house.test = (
    await house.ask("POST", "/api/tests", {
      name: "",
      game: "penguins",
      a: zufall,
      b: zufall,
      games: 20,
      sprt: [0, 10],
      seed: "1",
    })
  ).id;
  house.cup = (await house.ask("POST", "/api/tournaments", { file: CUP })).id;
  await until(async () => (await house.ask("GET", `/api/tests/${house.test}`)).state === "complete", "the test");
  await until(
    async () => (await house.ask("GET", `/api/tournaments/${house.cup}`)).state === "complete",
    "the tournament",
  );
}

const unfold = async (page) => {
  for (const summary of await page.locator("details:not([open]) > summary").all())
    if (await summary.isVisible()) await summary.click();
};

/** Opens an address and waits for what is to be seen there. */
const shows =
  (path, wanted) =>
  async ({ page }, visitor, house) => {
    await visitor.goto(typeof path === "function" ? path(house) : path);
    await page.locator(wanted).first().waitFor({ state: "attached" });
  };

const tests = [
  [
    "new test",
    async ({ page }, visitor, house) => {
      await shows("/test", ".game-list a")({ page }, visitor, house);
      await unfold(page);
    },
  ],
  [
    "test",
    async ({ page }, visitor, house) => {
      await shows(() => `/test/${house.test}`, ".rows .row-line a")({ page }, visitor, house);
      await unfold(page);
      await page.locator(".rows .row-line .row-peek button").first().click();
      await page.locator(".preview .demo svg").waitFor();
    },
  ],
  ["two tests", shows((house) => `/test?vergleich=${house.test},${house.test}`, "table.compare td")],
];

const cups = [
  ["tournaments", shows("/turnier", ".cup-card")],
  ["new tournament", shows("/turnier/neu", ".team-form")],
  ["tournament, all places", shows((house) => `/turnier/${house.cup}?phase=0`, ".standings")],
  ["tournament, groups", shows((house) => `/turnier/${house.cup}?phase=1`, ".cross")],
  ["tournament, tree", shows((house) => `/turnier/${house.cup}?phase=2`, ".bracket")],
  ["tournament, exhibition", shows((house) => `/turnier/${house.cup}?vorfuehren`, ".exhibition svg [data-field]")],
];

const bots = [
  [
    "bots",
    async ({ page }, visitor) => {
      await visitor.goto("/bots");
      await page.locator("tr[data-bot=Nemo] [name^=versions]").click();
      await page.locator(".hero button").click();
      await page.locator(".bot-form .drop").waitFor();
    },
  ],
  ...["Nemo", "Moby"].map((name) => [
    `bots, report of ${name}`,
    async ({ page }, visitor) => {
      await visitor.goto("/bots");
      await page.locator(`tr[data-bot=${name}] [name^=report]`).click();
      await page.locator(".bot-report h2").waitFor();
    },
  ]),
];

/** Last, because one does not come out of it. */
const kiosk = [
  ["kiosk", shows("/kiosk?idle=3600", ".kiosk-game:nth-child(4) .demo svg")],
  [
    "kiosk, a game",
    async ({ page }, visitor, house) => {
      await shows("/kiosk?idle=3600", ".kiosk-game:nth-child(4) .demo svg")({ page }, visitor, house);
      await page.locator(".kiosk-game button").nth(1).click();
      await (await Table.sit(page, "hive")).turn();
    },
  ],
];

/** [name, async (visitor, visitor, house) => shows it] */
export const pages = [
  [
    "start",
    async ({ page }, visitor) => {
      await visitor.goto("/");
      await page.locator(".game-card .demo svg").nth(3).waitFor();
    },
  ],
  [
    "new game",
    async ({ page }, visitor) => {
      await visitor.goto("/neu");
      await page.locator(".game-choice svg").nth(3).waitFor();
      await page.locator(".new-form details summary").click();
    },
  ],
  ...GAMES.map((game) => [
    `game of ${game}`,
    async ({ page }, visitor) => {
      await startGame(visitor, against(game, "leicht"));
      const table = await Table.sit(page, game);
      for (let i = 0; i < 2; i++) await table.move(visitor.how ?? "mouse", await table.turn());
      await table.turn();
    },
  ]),
  [
    "text view and files",
    async ({ page }, visitor) => {
      await startGame(visitor, against("hive"));
      await (await Table.sit(page, "hive")).turn();
      await unfold(page);
    },
  ],
  [
    "end of a game",
    async ({ page }, visitor, house) => {
      const id = await startGame(visitor, against("piranhas"));
      await (await Table.sit(page, "piranhas")).turn();
      const secrets = await page.evaluate((game) => JSON.parse(localStorage.getItem("kielwasser.seats"))[game], id);
      await house.ask("POST", `/api/games/${id}/resign`, {}, secrets.red);
      await page.locator(".result:not([hidden])").waitFor();
    },
  ],
  [
    "waiting for a program",
    async ({ page }, visitor) => {
      await startGame(visitor, {
        game: "penguins",
        red: { kind: "person", name: "Ada" },
        blue: { kind: "manual", name: "" },
      });
      await page.locator(".seats .seats-command").first().waitFor();
    },
  ],
  [
    "live",
    async ({ page }, visitor) => {
      await visitor.goto("/live");
      await page.locator(".live-card svg").first().waitFor();
    },
  ],
  [
    "exhibition",
    async ({ page }, visitor, house) => {
      const seat = (name) => ({ kind: "builtin", player: "zufall", name });
      const { id } = await house.ask("POST", "/api/games", {
        game: "penguins",
        rules: "book",
        red: seat("Eins"),
        blue: seat("Zwei"),
        paceMs: 500,
      });
      await visitor.goto(`/live/${id}?vorfuehren`);
      await page.locator(".exhibition svg [data-field]").first().waitFor({ state: "attached" });
    },
  ],
  [
    "analysis, empty",
    async ({ page }, visitor) => {
      await visitor.goto("/analyse");
      await page.locator(".analyse-welcome").waitFor();
    },
  ],
  [
    "position editor",
    async ({ page }, visitor) => {
      await visitor.goto("/editor?spiel=mississippi");
      await page.locator(".editor-state:not(:empty)").waitFor();
      await page.locator("[name=edit-coal-red]").fill("100");
      await page.keyboard.press("Tab");
      await page.locator(".editor-problem:not(:empty)").first().waitFor();
    },
  ],
  [
    "analysis of a game",
    async ({ page }, visitor) => {
      const { kw } = await filesOf("hive", { plies: 12 });
      await visitor.goto("/analyse");
      await page.locator(".open-file input[type=file]").first().setInputFiles([kw]);
      await page.locator(".engine-lines li").first().waitFor();
      const engine = page.locator(".engine-head button").first();
      await engine.click(); // it would go on changing the page
      await until(async () => (await engine.getAttribute("aria-pressed")) === "false", "the engine rests");
      await page.locator(".study-actions summary").click();
    },
  ],
  ...tests,
  ...cups,
  ...bots,
  [
    "lessons",
    async ({ page }, visitor) => {
      await visitor.goto("/lernen");
      await page.locator(".learn-games svg.thumbnail").nth(3).waitFor();
    },
  ],
  [
    "lessons of a game",
    async ({ page }, visitor) => {
      await visitor.goto("/lernen/hive");
      await page.locator(".learn-list a").first().waitFor();
    },
  ],
  ...[
    ["piranhas", "sieg"],
    ["hive", "kaefer"],
    ["mississippi", "abdraengen"],
    ["penguins", "revier"],
  ].map(([game, id]) => [
    `lesson of ${game}`,
    async ({ page }, visitor) => {
      await visitor.goto(`/lernen/${game}/${id}`);
      await page.locator(".lesson-hint").click();
      await page.locator(".lesson-feedback.hint p").waitFor();
      await page.locator(".term").first().focus();
    },
  ]),
  [
    "glossary",
    async ({ page }, visitor) => {
      await visitor.goto("/lernen/glossar");
      await page.locator(".glossary-entry").first().waitFor();
    },
  ],
  [
    "status",
    async ({ page }, visitor) => {
      await visitor.goto("/status");
      await page.locator(".status-rows dd").first().waitFor();
    },
  ],
  [
    "settings",
    async ({ page }, visitor) => {
      await visitor.goto("/status");
      await page.locator(".status-rows dd").first().waitFor();
      await page.evaluate(async () => (await window.load("ui/settings-panel.mjs")).openSettings());
      await page.locator("dialog fieldset").first().waitFor();
    },
  ],
  [
    "palette",
    async ({ page }, visitor) => {
      await visitor.goto("/status");
      await page.locator(".status-rows dd").first().waitFor();
      await page.keyboard.press("Control+k");
      await page.locator(".palette-list [aria-selected=true]").waitFor();
    },
  ],
  [
    "keys",
    async ({ page }, visitor) => {
      await visitor.goto("/status");
      await page.locator(".status-rows dd").first().waitFor();
      await page.keyboard.press("?");
      await page.locator("dialog kbd").first().waitFor();
    },
  ],
  [
    "a page that is not there",
    async ({ page }, visitor) => {
      await visitor.goto("/gibtesnicht");
      await page.locator("main h1").waitFor();
    },
  ],
  ...kiosk,
];

/** Shows each page in turn: walk(visitor, house, async (name, page) => …). */
export async function walk(visitor, house, look, list = pages) {
  for (const [name, show] of list) {
    try {
      await show(visitor, visitor, house);
    } catch (error) {
      throw new Error(`${name}: ${error.message}`);
    }
    await look(name, visitor.page);
  }
}
