// How the page bears a test with very many games: frames while it runs and while scrolling, answers of the server, the
// heap and the nodes of the page before and after. usage: node tests/browser/many.mjs [GAMES]
import { House, Visitor, openBrowser, until } from "./harness.mjs";

const games = Number(process.argv[2] ?? 10000);
const player = { kind: "builtin", spec: "zufall" };

const quantile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
const summary = (values) =>
  `median ${quantile(values, 0.5).toFixed(1)} ms, 95 % ${quantile(values, 0.95).toFixed(1)} ms, longest ${Math.max(...values).toFixed(1)} ms (${values.length})`;

const house = await House.open();
const browser = await openBrowser(["--enable-precise-memory-info", "--js-flags=--expose-gc"]);
const visitor = await Visitor.open(browser, house.url);
const { page } = visitor;
const heap = () =>
  page.evaluate(() => {
    globalThis.gc?.();
    return performance.memory.usedJSHeapSize / 2 ** 20;
  });

const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);

const meter = await page.context().newCDPSession(page);
await meter.send("Performance.enable", { timeDomain: "threadTicks" });

/** Milliseconds of processor time that the page's own thread has had: others who use this machine do not count. */
const worked = async () => {
  const { metrics } = await meter.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
};

/** Tells frame times while `work` runs in the page, and what the page itself has worked for one of them. */
async function tellFrames(what, work) {
  const before = await worked();
  const times = await frames(work);
  console.log(
    `${what}: ${summary(times)}; own work ${(((await worked()) - before) / times.length).toFixed(1)} ms for each`,
  );
}

/** Frame times while `work` runs in the page. */
const frames = (work) =>
  page.evaluate(async (body) => {
    const times = [];
    let last = performance.now(),
      isOn = true;
    const tick = (now) => {
      times.push(now - last);
      last = now;
      if (isOn) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    await new Function(`return (async () => { ${body} })()`)();
    isOn = false;
    return times.slice(2);
  }, work);

try {
  const { id } = await house.ask("POST", "/api/tests", {
    name: "",
    game: "penguins",
    a: player,
    b: player,
    games,
    sprt: null,
    seed: "1",
    save: "none",
  });
  await visitor.goto(`/test/${id}`);
  await page.locator(".test-head progress").waitFor();
  const began = Date.now();
  const wait = "await new Promise((done) => setTimeout(done, 4000));";
  await tellFrames("frames while it runs", wait);
  await until(async () => (await house.ask("GET", `/api/tests/${id}`)).state === "complete", "all games", {
    patienceMs: 1800000,
    everyMs: 1000,
  });
  console.log(`played in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  await page.reload();
  await page.locator("#tab-all").click();
  await page.locator(".rows .row-line a").first().waitFor();
  const before = [await heap(), await nodes()];
  await tellFrames("frames while nothing happens (this machine)", wait);
  await tellFrames(
    `frames while scrolling through ${games} rows`,
    `
    const rows = document.querySelector(".rows");
    for (let i = 0; i <= 200; i++) {
      rows.scrollTop = (rows.scrollHeight * i) / 200;
      await new Promise(requestAnimationFrame);
    }`,
  );
  for (const filter of ["lost", "won", "short", "all"]) {
    await page.locator(`#tab-${filter}`).click();
    await frames(`
      const rows = document.querySelector(".rows");
      for (let i = 0; i <= 50; i++) {
        rows.scrollTop = (rows.scrollHeight * i) / 50;
        await new Promise((done) => setTimeout(done, 50));
      }`);
  }
  await page.locator(".rows .row-line a").first().waitFor();
  console.log(
    `JS heap: ${before[0].toFixed(1)} MB before, ${(await heap()).toFixed(1)} MB after five journeys through all rows`,
  );
  console.log(
    `nodes of the page: ${before[1]} before, ${await nodes()} after; rows among them: ${await page.locator(".rows .row-line").count()}`,
  );
  for (const path of [
    `/api/tests`,
    `/api/tests/${id}`,
    `/api/tests/${id}/games?show=all&from=${games - 50}&count=50`,
    `/api/tests/${id}/games?show=short&from=0&count=50`,
    `/api/tests/${id}/games/${games - 1}`,
  ]) {
    const times = [];
    for (let i = 0; i < 30; i++) {
      const start = performance.now();
      await house.ask("GET", path);
      times.push(performance.now() - start);
    }
    console.log(`GET ${path}: ${summary(times)}`);
  }
} finally {
  await browser.close();
  await house.close();
}
