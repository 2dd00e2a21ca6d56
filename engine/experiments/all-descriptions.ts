/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { descriptions as amoeba } from "./amoeba/describe.ts";
import { descriptions as cedar } from "./cedar/describe.ts";
import { descriptions as firefly } from "./firefly/describe.ts";
import { descriptions as flexrpc } from "./flexrpc/describe.ts";
import { descriptions as machine } from "./machine/describe.ts";
import { descriptions as many } from "./many/describe.ts";
import { descriptions as multirpc } from "./multirpc/describe.ts";
import { descriptions as services } from "./services/describe.ts";
import { descriptions as sprite } from "./sprite/describe.ts";
import { descriptions as sunRpc } from "./sun-rpc/describe.ts";
import { descriptions as sweepstakes } from "./sweepstakes/describe.ts";
import { descriptions as tcp } from "./tcp/describe.ts";
import { descriptions as today } from "./today/describe.ts";
import { descriptions as written } from "./written/describe.ts";
import type { Description } from "./types.ts";

export const descriptions: readonly Description[] = [
  ...amoeba,
  ...cedar,
  ...firefly,
  ...flexrpc,
  ...machine,
  ...many,
  ...multirpc,
  ...services,
  ...sprite,
  ...sunRpc,
  ...sweepstakes,
  ...tcp,
  ...today,
  ...written,
];
