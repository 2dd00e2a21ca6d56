/** The machines that a client calls in a run, the requests to each, and their outcomes, read from the trace. */
import { MARK_KINDS, markRef, NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import { codeAt, timeAt } from "../../engine/kernel/reads.ts";
import { HALF } from "./machine-events.ts";
import { machineName } from "./machine-names.ts";
import { roleAt } from "./row-names.ts";
import { trackAt } from "./tables.ts";
import { analysis } from "./analysis.ts";

/** The client learns that a machine was told, or gives it up. */
type CallOutcome = "told" | "given up";

/** Something that happened: when, in nanoseconds of the run, and its row. */
interface Happened {
  readonly at: number;
  readonly ref: Ref;
}

export interface Destination {
  readonly machine: string;
  readonly name: string; // as the page calls it
  readonly sends: readonly Happened[];
  /** Packets by which it said that it still works on the call. */
  readonly busy: readonly Happened[];
  /** The event by which the client told it or gave it up; null where neither came. */
  readonly outcome: (Happened & { readonly what: CallOutcome }) | null;
}

export interface Destinations {
  readonly client: string; // the machine that calls
  readonly list: readonly Destination[];
  readonly from: number; // the first call begins
  readonly to: number; // the last ends
}

/**
 * The standing of a destination at a moment. The caller left a destination "left" without a word when the call ended.
 */
export type DestinationStanding = "to come" | "awaited" | "busy" | CallOutcome | "left";

const OUTCOME_OF_KIND: ReadonlyMap<number, CallOutcome> = new Map([
  [MARK_KINDS.indexOf("answered"), "told"],
  [MARK_KINDS.indexOf("given up"), "given up"],
]);

interface Reading {
  readonly sends: Happened[];
  readonly busy: Happened[];
  outcome: Destination["outcome"];
}

/** Null where the trace does not say which of the called machines were told or given up. */
export const destinationsOf = analysis((trace: TraceData): Destinations | null => {
  const { packets, marks } = trace;
  const client = clientIn(trace);
  if (client === null) return null;
  const byMachine = calledIn(trace, client);
  const reading = (track: number | undefined): Reading | undefined => byMachine.get(trackAt(trace, track).machine);
  for (let row = 0; row < packets.count; row++) {
    const role = roleAt(trace, row);
    const ref = packetRef(row);
    if (role === "request") reading(packets.to[row])?.sends.push({ at: timeAt(packets.departs, row), ref });
    if (role === "busy") reading(packets.from[row])?.busy.push({ at: timeAt(packets.arrives, row), ref });
  }
  for (let row = 0; row < marks.count; row++) {
    const what = OUTCOME_OF_KIND.get(codeAt(marks.kind, row));
    if (what === undefined) continue;
    const { machine } = trackAt(trace, marks.value[row]);
    const one = byMachine.get(machine);
    if (one === undefined) throw new Error(`The trace has an outcome for ${machine}, which is the client itself.`);
    one.outcome = { at: timeAt(marks.at, row), ref: markRef(row), what };
  }
  return whole(trace, client, byMachine);
});

/** The machine whose marks say which machines it has told or given up; null where there is none. */
function clientIn(trace: TraceData): string | null {
  const row = trace.marks.kind.findIndex((kind) => OUTCOME_OF_KIND.has(kind));
  return row < 0 ? null : trackAt(trace, trace.marks.track[row]).machine;
}

/** All other machines that take part in a protocol, or that the client gave up, in the order of their tracks. */
function calledIn(trace: TraceData, client: string): Map<string, Reading> {
  const { tracks, transitions, words, marks } = trace;
  const partners = new Set([...new Set(transitions.machine)].map((word) => words[word]));
  for (let row = 0; row < marks.count; row++) {
    if (OUTCOME_OF_KIND.has(codeAt(marks.kind, row))) partners.add(trackAt(trace, marks.value[row]).machine);
  }
  const called = tracks.filter(({ machine }) => machine !== client && partners.has(machine));
  return new Map(called.map(({ machine }) => [machine, { sends: [], busy: [], outcome: null }]));
}

function whole(trace: TraceData, client: string, byMachine: ReadonlyMap<string, Reading>): Destinations {
  const { calls } = trace;
  const ends = calls.end.subarray(0, calls.count);
  return {
    client,
    list: [...byMachine].map(([machine, one]) => ({ machine, name: machineName(trace, machine), ...one })),
    from: timeAt(calls.start, 0),
    to: ends.reduce((last, end) => Math.max(last, end), 0),
  };
}

export interface Stood {
  readonly standing: DestinationStanding;
  readonly since: number;
  readonly cause: Ref; // NO_REF where it is so since the run began, or no row made it so
  readonly sends: number; // so far
}

/** @param end when the last call ends */
export function standingAt({ sends, busy, outcome }: Destination, time: number, end: number): Stood {
  const now = time + HALF;
  const sent = sends.filter(({ at }) => at <= now);
  const count = sent.length;
  if (outcome !== null && outcome.at <= now) {
    return { standing: outcome.what, since: outcome.at, cause: outcome.ref, sends: count };
  }
  if (outcome === null && end <= now) return { standing: "left", since: end, cause: NO_REF, sends: count };
  const first = sent[0];
  if (first === undefined) return { standing: "to come", since: 0, cause: NO_REF, sends: 0 };
  const last = sent.at(-1) ?? first;
  const heard = busy.findLast(({ at }) => at <= now && at >= last.at);
  if (heard !== undefined) return { standing: "busy", since: heard.at, cause: heard.ref, sends: count };
  return { standing: "awaited", since: last.at, cause: last.ref, sends: count };
}

/** The number of destinations by their standing at a moment. */
export function countStandings(
  { list, to }: Destinations,
  time: number,
): Readonly<Record<DestinationStanding, number>> {
  const counts: Record<DestinationStanding, number> = {
    "to come": 0,
    awaited: 0,
    busy: 0,
    told: 0,
    "given up": 0,
    left: 0,
  };
  for (const one of list) counts[standingAt(one, time, to).standing]++;
  return counts;
}
