/** Measures that many experiments have: what is said of each, and what a run gives for them. */
import { endsOf, failedIn } from "./call-measures.ts";
import { toMillis, toSeconds, type Nanos } from "../kernel/time.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import { latenciesOf, median } from "./statistics.ts";
import type { MeasureTable } from "./types.ts";

export const COMMON_MEASURES = {
  msPerCall: {
    label: "Time a call",
    unit: "ms",
    what: "from the first call’s start to the last one’s end, divided by the calls",
  },
  latencyMs: { label: "Latency, median", unit: "ms", what: "from a call’s start to its end, of calls that returned" },
  throughputMbps: {
    label: "Throughput",
    unit: "Mbit/s",
    what: "data of calls that returned, both directions together, by the time of the run",
  },
  packets: { label: "Packets", unit: "packets", what: "on the wire until the last answer" },
  retransmissions: { label: "Sent again", unit: "packets", what: "packets that a client or a server sent again" },
  failedCalls: { label: "Calls failed", unit: "", what: "calls that ended without a result" },
} as const satisfies MeasureTable;

interface Ran {
  readonly trace: TraceData;
  readonly elapsed: Nanos;
  readonly packets: number;
  readonly retransmissions: number;
}

/** From the first call’s start to the last one’s end, by the calls; null where one waits on: nobody knows its end. */
export function millisACall({ trace, elapsed }: Pick<Ran, "trace" | "elapsed">): number | null {
  const made = trace.calls.count;
  return made === 0 || endsOf(trace).has("pending") ? null : toMillis(elapsed) / made;
}

/** @param bytes of the argument and the result of a call, together */
export function commonMeasures({ trace, elapsed, packets, retransmissions }: Ran, bytes = 0) {
  const latencies = latenciesOf(trace);
  return {
    msPerCall: millisACall({ trace, elapsed }),
    latencyMs: latencies.length === 0 ? null : toMillis(median(latencies)),
    throughputMbps: elapsed > 0 ? (latencies.length * bytes * 8) / 1e6 / toSeconds(elapsed) : null,
    packets,
    retransmissions,
    failedCalls: failedIn(trace),
  };
}
