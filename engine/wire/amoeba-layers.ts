/** Takes the packets of Amoeba’s transactions apart. */
import { AMOEBA_DISSECTORS } from "./amoeba.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = AMOEBA_DISSECTORS;
