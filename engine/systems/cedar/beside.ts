/**
 * What stands beside calls in clear over the packet exchange: imports, the name service, keys, the byte stream that
 * Cedar's designers turned down, and the IP packets of other hosts at 10 Mbit/s. Most runs need none of it, so its file
 * can be fetched later.
 */
import { LaterPart } from "../../kernel/later.ts";
import type * as parts from "./beside-parts.ts";

export const BESIDE = new LaterPart<typeof parts>("Cedar’s questions, keys and byte stream");
