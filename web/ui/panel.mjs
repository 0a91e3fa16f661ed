// A panel from the side: settings, help. It is a <dialog>, so Esc, focus and screen readers work as people expect.
import { h } from "./dom.mjs";
import { iconButton } from "./icons.mjs";
import { t } from "../i18n.mjs";

/** @param {string} title @param {Child} content @param {{onclose?(): void}} options */
export function openPanel(title, content, { onclose } = {}) {
  const dialog = h(
    "dialog.panel",
    {
      "aria-label": title,
      "onclick": (event) => event.target === dialog && dialog.close(),
      "onclose": () => {
        dialog.remove();
        onclose?.();
      },
    },
    h(
      "div.panel-body",
      h(
        "header",
        h("h2", title),
        iconButton("close", t("close"), () => dialog.close()),
      ),
      content,
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
