/** The rows of a run's trace in words and milliseconds, for tests; and the laws that hold for every run. */
import { overlap } from "../hardware/testing.ts";
import { criticalPath, endOf, startOf } from "../kernel/critical-path.ts";
import { elapsedOf, fateOf, itemAt, numberAt, originOf, outcomeOf, timeAt } from "../kernel/reads.ts";
import { LOST_STATE, markRef, NO_REF, NO_STATE, packetRef, spanRef } from "../kernel/trace-data.ts";
import type { Ref, TraceData } from "../kernel/trace-data.ts";
import { toMillis, type Nanos } from "../kernel/time.ts";

interface CallRow {
  readonly call: number; // from 1
  readonly outcome: string;
  readonly startMs: number;
  readonly tookMs: number;
}

export function callsOf(trace: TraceData): readonly CallRow[] {
  const { calls } = trace;
  return Array.from({ length: calls.count }, (_, row) => ({
    call: row + 1,
    outcome: outcomeOf(trace, row),
    startMs: toMillis(timeAt(calls.start, row)),
    tookMs: toMillis(elapsedOf(trace, row)),
  }));
}

export interface PacketRow {
  readonly kind: string;
  readonly call: number;
  readonly from: string; // machine; "" for other hosts
  readonly to: string;
  readonly origin: string;
  readonly fate: string;
  readonly departsMs: number;
  readonly arrivesMs: number;
  readonly frame: Uint8Array;
}

export function packetsOf(trace: TraceData): readonly PacketRow[] {
  const { packets, packetKinds, tracks, frames } = trace;
  return Array.from({ length: packets.count }, (_, row) => {
    const at = numberAt(packets.frameAt, row);
    return {
      kind: itemAt(packetKinds, numberAt(packets.kind, row), "packet kind"),
      call: numberAt(packets.call, row),
      from: itemAt(tracks, numberAt(packets.from, row), "track").machine,
      to: itemAt(tracks, numberAt(packets.to, row), "track").machine,
      origin: originOf(trace, row),
      fate: fateOf(trace, row),
      departsMs: toMillis(timeAt(packets.departs, row)),
      arrivesMs: toMillis(timeAt(packets.arrives, row)),
      frame: frames.subarray(at, at + numberAt(packets.frameLength, row)),
    };
  });
}

/** Packets that left before the program had its last answer. */
export function packetsUntilAnswer(trace: TraceData): readonly PacketRow[] {
  const { calls } = trace;
  if (calls.count === 0) return packetsOf(trace);
  const answered = toMillis(Math.max(...calls.end.subarray(0, calls.count)));
  return packetsOf(trace).filter(({ departsMs }) => departsMs <= answered);
}

interface MarkRow {
  readonly label: string; // `call failed: unbound`
  readonly where: string; // the machine, or the network
  readonly atMs: number;
}

export function marksOf({ marks, labels, tracks }: TraceData): readonly MarkRow[] {
  return Array.from({ length: marks.count }, (_, row) => {
    const { machine, name } = itemAt(tracks, numberAt(marks.track, row), "track");
    return {
      label: itemAt(labels, numberAt(marks.label, row), "label"),
      where: machine === "" ? name : machine,
      atMs: toMillis(timeAt(marks.at, row)),
    };
  });
}

interface TransitionRow {
  readonly at: Nanos;
  readonly machine: string;
  readonly protocol: string;
  readonly instance: string;
  readonly from: string;
  readonly input: string;
  readonly to: string;
  readonly cause: Ref;
  readonly facts: readonly string[]; // "sequence number 1"
}

export function transitionsOf({ transitions: steps, words, facts, factNames }: TraceData): readonly TransitionRow[] {
  const word = (column: Int32Array, row: number): string => itemAt(words, numberAt(column, row), "word");
  return Array.from({ length: steps.count }, (_, row) => ({
    at: timeAt(steps.at, row),
    machine: word(steps.machine, row),
    protocol: word(steps.protocol, row),
    instance: word(steps.instance, row),
    from: word(steps.from, row),
    input: word(steps.input, row),
    to: word(steps.to, row),
    cause: numberAt(steps.cause, row),
    facts: Array.from({ length: numberAt(steps.factsLength, row) }, (_, i) => {
      const fact = numberAt(steps.factsAt, row) + i;
      return `${itemAt(factNames, numberAt(facts.name, fact), "fact").name} ${timeAt(facts.value, fact)}`;
    }),
  }));
}

/** The parts of a run's outcome that every system has, and that its laws are about. */
interface RunOutcome {
  readonly trace: TraceData;
  readonly elapsed: Nanos;
  readonly resources: ReadonlyMap<string, { readonly busyNs: Nanos }>;
}

/** A line for each law of every system that a run breaks; none where all is well. */
export function brokenLaws({ trace, elapsed, resources }: RunOutcome): string[] {
  const overlaps = overlap(trace);
  return [
    ...brokenCalls(trace),
    ...brokenCauses(trace),
    ...brokenChains(trace),
    ...(overlaps === null ? [] : [`spans overlap: ${overlaps}`]),
    // Within one machine a packet is handed over at once, in memory.
    ...packetsOf(trace).flatMap(({ kind, call, from, to, departsMs, arrivesMs }) =>
      arrivesMs > departsMs || (from === to && arrivesMs === departsMs)
        ? []
        : [`${kind}#${call} arrives before it departs`],
    ),
    ...[...resources].flatMap(([name, { busyNs }]) =>
      busyNs >= 0 && busyNs <= elapsed ? [] : [`${name} was busy for ${busyNs} of ${elapsed} ns`],
    ),
  ];
}

/** Every call ends, and its critical path sums to its time. */
function brokenCalls(trace: TraceData): string[] {
  return callsOf(trace).flatMap(({ call, outcome, tookMs }) => {
    if (outcome === "pending") return [`call ${call} has not ended`];
    const path = criticalPath(trace, call).reduce((sum, { from, to }) => sum + to - from, 0);
    return toMillis(path) === tookMs ? [] : [`the path of call ${call} takes ${path} ns, not ${tookMs} ms`];
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
      const isBroken = cause !== NO_REF && endOf(trace, cause) > startOf(trace, ref(row));
      return isBroken ? [`ref ${ref(row)} starts before its cause, ${cause}, ends`] : [];
    }),
  );
}

/** Each transition of an instance begins in the state where the one before ended, and comes no earlier. */
function brokenChains({ transitions: steps, words }: TraceData): string[] {
  const reached = new Map<string, string>();
  const word = (column: Int32Array, row: number): string => itemAt(words, numberAt(column, row), "word");
  return Array.from({ length: steps.count }).flatMap((_, row) => {
    const instance = [steps.machine, steps.protocol, steps.instance].map((column) => word(column, row)).join(", ");
    const [from, to, before] = [word(steps.from, row), word(steps.to, row), reached.get(instance)];
    const isLate = row > 0 && timeAt(steps.at, row) < timeAt(steps.at, row - 1);
    const goesOn = from === NO_STATE || (from === before && before !== LOST_STATE);
    reached.set(instance, to);
    return goesOn && !isLate ? [] : [`${instance} goes from ${from} to ${to}, but it was ${before ?? "not there"}`];
  });
}
