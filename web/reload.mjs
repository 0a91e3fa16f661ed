// Loads the page once more. The server sends this instead of every script of another build: a tab that was open while
// the server was replaced becomes a whole page of the new build, never a mixture of two.
const LAST = "kielwasser.reloaded";
const PAUSE_MS = 10000; // at least so long from one time to the next, should loading not help

if (typeof document === "undefined") throw new Error("the server has another build of the page");

if (Date.now() - Number(sessionStorage.getItem(LAST)) < PAUSE_MS) {
  document.body.append("Kielwasser wird neu geladen … – Kielwasser is loaded once more …");
  await new Promise((done) => setTimeout(done, PAUSE_MS));
}
sessionStorage.setItem(LAST, String(Date.now()));
location.reload();
await new Promise(() => {}); // what imports this waits until the page is gone
