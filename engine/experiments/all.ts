/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Account } from "./accounts.ts";
import type { Experiment } from "./types.ts";
import { experiments as amoeba } from "./amoeba/run.ts";
import { experiments as cedar } from "./cedar/run.ts";
import { experiments as firefly } from "./firefly/run.ts";
import { experiments as flexrpc } from "./flexrpc/run.ts";
import { experiments as machine } from "./machine/run.ts";
import { experiments as many } from "./many/run.ts";
import { experiments as multirpc } from "./multirpc/run.ts";
import { experiments as sprite } from "./sprite/run.ts";
import { experiments as sunRpc } from "./sun-rpc/run.ts";
import { experiments as sweepstakes } from "./sweepstakes/run.ts";
import { experiments as today } from "./today/run.ts";
import { experiments as written } from "./written/run.ts";
import { account as fireflyAccount } from "./firefly/account.ts";

export const experiments: readonly Experiment[] = [
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
  ...today,
  ...written,
];

export const accounts: readonly Account[] = [fireflyAccount];
