// What went wrong, for people: the sentence, a code to ask others about, and everything about it to copy.
import { button, h } from "./dom.mjs";
import { icon } from "./icons.mjs";
import { copyText, toast } from "./toast.mjs";
import { errorText, t } from "../i18n.mjs";
import { server } from "../net.mjs";

const LONG_MS = 9000; // time enough to read and to copy

/** "bot_no_join" is E-BOT-NO-JOIN: the server's own code, so that there is no second list. */
const errorCode = ({ code }) => `E-${(code ?? "page").toUpperCase().replaceAll("_", "-")}`;

function lineOf([name, value]) {
  if (Array.isArray(value)) return `${name}:\n${value.map((line) => `  ${line}`).join("\n")}`;
  return `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`;
}

/** All that is needed to help. `about`: {name: text, or lines}. */
function detailsOf(error, about = {}) {
  const known = {
    ...about,
    kielwasser: [server.hello?.version, server.hello?.build].filter(Boolean).join(" ") || "–",
    page: location.pathname,
    time: new Date().toISOString(),
    browser: navigator.userAgent,
  };
  return [`${errorCode(error)}: ${errorText(error)}`, ...Object.entries(known).map(lineOf)].join("\n");
}

/** The foot of a message: its code, and a way to copy. */
export const faultFoot = (error, about) =>
  h(
    "p.fault-foot",
    h("code", errorCode(error)),
    button(() => copyText(detailsOf(error, about)), { class: "link" }, icon("copy"), t("copyDetails")),
  );

/** The whole message. */
export const faultBox = (error, about) => h("div.fault-box", h("p.fault", errorText(error)), faultFoot(error, about));

/** The same as a notice at the edge, for what was just tried. */
export const complain = (error, about) =>
  toast(`${errorText(error)} (${errorCode(error)})`, {
    kind: "bad",
    ms: LONG_MS,
    action: { label: t("copyDetails"), run: () => copyText(detailsOf(error, about)) },
  });
