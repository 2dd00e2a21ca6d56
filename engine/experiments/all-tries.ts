/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { tries as cedar } from "./cedar/tries.ts";
import { tries as firefly } from "./firefly/tries.ts";
import { tries as flexrpc } from "./flexrpc/tries.ts";
import { tries as many } from "./many/tries.ts";
import { tries as multirpc } from "./multirpc/tries.ts";
import { tries as services } from "./services/tries.ts";
import { tries as sunRpc } from "./sun-rpc/tries.ts";
import { tries as tcp } from "./tcp/tries.ts";
import type { Tries } from "./tries.ts";

/** The runs that try the claims of each paper. */
export const TRIES: readonly Tries[] = [cedar, firefly, flexrpc, many, multirpc, services, sunRpc, tcp];
