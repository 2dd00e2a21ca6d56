/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { explorables as amoeba } from "./amoeba/explore.ts";
import { explorables as cedar } from "./cedar/explore.ts";
import { explorables as firefly } from "./firefly/explore.ts";
import { explorables as flexrpc } from "./flexrpc/explore.ts";
import { explorables as machine } from "./machine/explore.ts";
import { explorables as many } from "./many/explore.ts";
import { explorables as multirpc } from "./multirpc/explore.ts";
import { explorables as sprite } from "./sprite/explore.ts";
import { explorables as sunRpc } from "./sun-rpc/explore.ts";
import { explorables as sweepstakes } from "./sweepstakes/explore.ts";
import { explorables as tcp } from "./tcp/explore.ts";
import { explorables as today } from "./today/explore.ts";
import { explorables as written } from "./written/explore.ts";
import type { Explorable } from "./explorable.ts";

/** The experiments whose protocols the search over faults can follow. */
export const EXPLORABLES: readonly Explorable[] = [
  ...amoeba,
  ...cedar,
  ...firefly,
  ...flexrpc,
  ...machine,
  ...many,
  ...multirpc,
  ...sprite,
  ...sunRpc,
  ...sweepstakes,
  ...tcp,
  ...today,
  ...written,
];
