/** Takes a file apart in one go, for the tests of this room. */
import type { Call } from "./call.ts";
import { Dissection } from "./dissection.ts";

interface Dissected {
  readonly calls: readonly Call[];
  readonly dissection: Dissection;
}

/** @param piece bytes that come at a time */
export function dissected(file: Uint8Array, piece = 1 << 20): Dissected {
  const calls: Call[] = [];
  const dissection = new Dissection((call) => calls.push(call));
  for (let at = 0; at < file.length; at += piece) dissection.push(file.slice(at, at + piece));
  dissection.finish();
  return { calls, dissection };
}
