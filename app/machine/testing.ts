/** Runs of every system with one or two machines, and moments of them: for the tests of this folder. */
import fc from "fast-check";
import { runOf } from "../../engine/experiments/testing.ts";
import type { Run } from "../../engine/experiments/types.ts";
import { timeAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { stateAt } from "./state.ts";
import type { Now } from "./state.ts";

export const lone = runOf("firefly/null", { set: { calls: 1 } });
export const RUNS: readonly (readonly [string, Run])[] = [
  ["one call", lone],
  ["eight threads", runOf("firefly/null", { set: { threads: 8, calls: 30 } })],
  [
    "one processor",
    runOf("firefly/max-arg", { set: { threads: 3, calls: 9, callerProcessors: 1, serverProcessors: 1 } }),
  ],
  ["a lost result", runOf("firefly/max-result", { set: { calls: 2 }, faults: ["drop result#1"] })],
  ["a shared segment", runOf("firefly/null", { set: { calls: 3, segment: "shared" } })],
  ["a crash", runOf("firefly/null", { set: { calls: 3 }, faults: ["crash server at 4ms", "restart server at 40ms"] })],
  ["a slow server", runOf("firefly/null", { set: { calls: 2 }, faults: ["slow server by 3 at 1ms"] })],
  [
    "an overlapping controller",
    runOf("firefly/max-result", { set: { threads: 3, calls: 9, controller: "overlapping" } }),
  ],
  ["a thread for every packet", runOf("firefly/null", { set: { threads: 2, calls: 4, demultiplexing: "thread" } })],
  [
    "copied buffers",
    runOf("firefly/max-arg", { set: { threads: 3, calls: 6, buffers: "copied", perInterrupt: "one" } }),
  ],
  ["threads that wait awake", runOf("firefly/null", { set: { threads: 3, calls: 6, waiting: "busy" } })],
  [
    "the race on one processor",
    runOf("firefly/null", { set: { calls: 40, callerProcessors: 1, serverProcessors: 1 } }),
  ],
  ["a Dorado", runOf("cedar/call", { set: { calls: 4 } })],
  ["a Sun", runOf("sun-rpc/call", { set: { place: "remote" } })],
  ["a Sun alone", runOf("sun-rpc/call", { set: { place: "local" } })],
  ["an RT PC", runOf("multirpc/call", { set: { servers: 1, trials: 2 } })],
  ["shared memory", runOf("firefly/marshal", { set: { calls: 2, transport: "shared-memory" } })],
  ["LRPC", runOf("firefly/marshal", { set: { calls: 2, transport: "lrpc", threads: 2 } })],
  ["a node of the cluster", runOf("flexrpc/multicast", { set: { callees: 1 } })],
];

export const named = (name: string): Run => RUNS.find(([one]) => one === name)?.[1] ?? lone;

export function now(trace: TraceData, time: number, call = 1): Now {
  const state = stateAt(trace, call, time);
  if (state === null) throw new Error("The run’s machines are not drawn.");
  return state;
}

/** A run and a moment of it: anywhere, within its first call, or where a span begins or ends. */
export const moments = fc
  .tuple(
    fc.nat(RUNS.length - 1),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.constantFrom("anywhere", "first call", "start", "end"),
  )
  .map(([at, share, where]) => {
    const [, run] = RUNS[at] ?? ["", lone];
    const { calls, elapsed, spans } = run.trace;
    const row = Math.min(spans.count - 1, Math.floor(share * spans.count));
    const time = {
      anywhere: share * elapsed,
      "first call": share * timeAt(calls.end, 0),
      start: timeAt(spans.start, row),
      end: timeAt(spans.end, row),
    }[where];
    return { run, time };
  });
