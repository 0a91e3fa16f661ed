// „Einladen": a link to a seat and its picture for phones; where other devices do not reach the page, how to open it.
import { button, h, replace, segments } from "./dom.mjs";
import { icon, mark } from "./icons.mjs";
import { complain } from "./fault.mjs";
import { NetworkSwitch, isLoopback } from "./network.mjs";
import { copyLine } from "./owner-hint.mjs";
import { openPanel } from "./panel.mjs";
import { qrCode } from "./qr.mjs";
import { option, select } from "./form.mjs";
import { toast } from "./toast.mjs";
import { addTexts, t } from "../i18n.mjs";
import texts from "../i18n/people.mjs";
import { server } from "../net.mjs";
import { renewLink, seatLink } from "../play/people.mjs";

addTexts(texts);

class Invitation {
  /** @param {import("../play/remote.mjs").ServerGame} game @param {Side} side  that is offered */
  constructor(game, side) {
    this.game = game;
    this.side = side;
    this.link = h("div.stack.invite-link");
    /** Where others reach the page; null: they do not. @type {string[] | null} */
    this.addresses = isLoopback() ? null : [location.origin];
    this.address = this.addresses?.[0] ?? null;
    this.network = isLoopback() && server.hello?.owner ? new NetworkSwitch((found) => this.found(found)) : null;
    this.element = h(
      "div.stack.invite",
      h(
        "div.field",
        h("span.legend", t("invite.side")),
        segments(
          "invite-side",
          ["red", "blue"],
          side,
          (value) => t(`side.${value}`),
          (value) => this.choose(value),
          { "class": "segments", "role": "radiogroup", "aria-label": t("invite.side") },
        ),
      ),
      this.link,
      this.network && h("section.stack", h("h3", t("network.title")), this.network.element),
    );
    this.draw();
    this.network?.load().catch((error) => complain(error));
  }

  choose(side) {
    this.side = side;
    this.draw();
  }

  /** The network was opened, or closed. */
  found(addresses) {
    this.addresses = addresses?.length ? addresses : null;
    if (!this.addresses?.includes(this.address)) this.address = this.addresses?.[0] ?? null;
    this.draw();
  }

  async renew() {
    try {
      await renewLink(this.game, this.side);
      toast(t("invite.renewed"));
      this.draw();
    } catch (error) {
      complain(error);
    }
  }

  draw() {
    const { game, side, addresses } = this;
    if (!addresses) {
      const guests = t(`network.guests.${server.hello?.guests === "play" ? "play" : "watch"}`);
      replace(this.link, h("p", this.network ? t("invite.closed", { guests }) : t("invite.elsewhere")));
      return;
    }
    const link = seatLink(this.address, game.state.id, game.secrets[side]);
    const choice = (address) => {
      this.address = address;
      this.draw();
    };
    replace(
      this.link,
      h("p", mark(side), " ", t("invite.text", { side: t(`side.${side}`) })),
      qrCode(link, t("invite.qr")),
      copyLine(link),
      addresses.length > 1 &&
        h(
          "label.field",
          h("span.legend", t("invite.address")),
          select(
            choice,
            {},
            addresses.map((address) => option(address, new URL(address).hostname, this.address)),
          ),
        ),
      h(
        "p.row",
        button(() => this.renew(), icon("again"), t("invite.renew")),
      ),
    );
  }
}

/**
 * Opens the dialog; it closes when the friend has come.
 * @param {import("../play/remote.mjs").ServerGame} game
 * @param {Side} side
 */
export function openInvitation(game, side) {
  const ends = () => !game.canInvite && dialog.close();
  const dialog = openPanel(t("invite.title"), new Invitation(game, side).element, {
    onclose: () => game.removeEventListener("change", ends),
  });
  game.addEventListener("change", ends);
  return dialog;
}
