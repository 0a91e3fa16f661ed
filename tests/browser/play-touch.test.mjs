import { wholeGames } from "./wholegames.mjs";

wholeGames("touch", { player: "leicht" });
