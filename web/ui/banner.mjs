// One line under the header for what concerns the whole page. The board stays where it is.
import { button, h, replace } from "./dom.mjs";
import { errorText, momentWord, t } from "../i18n.mjs";
import { askAgain, latest, oldest, shownSince } from "../latest.mjs";
import { server, retryNow } from "../net.mjs";

export const banner = h("div.banners", { role: "status" });
let offline = null; // {run}: the page shown can go on without the server
let timer = null;

/** The page of a game says here that it can be played on without the server; null takes it back. */
export function offerOffline(run) {
  offline = run;
  drawBanner();
}

function retryWord(retryAt) {
  const seconds = Math.max(0, Math.ceil((retryAt - Date.now()) / 1000));
  return seconds ? t("net.retryIn", { seconds }) : t("net.retrying");
}

/** „Stand von 18:24." */
const asOfWord = (ms) => (Number.isFinite(ms) && ms > 0 ? `${t("net.asOf", { time: momentWord(ms) })} ` : "");

function lost() {
  return h(
    "div.banner.bad",
    h("span", `${t("net.lost")} ${asOfWord(shownSince())}`),
    h("span", { "aria-hidden": "true" }, retryWord(server.retryAt)),
    button(retryNow, t("net.retryNow")),
    offline && button(offline, t("net.offline")),
    h("a", { href: "/status" }, t("title.status")),
  );
}

/** The server is there, but does not answer what this page asks. */
function old({ asOf, error, retryAt }) {
  return h(
    "div.banner.bad",
    h("span", `${asOfWord(asOf)}${errorText(error)}`),
    retryAt > 0 && h("span", { "aria-hidden": "true" }, retryWord(retryAt)),
    retryAt > 0 && button(askAgain, t("net.retryNow")),
    h("a", { href: "/status" }, t("title.status")),
  );
}

const newer = () =>
  h(
    "div.banner",
    h("span", t("net.newer")),
    button(() => location.reload(), t("net.reload")),
  );

export function drawBanner() {
  clearTimeout(timer);
  const focused = banner.contains(document.activeElement);
  const isLost = server.state === "offline";
  const behind = isLost ? null : oldest();
  replace(banner, server.isNewer && newer(), isLost && lost(), behind && old(behind));
  if (focused) banner.querySelector("button")?.focus();
  if (isLost || behind?.retryAt) timer = setTimeout(drawBanner, 1000);
}

server.addEventListener("state", drawBanner);
server.addEventListener("newer", drawBanner);
latest.addEventListener("change", drawBanner);
