// The games that a test or a tournament is playing right now, one board for each place.
import { h } from "./dom.mjs";
import { GameCards } from "./game-card.mjs";
import { t } from "../i18n.mjs";
import { watchLiveGames } from "../play/live-games.mjs";

export class LiveStrip {
  /** @param {string | number} run */
  constructor(run) {
    this.run = run;
    this.cards = new GameCards((game, i) => String(i));
    this.element = h("section.card.live-strip", { hidden: true }, h("h2", t("live.now")), this.cards.element);
    this.games = null; // while the run goes on
  }

  /** Is it being played? */
  show(isGoing) {
    if (isGoing && !this.games) this.games = watchLiveGames(([run]) => this.draw(run?.games ?? []), this.run);
    if (!isGoing) this.close();
  }

  draw(games) {
    this.cards.show(games);
    this.element.hidden = games.length === 0;
  }

  close() {
    this.games?.end();
    this.games = null;
    this.draw([]);
  }
}
