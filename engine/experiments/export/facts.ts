/** What every exported file says of its run, and names for the rows of a trace that people can read. */
import { formatTime } from "../../faults/time.ts";
import {
  FATES,
  NO_REF,
  ORIGINS,
  refRow,
  refTable,
  type Fate,
  type Origin,
  type Ref,
  type TraceData,
  type Track,
} from "../../kernel/trace-data.ts";
import type { Run } from "../types.ts";
import { ENGINE_VERSION } from "./version.ts";

interface Fact {
  readonly name: string; // "experiment", "parameter threads", "seed", ...
  readonly value: string;
}

/** Enough to run the run again, in a fixed order. */
export function factsOf(run: Run): Fact[] {
  const { trace } = run;
  const kept = trace.complete ? "all of it" : "the first part; the hash covers all of it";
  return [
    { name: "experiment", value: run.experiment },
    ...Object.entries(run.parameters).map(([key, value]) => ({ name: `parameter ${key}`, value: String(value) })),
    { name: "seed", value: String(run.seed) },
    { name: "faults", value: run.faults.length === 0 ? "none" : run.faults.join("; ") },
    { name: "trace hash", value: run.traceHash },
    { name: "trace kept", value: kept },
    { name: "made by", value: `Roundtrip v${ENGINE_VERSION}` },
  ];
}

/** A value of a column; rows below the column's count are always there. */
export const cell = (column: ArrayLike<number>, row: number): number => column[row] ?? 0;

/** `call#2`, or the kind alone where a packet serves no call. */
export function packetName(trace: TraceData, row: number): string {
  const kind = trace.packetKinds[cell(trace.packets.kind, row)] ?? "packet";
  const call = cell(trace.packets.call, row);
  return call === 0 ? kind : `${kind}#${call}`;
}

export const fateOf = (trace: TraceData, row: number): Fate => FATES[cell(trace.packets.fate, row)] ?? FATES[0];
export const originOf = (trace: TraceData, row: number): Origin =>
  ORIGINS[cell(trace.packets.origin, row)] ?? ORIGINS[0];

/** `call#2, retransmission, lost` */
export function packetStory(trace: TraceData, row: number): string {
  const delayed = cell(trace.packets.delayed, row);
  const late = delayed === 0 ? "" : `, ${formatTime(delayed)} late by a fault`;
  const origin = originOf(trace, row);
  const name = packetName(trace, row);
  // "other traffic" is both a kind and an origin.
  return `${name}${name === origin ? "" : `, ${origin}`}, ${fateOf(trace, row)}${late}`;
}

/** `span 12`, `packet 3`, `mark 4`; nothing for NO_REF. Numbers are rows, from 0. */
export const refText = (ref: Ref): string => (ref === NO_REF ? "" : `${refTable(ref)} ${refRow(ref)}`);

const NOWHERE: Track = { name: "?", machine: "?", kind: "medium" };
export const trackOf = (trace: TraceData, track: number): Track => trace.tracks[track] ?? NOWHERE;

/** A word of a transition. Throws where there is none: the row is not of this trace. */
export function wordOf(trace: TraceData, word: number): string {
  const text = trace.words[word];
  if (text === undefined) throw new RangeError(`trace: no word has number ${word}; there are ${trace.words.length}.`);
  return text;
}

/** Packet rows in order of departure; at one time in the order in which they were recorded. */
export function byDeparture(trace: TraceData): number[] {
  const { count, departs } = trace.packets;
  return Array.from({ length: count }, (_, row) => row).sort((a, b) => cell(departs, a) - cell(departs, b) || a - b);
}
