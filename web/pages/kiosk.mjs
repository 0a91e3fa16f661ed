// The only page of a kiosk besides its games: four games, some strengths, one touch to play.
import { button, h, segments } from "../ui/dom.mjs";
import { icon } from "../ui/icons.mjs";
import { complain } from "../ui/fault.mjs";
import { seasonCard, seasonTitle } from "../ui/seasons.mjs";
import { addTexts, t } from "../i18n.mjs";
import texts from "../i18n/pages.mjs";
import { enterKiosk } from "../kiosk-mode.mjs";
import { builtinName, personName } from "../names.mjs";
import { navigate } from "../router.mjs";
import { FAMILIES, GAMES, familyOf, gameName, textOf } from "../games.mjs";
import { loadRules } from "../rules.mjs";
import { Demos } from "../play/demo.mjs";
import { startHere } from "../play/open-game.mjs";

addTexts(texts);

const CHANCE = "zufall"; // not offered as an opponent

/** Played in this browser: the server never hears of it. */
async function begin(game, player) {
  try {
    const id = await startHere({
      game,
      rules: "book",
      red: { kind: "person", name: personName() },
      blue: { kind: "builtin", player, name: builtinName(player) },
    });
    navigate(`/spiel/${id}`);
  } catch (error) {
    complain(error);
  }
}

export async function mount(element, { query }) {
  enterKiosk(Number(query.get("idle")));
  const levels = (await loadRules(GAMES[0])).players.filter((level) => level !== CHANCE);
  const demos = new Demos();
  let player = levels[0];
  const card = (family) =>
    seasonCard("li.card.kiosk-game", family, (game, show, item) => {
      const host = h("div");
      demos.add(host, game, item);
      return [
        h("div", { "class": `demo ${familyOf(game)}`, "aria-hidden": "true", "inert": true }, host),
        seasonTitle(game, show),
        h(
          "p",
          textOf(game, (name) => `start.goal.${name}`),
        ),
        button(
          () => begin(game, player),
          { "class": "primary", "aria-label": `${t("nav.play")}: ${gameName(game)}` },
          icon("play"),
          t("nav.play"),
        ),
      ];
    });
  element.append(
    h(
      "div.hero",
      h("div", h("h1", t("kiosk.title")), h("p", t("kiosk.sub"))),
      h(
        "fieldset",
        h("legend", t("kiosk.level")),
        segments(
          "level",
          levels,
          player,
          (level) => t(`player.${level}`),
          (level) => {
            player = level;
          },
        ),
      ),
    ),
    h("ul.kiosk-games", FAMILIES.map(card)),
  );
  return () => demos.close();
}
