/** Takes the messages of Mercury apart. */
import { MERCURY_DISSECTORS } from "./mercury.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = MERCURY_DISSECTORS;
