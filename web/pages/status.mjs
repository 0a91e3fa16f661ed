// What the server and this browser are doing; every error leads here.
import { button, h, replace } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { copyLine, ownerHint } from "../ui/owner-hint.mjs";
import { copyText } from "../ui/toast.mjs";
import { NetworkSwitch } from "../ui/network.mjs";
import { qrCode } from "../ui/qr.mjs";
import { addTexts, duration, number, say, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import { keepUpToDate } from "../latest.mjs";
import { api, retryNow, server } from "../net.mjs";

addTexts(texts);

const FRESH_MS = 2000;
const shown = [
  "version",
  "build",
  "address",
  "port",
  "uptimeMs",
  "rooms",
  "sessions",
  "moves",
  "messages",
  "refused",
  "longestTurnMs",
  "longestLagMs",
  "dataDir",
];

const value = (name, raw) => {
  if (raw === null || raw === undefined) return "–";
  if (name.endsWith("Ms")) return duration(raw);
  return typeof raw === "number" && name !== "port" ? number(raw) : String(raw);
};

const browser = () => ({
  browser: navigator.userAgent,
  language: navigator.language,
  wasm: typeof WebAssembly === "object",
  online: navigator.onLine,
  window: `${innerWidth}×${innerHeight} @${devicePixelRatio}`,
  serviceWorker: Boolean(navigator.serviceWorker?.controller),
  page: location.href,
});

/** Others in the network may watch or play, if the owner wants it: the address, and a picture of it for phones. */
function watching(network, control) {
  const links = (network ?? []).map((address) => new URL("/live", address).href);
  return h(
    "section.card.network",
    h("div", h("h2", t("network.title")), control.element, links.map(copyLine)),
    links.length > 0 && qrCode(links[0], t("status.qr", { address: links[0] })),
  );
}

export function mount(element) {
  const body = h("div");
  const open = h("div"); // drawn when it changes, not with every figure
  let last = null;
  const details = () => JSON.stringify({ server: last, state: server.state, browser: browser() }, null, 2);
  element.append(
    h(
      "div.hero",
      h("h1", t("title.status")),
      button(() => copyText(details()), icon("copy"), t("copyDetails")),
    ),
    open,
    body,
  );

  const draw = () =>
    replace(
      body,
      h("p", h("b", t(`net.state.${server.state}`))),
      ownerHint(),
      !last &&
        h(
          "p",
          button(async () => {
            await retryNow();
            status.refresh();
          }, t("net.retryNow")),
        ),
      last &&
        h(
          "dl.card.status-rows",
          shown
            .filter((name) => last[name] !== undefined)
            .map((name) => h("div", h("dt", t(`status.${name}`)), h("dd", value(name, last[name])))),
        ),
      last?.problems?.length > 0 &&
        h(
          "section.card",
          h("h2", t("status.problems")),
          h(
            "ul",
            last.problems.map((problem) => h("li.fault", typeof problem === "string" ? problem : say(problem))),
          ),
        ),
      last?.log && h("section", h("h2", t("status.log")), h("pre.log", { tabindex: "0" }, last.log.join("\n") || "–")),
      h(
        "section",
        h("h2", t("status.browser")),
        h(
          "pre",
          { tabindex: "0" },
          Object.entries(browser())
            .map(([name, raw]) => `${name}: ${raw}`)
            .join("\n"),
        ),
      ),
    );

  const network = new NetworkSwitch((addresses) => replace(open, watching(addresses, network)));
  if (server.hello?.owner) network.load().catch(() => {}); // the status tells what is wrong
  let drawn = "";
  const show = () => {
    const now = JSON.stringify([last, server.state]);
    if (now !== drawn) draw();
    drawn = now;
  };
  const status = keepUpToDate({
    everyMs: FRESH_MS,
    ask: () => (server.state === "none" ? Promise.resolve(null) : api("GET", "/api/status")),
    take: (answer) => {
      last = answer;
      show();
    },
    fail: show,
  });
  server.addEventListener("state", show);
  return () => {
    server.removeEventListener("state", show);
    status.end();
  };
}
