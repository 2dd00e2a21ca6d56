/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import * as cedar from "./cedar/sentences.ts";
import * as firefly from "./firefly/sentences.ts";
import * as flexrpc from "./flexrpc/sentences.ts";
import * as portable from "./portable/sentences.ts";
import * as rpc2 from "./rpc2/sentences.ts";
import * as services from "./services/sentences.ts";
import * as sprite from "./sprite/sentences.ts";
import * as sunrpc from "./sunrpc/sentences.ts";
import * as sweepstakes from "./sweepstakes/sentences.ts";
import * as tcp from "./tcp/sentences.ts";
import * as today from "./today/sentences.ts";
import * as written from "./written/sentences.ts";
import type { Sentences } from "./world/narration.ts";

/** The sentences of the steps that the runs of each family take, by the systems that they are of. */
export const FAMILY_SENTENCES: Readonly<Record<string, readonly Sentences[]>> = {
  amoeba: [portable.SENTENCES],
  cedar: [cedar.SENTENCES],
  firefly: [firefly.SENTENCES],
  flexrpc: [flexrpc.SENTENCES],
  machine: [
    cedar.SENTENCES,
    firefly.SENTENCES,
    flexrpc.SENTENCES,
    portable.SENTENCES,
    rpc2.SENTENCES,
    sprite.SENTENCES,
    today.SENTENCES,
  ],
  many: [
    cedar.SENTENCES,
    firefly.SENTENCES,
    flexrpc.SENTENCES,
    portable.SENTENCES,
    rpc2.SENTENCES,
    sprite.SENTENCES,
    today.SENTENCES,
  ],
  multirpc: [rpc2.SENTENCES],
  services: [services.SENTENCES],
  sprite: [portable.SENTENCES, sprite.SENTENCES],
  "sun-rpc": [sunrpc.SENTENCES],
  sweepstakes: [cedar.SENTENCES, firefly.SENTENCES, portable.SENTENCES, rpc2.SENTENCES, sweepstakes.SENTENCES],
  tcp: [tcp.SENTENCES],
  today: [portable.SENTENCES, today.SENTENCES],
  written: [written.SENTENCES],
};
