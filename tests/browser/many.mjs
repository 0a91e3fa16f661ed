// How the page bears a test with very many games: frames while it runs and while scrolling, answers of the server, the heap
// and the nodes of the page before and after.
// usage: node tests/browser/many.mjs [GAMES]
import { House, Visitor, openBrowser, until } from "./harness.mjs";

const games = Number(process.argv[2] ?? 10000);
const player = { kind: "builtin", spec: "zufall" };

const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))];
const summary = (values) => `median ${quantile(values, 0.5).toFixed(1)} ms, 95 % ${quantile(values, 0.95).toFixed(1)} ms, longest ${Math.max(...values).toFixed(1)} ms (${values.length})`;

const house = await House.open();
const browser = await openBrowser(["--enable-precise-memory-info", "--js-flags=--expose-gc"]);
const visitor = await Visitor.open(browser, house.url);
const { page } = visitor;
const heap = () => page.evaluate(() => {
  globalThis.gc?.();
  return performance.memory.usedJSHeapSize / 2 ** 20;
});

const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);

/** Frame times while `work` runs in the page. */
const frames = (work) => page.evaluate(async (body) => {
  const times = [];
  let last = performance.now(), isOn = true;
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
  const { id } = await house.ask("POST", "/api/tests", { name: "", game: "penguins", a: player, b: player, games, sprt: null, seed: "1", save: "none" });
  await visitor.goto(`/test/${id}`);
  await page.locator(".test-head progress").waitFor();
  const began = Date.now();
  const during = await frames("await new Promise((done) => setTimeout(done, 5000));");
  console.log(`frames while it runs: ${summary(during)}`);
  await until(async () => (await house.ask("GET", `/api/tests/${id}`)).state === "complete", "all games", { patienceMs: 1800000, everyMs: 1000 });
  console.log(`played in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  await page.reload();
  await page.locator("#tab-all").click();
  await page.locator(".rows .row-line a").first().waitFor();
  const before = [await heap(), await nodes()];
  const scrolled = await frames(`
    const rows = document.querySelector(".rows");
    for (let i = 0; i <= 200; i++) {
      rows.scrollTop = (rows.scrollHeight * i) / 200;
      await new Promise(requestAnimationFrame);
    }`);
  console.log(`frames while scrolling through ${games} rows: ${summary(scrolled)}`);
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
  console.log(`JS heap: ${before[0].toFixed(1)} MB before, ${(await heap()).toFixed(1)} MB after five journeys through all rows`);
  console.log(`nodes of the page: ${before[1]} before, ${await nodes()} after; rows among them: ${await page.locator(".rows .row-line").count()}`);
  for (const path of [`/api/tests`, `/api/tests/${id}`, `/api/tests/${id}/games?show=all&from=${games - 50}&count=50`, `/api/tests/${id}/games?show=short&from=0&count=50`,
    `/api/tests/${id}/games/${games - 1}`]) {
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
