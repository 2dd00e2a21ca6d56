/** The page compares two runs at a call that both have kept, under the same number. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { isKept } from "../trace/calls.ts";

/** So many of their first calls can be compared. */
export function callsInBoth(a: TraceData, b: TraceData): number {
  let call = 0;
  while (isKept(a, call + 1) && isKept(b, call + 1)) call++;
  return call;
}

/** The call before or after, of `most`; null where there is none. */
export function otherCall(call: number, most: number, step: 1 | -1): number | null {
  const next = Math.min(most, call + step);
  return next < 1 || next === call || (step > 0 && next < call) ? null : next;
}
