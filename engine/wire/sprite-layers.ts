/** Takes the packets of Sprite RPC apart. */
import { SPRITE_DISSECTORS } from "./sprite.ts";
import type { Dissector } from "./layer.ts";

export const dissectors: readonly Dissector[] = SPRITE_DISSECTORS;
