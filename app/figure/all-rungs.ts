/** The whole ladder at once: for files and tests. */
import { WIRE } from "./bytes.ts";
import { LADDER } from "./ladder.ts";
import type { Rungs } from "./rungs.ts";

export const ALL_RUNGS: Rungs = { ...LADDER, wire: WIRE };
