/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { SENTENCES as cedar } from "./cedar/sentences.ts";
import { SENTENCES as firefly } from "./firefly/sentences.ts";
import { SENTENCES as flexrpc } from "./flexrpc/sentences.ts";
import { SENTENCES as portable } from "./portable/sentences.ts";
import { SENTENCES as rpc2 } from "./rpc2/sentences.ts";
import { SENTENCES as sprite } from "./sprite/sentences.ts";
import { SENTENCES as sunrpc } from "./sunrpc/sentences.ts";
import { SENTENCES as sweepstakes } from "./sweepstakes/sentences.ts";
import { SENTENCES as today } from "./today/sentences.ts";
import { SENTENCES as written } from "./written/sentences.ts";
import type { Sentences } from "./world/narration.ts";

/** The sentences of each system’s steps, by its folder. */
export const SYSTEM_SENTENCES: Readonly<Record<string, Sentences>> = {
  cedar: cedar,
  firefly: firefly,
  flexrpc: flexrpc,
  portable: portable,
  rpc2: rpc2,
  sprite: sprite,
  sunrpc: sunrpc,
  sweepstakes: sweepstakes,
  today: today,
  written: written,
};
