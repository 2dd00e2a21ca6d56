/** Takes the packets of Peregrine RPC apart. */
import type { Dissector } from "./layer.ts";
import { PEREGRINE } from "./peregrine.ts";

export const dissectors: readonly Dissector[] = PEREGRINE.dissectors;
