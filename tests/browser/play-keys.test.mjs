import { wholeGames } from "./wholegames.mjs";

wholeGames("keys");
