import { beginningsAndEnds } from "./wholegames.mjs";

beginningsAndEnds("touch", { player: "leicht" });
