/** Takes the messages of Gemini apart. */
import { GEMINI_DISSECTORS } from "./gemini.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = GEMINI_DISSECTORS;
