import { wholeGames } from "./wholegames.mjs";

wholeGames("mouse", { animated: "penguins" });
