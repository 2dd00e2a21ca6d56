/** Whether a call lost packets on the way from or to its caller. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { fateOf, numberAt, originOf } from "../../engine/kernel/reads.ts";
import { planLanes } from "./lanes.ts";
import { analysis } from "./analysis.ts";

/** Whether a packet of the call was lost that the caller sent or should have received. */
export const hasLosses = analysis((trace: TraceData, call: number): boolean => {
  const { packets, tracks } = trace;
  const caller = planLanes(trace).machines[0];
  const isCaller = (track: number): boolean => tracks[track]?.machine === caller;
  for (let row = 0; row < packets.count; row++) {
    if (packets.call[row] !== call || fateOf(trace, row) !== "lost" || originOf(trace, row) === "other traffic")
      continue;
    if (isCaller(numberAt(packets.from, row)) || isCaller(numberAt(packets.to, row))) return true;
  }
  return false;
});
