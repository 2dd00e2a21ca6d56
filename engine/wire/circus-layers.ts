/** Takes the segments of Circus apart. */
import { CIRCUS_DISSECTORS } from "./circus.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = CIRCUS_DISSECTORS;
