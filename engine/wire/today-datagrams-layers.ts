/** Takes the datagrams of calls past the kernel apart. */
import { DATAGRAMS_DISSECTORS } from "./today-datagrams.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = DATAGRAMS_DISSECTORS;
