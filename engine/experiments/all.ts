/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Account } from "./accounts.ts";
import { descriptions } from "./all-descriptions.ts";
import type { Experiment } from "./types.ts";
import { withRuns } from "./with-runs.ts";
import { runs as amoeba } from "./amoeba/run.ts";
import { runs as cedar } from "./cedar/run.ts";
import { runs as firefly } from "./firefly/run.ts";
import { runs as flexrpc } from "./flexrpc/run.ts";
import { runs as machine } from "./machine/run.ts";
import { runs as many } from "./many/run.ts";
import { runs as multirpc } from "./multirpc/run.ts";
import { runs as services } from "./services/run.ts";
import { runs as sprite } from "./sprite/run.ts";
import { runs as sunRpc } from "./sun-rpc/run.ts";
import { runs as sweepstakes } from "./sweepstakes/run.ts";
import { runs as tcp } from "./tcp/run.ts";
import { runs as today } from "./today/run.ts";
import { runs as written } from "./written/run.ts";
import { account as fireflyAccount } from "./firefly/account.ts";

export const experiments: readonly Experiment[] = withRuns(descriptions, {
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
});

export const accounts: readonly Account[] = [fireflyAccount];
