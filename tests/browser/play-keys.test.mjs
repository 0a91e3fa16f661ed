import { beginningsAndEnds } from "./wholegames.mjs";

beginningsAndEnds("keys");
