/** Takes the messages of streams of calls apart. */
import { STREAMS_DISSECTORS } from "./today-streams.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = STREAMS_DISSECTORS;
