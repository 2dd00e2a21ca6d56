/** Where the reader looks first in a call: at its start, with its first packet in the inspector. */
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { BenchState } from "./store.ts";

/** @param call from 1; the trace may have kept less of the run than that, then nothing is selected */
export function lookAt(trace: TraceData, call: number): Pick<BenchState, "call" | "time" | "selected" | "playing"> {
  const row = trace.packets.call.subarray(0, trace.packets.count).indexOf(call);
  return {
    call,
    time: trace.calls.start[call - 1] ?? 0,
    selected: row < 0 ? NO_REF : packetRef(row),
    playing: false,
  };
}
