/** The data of all papers, without their prose. */
import { firefly } from "./firefly/index.ts";
import { flexrpc } from "./flexrpc/index.ts";
import { multirpc } from "./multirpc/index.ts";
import type { Paper } from "./types.ts";

export const papers: readonly Paper[] = [firefly, flexrpc, multirpc];
