/** Takes the packets of the protocol whose rules a reader writes apart. */
import type { Dissector } from "./layer.ts";
import { WRITTEN } from "./written.ts";

export const dissectors: readonly Dissector[] = WRITTEN.dissectors;
