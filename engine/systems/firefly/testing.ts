/** Short ways to run the Firefly and to look at what happened, for tests. */
import { parseScript } from "../../faults/parse-script.ts";
import { FATES, ORIGINS, OUTCOMES, refRow, refTable, type TraceData } from "../../kernel/trace-data.ts";
import { toMillis } from "../../kernel/time.ts";
import { simulateFirefly, type FireflyOptions, type FireflyOutcome } from "../firefly.ts";

export const MACHINES = ["caller", "server"] as const;

export const QUIET: FireflyOptions = {
  procedure: { argumentBytes: 0, resultBytes: 0, array: "variable" }, // Null()
  threads: 1,
  calls: 1,
  networkMbps: 10,
  callerProcessors: 5,
  serverProcessors: 5,
  shared: false,
};

/** Runs with these options in place of one call of Null() by one thread; the whole trace is kept. */
export function run(options: Partial<FireflyOptions> = {}, faults: readonly string[] = [], seed = 1): FireflyOutcome {
  return simulateFirefly({ ...QUIET, ...options }, seed, parseScript(faults, { machines: MACHINES }), "all");
}

export interface CallRow {
  readonly call: number;
  readonly outcome: string;
  readonly startMs: number;
  readonly tookMs: number;
}

export function callsOf({ calls }: TraceData): readonly CallRow[] {
  return Array.from({ length: calls.count }, (_, row) => ({
    call: row + 1,
    outcome: OUTCOMES[calls.outcome[row] ?? -1] ?? "",
    startMs: toMillis(calls.start[row] ?? NaN),
    tookMs: toMillis((calls.end[row] ?? NaN) - (calls.start[row] ?? NaN)),
  }));
}

export interface PacketRow {
  readonly kind: string;
  readonly call: number;
  readonly from: string; // the sending machine; "" for other hosts
  readonly origin: string;
  readonly fate: string;
  readonly departsMs: number;
  readonly arrivesMs: number;
  readonly frame: Uint8Array;
}

export function packetsOf({ packets, packetKinds, tracks, frames }: TraceData): readonly PacketRow[] {
  return Array.from({ length: packets.count }, (_, row) => {
    const at = packets.frameAt[row] ?? NaN;
    return {
      kind: packetKinds[packets.kind[row] ?? -1] ?? "",
      call: packets.call[row] ?? NaN,
      from: tracks[packets.from[row] ?? -1]?.machine ?? "",
      origin: ORIGINS[packets.origin[row] ?? -1] ?? "",
      fate: FATES[packets.fate[row] ?? -1] ?? "",
      departsMs: toMillis(packets.departs[row] ?? NaN),
      arrivesMs: toMillis(packets.arrives[row] ?? NaN),
      frame: frames.subarray(at, at + (packets.frameLength[row] ?? NaN)),
    };
  });
}

/** `call#1 lost`, in the order in which they were on the wire. */
export const story = (trace: TraceData): readonly string[] =>
  packetsOf(trace)
    .filter(({ kind }) => kind !== "other traffic")
    .map(({ kind, call, fate, origin }) => `${kind}#${call}${origin === "first" ? "" : ` ${origin}`} ${fate}`);

/** How often the step with this name ran, for each call; the parts of one that was interrupted count once. */
export function timesRun({ spans, steps }: TraceData, name: string): ReadonlyMap<number, number> {
  const step = steps.findIndex((one) => one.name === name);
  const times = new Map<number, number>();
  for (let row = 0; row < spans.count; row++) {
    if (spans.step[row] !== step) continue;
    const cause = spans.cause[row] ?? -1;
    const before = cause >= 0 && refTable(cause) === "span" ? refRow(cause) : -1;
    if (spans.step[before] === step && spans.call[before] === spans.call[row]) continue;
    const call = spans.call[row] ?? 0;
    times.set(call, (times.get(call) ?? 0) + 1);
  }
  return times;
}

/** Executions of the procedure, for each call that was executed. */
export const executions = (trace: TraceData): ReadonlyMap<number, number> =>
  timesRun(trace, "Null (the server procedure)");

/** Marks with their times in milliseconds: `call failed: unbound`. */
export function marksOf({ marks, labels }: TraceData): readonly { readonly label: string; readonly atMs: number }[] {
  return Array.from({ length: marks.count }, (_, row) => ({
    label: labels[marks.label[row] ?? -1] ?? "",
    atMs: toMillis(marks.at[row] ?? NaN),
  }));
}
