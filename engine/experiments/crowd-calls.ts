/**
 * Some calls of a crowd with all of their tries: when each was sent, waited in queues and was served, and when its
 * caller gave it up. Read from rows that any system records, by their causes: a row belongs to the try behind it.
 */
import { causeOf, itemAt, numberAt, outcomeOf, timeAt } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import {
  MARK_KINDS,
  NO_REF,
  packetRef,
  refRow,
  refTable,
  spanRef,
  type Outcome,
  type Ref,
  type TraceData,
} from "../kernel/trace-data.ts";

export interface Try {
  readonly sent: Nanos;
  /** In the queues of servers, one after the other: from, to; to is -1 where it never came out. */
  readonly waits: readonly (readonly [Nanos, Nanos])[];
  /** The longest piece of work for it; null where there was none. */
  readonly served: readonly [Nanos, Nanos] | null;
  /** When its caller left; null where a reply came before that. */
  readonly givenUp: Nanos | null;
  /** Whether its reply ended the call with a result. */
  readonly isUseful: boolean;
}

export interface CallOfCrowd {
  readonly number: number; // from 1
  readonly start: Nanos;
  readonly end: Nanos;
  readonly outcome: Outcome;
  readonly tries: readonly Try[];
  /** Work for it of which nothing says for which try it was. */
  readonly otherWork: readonly (readonly [Nanos, Nanos])[];
}

const TIMER = MARK_KINDS.indexOf("timer");

/** Of calls whose rows are kept. */
export function callsWithTries(trace: TraceData, numbers: readonly number[]): readonly CallOfCrowd[] {
  const rows = new Map(numbers.map((number) => [number, new RowsOfCall()]));
  const { spans, packets, calls } = trace;
  for (let row = 0; row < packets.count; row++) rows.get(numberAt(packets.call, row))?.packets.push(row);
  for (let row = 0; row < spans.count; row++) rows.get(numberAt(spans.call, row))?.spans.push(row);
  return [...rows].map(([number, ofCall]) => ({
    ...{ number, start: timeAt(calls.start, number - 1), end: timeAt(calls.end, number - 1) },
    outcome: outcomeOf(trace, number - 1),
    ...triesOf(trace, number, ofCall),
  }));
}

class RowsOfCall {
  readonly packets: number[] = [];
  readonly spans: number[] = [];
}

function triesOf(
  trace: TraceData,
  number: number,
  { packets: rows, spans }: RowsOfCall,
): Pick<CallOfCrowd, "tries" | "otherWork"> {
  const { packets, tracks } = trace;
  const machineOf = (track: number): string => itemAt(tracks, track, "track").machine;
  const [first] = rows;
  if (first === undefined) return { tries: [], otherWork: [] };
  const caller = machineOf(numberAt(packets.from, first));
  const kind = numberAt(packets.kind, first);
  const isTry = (row: number): boolean =>
    packets.kind[row] === kind && machineOf(numberAt(packets.from, row)) === caller;
  const sent = rows.filter(isTry);
  const rootOf = rootsIn(trace, new Set(sent.map(packetRef)));
  const end = timeAt(trace.calls.end, number - 1);
  const hasResult = outcomeOf(trace, number - 1) === "returned";
  const all = spans.filter((one) => isWork(trace, one, caller));
  const tries = sent.map((row, nth): Try => {
    const ref = packetRef(row);
    const own = rows.filter((one) => rootOf(packetRef(one)) === ref);
    const work = all.filter((one) => rootOf(spanRef(one)) === ref);
    const replied = own.some(
      (one) => machineOf(numberAt(packets.to, one)) === caller && timeAt(packets.arrives, one) <= end,
    );
    const isUseful = hasResult && rootOf(numberAt(trace.calls.last, number - 1)) === ref;
    const departs = timeAt(packets.departs, row);
    const after = sent[nth + 1];
    const leftAt = after === undefined ? end : (timerBehind(trace, packetRef(after), departs) ?? end);
    return {
      sent: departs,
      waits: own.flatMap((one) => waitOf(trace, one)),
      served: longestOf(trace, work),
      givenUp: isUseful || (replied && after === undefined) ? null : leftAt,
      isUseful,
    };
  });
  const other = all.filter((one) => rootOf(spanRef(one)) === NO_REF);
  return { tries, otherWork: other.map((one) => [timeAt(trace.spans.start, one), timeAt(trace.spans.end, one)]) };
}

/** The first timer after a moment among the causes of a row; null where there is none. */
function timerBehind(trace: TraceData, row: Ref, from: Nanos): Nanos | null {
  const { marks } = trace;
  let found: Nanos | null = null;
  for (let ref = causeOf(trace, row); ref !== NO_REF; ref = causeOf(trace, ref)) {
    if (refTable(ref) !== "mark") continue;
    const at = timeAt(marks.at, refRow(ref));
    if (at <= from) break;
    if (marks.kind[refRow(ref)] === TIMER) found = at;
  }
  return found;
}

/** Work of a program, at another machine than the caller’s. */
const isWork = ({ tracks, spans, steps }: TraceData, row: number, caller: string): boolean =>
  itemAt(tracks, numberAt(spans.track, row), "track").machine !== caller &&
  itemAt(steps, numberAt(spans.step, row), "step").layer === "rpc";

function waitOf({ packets }: TraceData, row: number): readonly (readonly [Nanos, Nanos])[] {
  const laid = timeAt(packets.laid, row);
  return laid < 0 ? [] : [[laid, timeAt(packets.taken, row)]];
}

function longestOf({ spans }: TraceData, rows: readonly number[]): Try["served"] {
  const lengthOf = (row: number): Nanos => timeAt(spans.end, row) - timeAt(spans.start, row);
  const longest = rows.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  return longest === undefined ? null : [timeAt(spans.start, longest), timeAt(spans.end, longest)];
}

/** The try behind a row: the nearest one up its causes; NO_REF where there is none. */
function rootsIn(trace: TraceData, tries: ReadonlySet<Ref>): (ref: Ref) => Ref {
  const known = new Map<Ref, Ref>();
  const rowsOf = { span: trace.spans.count, packet: trace.packets.count, mark: trace.marks.count };
  return (start) => {
    const way: Ref[] = [];
    let ref = start;
    let root: Ref = NO_REF;
    while (ref !== NO_REF && refRow(ref) < rowsOf[refTable(ref)]) {
      const before = known.get(ref);
      if (before !== undefined) {
        root = before;
        break;
      }
      way.push(ref);
      if (tries.has(ref)) {
        root = ref;
        break;
      }
      ref = causeOf(trace, ref);
    }
    for (const one of way) known.set(one, root);
    return root;
  };
}

/** So many calls are legible. */
const SHOWN_CALLS = 9;

/** Calls around a moment, spread over all that are under way then, or the nearest ones; and how many there are. */
export function callsAround(
  { calls }: TraceData,
  at: Nanos,
  width: Nanos,
): { readonly numbers: readonly number[]; readonly of: number } {
  const all: number[] = [];
  for (let row = 0; row < calls.count; row++) {
    if (timeAt(calls.start, row) <= at + width / 2 && timeAt(calls.end, row) >= at - width / 2) all.push(row + 1);
  }
  const shown = Math.min(SHOWN_CALLS, all.length);
  const numbers = Array.from({ length: shown }, (_, i) =>
    itemAt(all, Math.floor(((i + 0.5) * all.length) / shown), "call"),
  );
  return { numbers, of: all.length };
}
