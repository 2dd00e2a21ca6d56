/** The facts of a run that every exported file states, and readable names for the rows of a trace. */
import { formatTime } from "../../faults/time.ts";
import { fateOf, itemAt, numberAt, originOf, timeAt } from "../../kernel/reads.ts";
import { NO_REF, refRow, refTable, type Ref, type TraceData, type Track } from "../../kernel/trace-data.ts";
import { titleOf } from "../traced.ts";
import type { ForeignTrace, Run } from "../types.ts";
import { ENGINE_VERSION } from "./version.ts";

interface Fact {
  readonly name: string; // "experiment", "parameter threads", "seed", ...
  readonly value: string;
}

/** What files are made of: a run, or a trace that no experiment made. */
export type Exported = Run | ForeignTrace;

/** Enough to repeat a run, or the source of a trace, in a fixed order. */
export function factsOf(exported: Exported): Fact[] {
  const { trace } = exported;
  const kept = trace.complete ? "all of it" : "the first part; the hash covers all of it";
  const isRun = "experiment" in exported;
  return [
    { name: isRun ? "experiment" : "source", value: titleOf(exported) },
    ...(isRun ? settingsOf(exported) : []),
    { name: "trace hash", value: trace.hash },
    { name: "trace kept", value: kept },
    { name: "made by", value: `Roundtrip v${ENGINE_VERSION}` },
  ];
}

const settingsOf = ({ parameters, seed, faults }: Run): readonly Fact[] => [
  ...Object.entries(parameters).map(([key, value]) => ({ name: `parameter ${key}`, value: String(value) })),
  { name: "seed", value: String(seed) },
  { name: "faults", value: faults.length === 0 ? "none" : faults.join("; ") },
];

/** `call#2`, or the kind alone where a packet serves no call. */
export function packetName(trace: TraceData, row: number): string {
  const kind = itemAt(trace.packetKinds, numberAt(trace.packets.kind, row), "packet kind");
  const call = numberAt(trace.packets.call, row);
  return call === 0 ? kind : `${kind}#${call}`;
}

/** `call#2, retransmission, lost` */
export function packetStory(trace: TraceData, row: number): string {
  const delayed = timeAt(trace.packets.delayed, row);
  const late = delayed === 0 ? "" : `, ${formatTime(delayed)} late by a fault`;
  const origin = originOf(trace, row);
  const name = packetName(trace, row);
  // "other traffic" is both a kind and an origin.
  return `${name}${name === origin ? "" : `, ${origin}`}, ${fateOf(trace, row)}${late}`;
}

/** `span 12`, `packet 3`, `mark 4`; nothing for NO_REF. Numbers are rows, from 0. */
export const refText = (ref: Ref): string => (ref === NO_REF ? "" : `${refTable(ref)} ${refRow(ref)}`);

export const trackOf = (trace: TraceData, track: number): Track => itemAt(trace.tracks, track, "track");

/** A word of a transition. */
export const wordOf = (trace: TraceData, word: number): string => itemAt(trace.words, word, "word");

/** Packet rows in order of departure; at one time in the order in which they were recorded. */
export function byDeparture(trace: TraceData): number[] {
  const { count, departs } = trace.packets;
  return Array.from({ length: count }, (_, row) => row).sort(
    (a, b) => timeAt(departs, a) - timeAt(departs, b) || a - b,
  );
}
