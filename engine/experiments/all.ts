/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import type { Account } from "./accounts.ts";
import type { Experiment } from "./types.ts";
import { experiments as cedar } from "./cedar/index.ts";
import { experiments as firefly } from "./firefly/index.ts";
import { experiments as flexrpc } from "./flexrpc/index.ts";
import { experiments as multirpc } from "./multirpc/index.ts";
import { experiments as sunRpc } from "./sun-rpc/index.ts";
import { account as fireflyAccount } from "./firefly/account.ts";

export const experiments: readonly Experiment[] = [...cedar, ...firefly, ...flexrpc, ...multirpc, ...sunRpc];

export const accounts: readonly Account[] = [fireflyAccount];
