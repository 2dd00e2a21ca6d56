/** Whether a call lost packets on the way from or to its caller. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { fateOf, numberAt, originOf } from "../../engine/kernel/reads.ts";
import { planLanes } from "./lanes.ts";
import { analysis, ROWS_A_REST } from "./slices.ts";
import type { Sliced } from "./slices.ts";

/** Whether a packet of the call was lost that the caller sent or should have received. */
export const hasLosses = analysis(function* (trace: TraceData, call: number): Sliced<boolean> {
  const { packets, tracks } = trace;
  const caller = (yield* planLanes.sliced(trace)).machines[0];
  const isCaller = (track: number): boolean => tracks[track]?.machine === caller;
  for (let row = 0; row < packets.count; row++) {
    if (row % ROWS_A_REST === 0) yield;
    if (packets.call[row] !== call || fateOf(trace, row) !== "lost" || originOf(trace, row) === "other traffic")
      continue;
    if (isCaller(numberAt(packets.from, row)) || isCaller(numberAt(packets.to, row))) return true;
  }
  return false;
});
