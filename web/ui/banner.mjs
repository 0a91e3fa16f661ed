// One line under the header for what concerns the whole page. The board stays where it is.
import { button, h, replace } from "./dom.mjs";
import { t } from "../i18n.mjs";
import { server, retryNow } from "../net.mjs";

export const banner = h("div.banners", { role: "status" });
let offline = null; // {run}: the page shown can go on without the server
let timer = null;

/** The page of a game says here that it can be played on without the server; null takes it back. */
export function offerOffline(run) {
  offline = run;
  drawBanner();
}

function lost() {
  const seconds = Math.max(0, Math.ceil((server.retryAt - Date.now()) / 1000));
  const text = seconds ? t("net.retryIn", { seconds }) : t("net.retrying");
  return h(
    "div.banner.bad",
    h("span", `${t("net.lost")} ${text}`),
    button(retryNow, t("net.retryNow")),
    offline && button(offline, t("net.offline")),
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
  replace(banner, server.isNewer && newer(), server.state === "offline" && lost());
  if (focused) banner.querySelector("button")?.focus();
  if (server.state === "offline") timer = setTimeout(drawBanner, 1000);
}

server.addEventListener("state", drawBanner);
server.addEventListener("newer", drawBanner);
