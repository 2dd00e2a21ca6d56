/** Short ways to run the Firefly and to look at what happened, for tests; and the laws that hold for every run. */
import { parseScript } from "../../faults/parse-script.ts";
import { overlap } from "../../hardware/testing.ts";
import { criticalPath, endOf, startOf } from "../../kernel/critical-path.ts";
import {
  FATES,
  ORIGINS,
  OUTCOMES,
  markRef,
  packetRef,
  refRow,
  refTable,
  spanRef,
  type TraceData,
} from "../../kernel/trace-data.ts";
import { toMillis } from "../../kernel/time.ts";
import { decodeFrame } from "../../wire/firefly.ts";
import { dissect } from "../../wire/layers.ts";
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

/** What a run breaks of the laws that hold whatever goes wrong; nothing, if all is well. */
export function violations(outcome: FireflyOutcome): readonly string[] {
  const { trace } = outcome;
  const overlaps = overlap(trace);
  return [
    ...brokenCalls(trace),
    ...brokenCauses(trace),
    ...(overlaps === null ? [] : [`spans overlap: ${overlaps}`]),
    ...strayInterrupts(trace),
    ...packetsOf(trace).flatMap((packet) => brokenPacket(packet)),
    ...[...outcome.resources].flatMap(([name, { busyNs }]) =>
      busyNs >= 0 && busyNs <= outcome.elapsed ? [] : [`${name} was busy for ${busyNs} of ${outcome.elapsed} ns`],
    ),
  ];
}

/** Every call ends, runs at most once, and if it returned, once; its critical path sums to its time. */
function brokenCalls(trace: TraceData): string[] {
  const times = executions(trace);
  const delivered = new Set(
    packetsOf(trace).flatMap(({ kind, call, fate }) => (kind === "result" && fate !== "lost" ? [call] : [])),
  );
  return callsOf(trace).flatMap(({ call, outcome, tookMs }) => {
    if (outcome === "pending") return [`call ${call} has not ended`];
    const ran = times.get(call) ?? 0;
    const broken =
      ran > 1 || (outcome === "returned" && ran !== 1) ? [`call ${call} ${outcome}, executed ${ran} times`] : [];
    if (outcome === "returned" && !delivered.has(call)) broken.push(`call ${call} returned without a result`);
    const path = criticalPath(trace, call).reduce((sum, { from, to }) => sum + to - from, 0);
    return toMillis(path) === tookMs
      ? broken
      : [...broken, `the path of call ${call} takes ${path} ns, not ${tookMs} ms`];
  });
}

/** Rule 3 of the trace: a cause has ended when its effect starts. */
function brokenCauses(trace: TraceData): string[] {
  const { spans, packets, marks } = trace;
  const tables = [
    { table: spans, ref: spanRef },
    { table: packets, ref: packetRef },
    { table: marks, ref: markRef },
  ];
  return tables.flatMap(({ table, ref }) =>
    Array.from(table.cause.subarray(0, table.count)).flatMap((cause, row) => {
      const isBroken = cause >= 0 && endOf(trace, cause) > startOf(trace, ref(row));
      return isBroken ? [`ref ${ref(row)} starts before its cause, ${cause}, ends`] : [];
    }),
  );
}

/** Interrupts run on CPU 0. */
function strayInterrupts({ spans, tracks }: TraceData): string[] {
  return Array.from(spans.owner.subarray(0, spans.count)).flatMap((owner, row) => {
    const track = tracks[spans.track[row] ?? -1];
    return owner >= 0 || track?.kind !== "processor" || track.name === "CPU 0" ? [] : [`an interrupt on ${track.name}`];
  });
}

/** Packets are what the trace says they are, and a result carries the bytes of its call. */
function brokenPacket({ kind, call, frame, departsMs, arrivesMs }: PacketRow): string[] {
  const problems = arrivesMs > departsMs ? [] : [`${kind}#${call} arrives before it departs`];
  if (kind === "other traffic") {
    return dissect(frame).some(({ name }) => name === "malformed") ? [...problems, "malformed traffic"] : problems;
  }
  const { packet } = decodeFrame(frame);
  if (packet.type !== kind) problems.push(`${kind}#${call} says that it is ${packet.type}`);
  const isRight = packet.data.every((byte, index) => byte === ((call >>> (8 * (3 - (index & 3)))) & 0xff));
  return isRight ? problems : [...problems, `${kind}#${call} carries another call's bytes`];
}
