/**
 * The replies that a Sun RPC server keeps, so that a call which is sent again is answered and not run again. The trace
 * has their number after each step. A step from "serving" adds the reply of its call; a request that leaves the server
 * listening was answered from what it kept.
 */
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { CRASH, NO_STATE } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { wordAt } from "../timeline/host/instances.ts";
import { HALF } from "../trace/machine-events.ts";
import { clockOf, factAt, protocolsIn } from "./protocol-table.ts";
import { litFor, MOST_ROWS } from "./table.ts";
import type { Column, Moment, TableRow, TableState } from "./table.ts";
import { callTimes } from "../trace/calls.ts";

const PROTOCOL = "Sun RPC server";
const KEPT = "replies kept";
const IDENTIFIER = "transaction identifier";

interface Reply {
  readonly call: number;
  readonly identifier: number | null;
  readonly at: number; // of the last write
  readonly row: number;
  readonly sentAgain: number;
}

/** Whether a server of the run keeps replies. */
export const keepsReplies = (trace: TraceData): boolean =>
  protocolsIn(trace).get(PROTOCOL)?.numbers.names.includes(KEPT) === true;

const COLUMNS: readonly Column[] = [
  { key: "identifier", head: "Identifier", isNumber: true },
  { key: "call", head: "Call", isNumber: true },
  { key: "again", head: "Answered again", isNumber: true },
  { key: "since", head: "Written at", isNumber: true },
];

export function cacheTable(trace: TraceData, { call, time }: Moment, most: number = MOST_ROWS): TableState {
  const { transitions } = trace;
  const rowsOf = (protocolsIn(trace).get(PROTOCOL)?.instances ?? []).map(({ rows }) => rows);
  const { replies, lost } = repliesAt(
    trace,
    rowsOf.flat().toSorted((a, b) => a - b),
    time,
  );
  const clock = clockOf(trace, call);
  const lit = litFor(callTimes(trace, call).from, trace.calls.end[call - 1] ?? trace.elapsed);
  const rows = replies.map((reply): TableRow => {
    const { identifier, at, row, sentAgain } = reply;
    return {
      key: `${reply.call} ${identifier}`,
      cells: [identifier === null ? "" : String(identifier), String(reply.call), `${sentAgain} ×`, clock(at)],
      at,
      cause: numberAt(transitions.cause, row),
      write: row,
      isLit: time - at < lit,
      isLost: false,
    };
  });
  return {
    columns: COLUMNS,
    rows: rows.slice(-most),
    more: Math.max(0, rows.length - most),
    empty: "No reply is kept.",
    tallies: [],
    lost: lost > 0 ? { name: lost === 1 ? "reply lost" : "replies lost", count: lost, isBad: true } : null,
  };
}

function repliesAt(trace: TraceData, rows: readonly number[], time: number) {
  const { transitions } = trace;
  let replies: readonly Reply[] = [];
  let lost = 0;
  let served: number | null = null;
  for (const row of rows) {
    const at = timeAt(transitions.at, row);
    if (at > time + HALF) break;
    const kept = factAt(trace, row, KEPT);
    const on = wordAt(trace, transitions.input[row]);
    const call = numberAt(transitions.call, row);
    if (on === CRASH && wordAt(trace, transitions.from[row]) !== NO_STATE) {
      lost += replies.length;
      replies = [];
    } else if (on === "request" && wordAt(trace, transitions.to[row]) === "serving") {
      served = factAt(trace, row, IDENTIFIER);
    } else if (on === "done" && kept !== null) {
      replies = [...replies, { call, identifier: served, at, row, sentAgain: 0 }].slice(-kept);
    } else if (on === "request" && kept !== null) {
      replies = replies.map((one) => (one.call === call ? { ...one, at, row, sentAgain: one.sentAgain + 1 } : one));
    }
  }
  return { replies, lost };
}
