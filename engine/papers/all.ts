/** Written by `npm run catalogues` from the folders and files that it names. Do not edit it by hand. */
import { paper as cedar } from "./cedar/index.ts";
import { paper as enutt } from "./enutt/index.ts";
import { paper as firefly } from "./firefly/index.ts";
import { paper as flexrpc } from "./flexrpc/index.ts";
import { paper as multirpc } from "./multirpc/index.ts";
import { paper as today } from "./today/index.ts";
import type { Paper } from "./types.ts";

/** The data of all papers, without their prose. */
export const papers: readonly Paper[] = [cedar, enutt, firefly, flexrpc, multirpc, today];
