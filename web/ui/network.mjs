// The owner's switches: is the page open to the network, and what may guests do there.
import { button, h, replace, segments } from "./dom.mjs";
import { sureButton } from "./actions.mjs";
import { complain } from "./fault.mjs";
import { icon } from "./icons.mjs";
import { toast } from "./toast.mjs";
import { addTexts, t } from "../i18n.mjs";
import texts from "../i18n/people.mjs";
import { api, greet } from "../net.mjs";

addTexts(texts);

/** Is this page shown at the machine itself? Its address means nothing elsewhere. */
export const isLoopback = (host = location.hostname) => /^(localhost|127\.|\[::1\])/.test(host);

export class NetworkSwitch {
  /** @param {(network: string[] | null) => void} onchange  hears the addresses at which others reach the page */
  constructor(onchange = () => {}) {
    this.onchange = onchange;
    this.element = h("div.stack.network-switch");
    /** @type {{network: string[] | null, bound: boolean, guests: Hello["guests"]} | null} */
    this.state = null;
  }

  async load() {
    this.take(await api("GET", "/api/network"));
  }

  take(state) {
    this.state = state;
    this.draw();
    this.onchange(state.network);
  }

  async ask(path, body, told = null) {
    try {
      this.take(await api("POST", path, body));
      if (told) toast(told);
      await greet();
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    const { network, bound, guests } = this.state;
    replace(
      this.element,
      h("p", t(!network ? "network.isClosed" : network.length ? "network.isOpen" : "network.none")),
      isLoopback() &&
        !bound &&
        h(
          "p.row",
          network
            ? button(
                () => this.ask("/api/network", { open: false }, t("network.nowClosed")),
                icon("close"),
                t("network.close"),
              )
            : sureButton("plug", t("network.open"), t("network.openSure"), () =>
                this.ask("/api/network", { open: true }, t("network.nowOpen")),
              ),
        ),
      h(
        "div.field",
        h("span.legend", t("network.guests")),
        segments(
          "guests",
          ["watch", "play", "off"],
          guests,
          (value) => t(`network.guests.${value}`),
          (mode) => this.ask("/api/guests", { mode }),
          { "class": "segments", "role": "radiogroup", "aria-label": t("network.guests") },
        ),
      ),
      h("p.note", t("network.guestsNote")),
    );
  }
}
