/** Takes the packets of the V kernel apart. */
import type { Dissector } from "./layer.ts";
import { V_DISSECTORS } from "./v.ts";

export const dissectors: readonly Dissector[] = V_DISSECTORS;
