// How a page that may only watch gets the owner's rights.
import { h } from "./dom.mjs";
import { iconButton } from "./icons.mjs";
import { copyText } from "./toast.mjs";
import { t } from "../i18n.mjs";
import { isOnline, server } from "../net.mjs";

/** A line to be copied, such as a command. */
export const copyLine = (text) =>
  h(
    "p.copyline",
    h("code", text),
    iconButton("copy", `${t("copy")}: ${text}`, () => copyText(text)),
  );

/** Nothing where the owner looks at it, or where there is no server. */
export const ownerHint = () =>
  isOnline() && !server.hello.owner && [h("p", t("owner.hint")), copyLine("kielwasser open")];
