/**
 * Tables IV, VI, VII and VIII from two traced calls of one thread: Null() and MaxResult. Each step of a critical path
 * names the cell that its time comes from; the time of a packet on the wire answers the row that the paper has for it.
 * The same two calls answer the best latencies of Section 3.3. With other interrupt routines they answer Table IX, with
 * each change of Section 4.2 its savings (savings.ts).
 */
import { type Nanos, toMicros } from "../../kernel/time.ts";
import { keyOf, table } from "../../papers/lookup.ts";
import type { Paper, RowKey } from "../../papers/types.ts";
import type { Account, AccountedCell, TracedCall, TracedStep } from "../accounts.ts";
import { savings, SAVINGS_CALLS, traced } from "./savings.ts";

const WIRE: RowKey = { side: "network", action: "Transmission time on Ethernet" };
const WIRE_NOTE = "the wire’s time is simulated from the frame, preamble and check sequence included (E-F12)";

const sum = (steps: readonly TracedStep[]): Nanos => steps.reduce((total, { nanos }) => total + nanos, 0);
const isOf =
  (tableId: string) =>
  ({ cell }: TracedStep): boolean =>
    cell?.table === tableId;

/** The row of Table VI that a step answers; null for steps outside of send+receive. */
function sendReceiveRow({ cell, onWire }: TracedStep): RowKey | null {
  if (onWire) return WIRE;
  return cell?.table === "table-vi" ? cell.row : null;
}

/** The steps of send+receive, packet by packet: a packet ends where its receiver becomes the sender of the next. */
function packetsOf({ steps }: TracedCall): readonly (readonly TracedStep[])[] {
  const packets: TracedStep[][] = [[]];
  let received = false;
  for (const step of steps) {
    const side = sendReceiveRow(step)?.["side"];
    if (side === undefined) continue;
    if (side === "sender" && received) packets.push([]);
    received = side === "receiver";
    packets.at(-1)?.push(step);
  }
  return packets;
}

const inRow =
  ({ side, action }: RowKey) =>
  (step: TracedStep): boolean => {
    const row = sendReceiveRow(step);
    return row?.["side"] === side && row?.["action"] === action;
  };

const inProcedure =
  ({ machine, procedure }: RowKey) =>
  (step: TracedStep): boolean => {
    const row = isOf("table-vii")(step) ? step.cell?.row : undefined;
    return row?.["machine"] === machine && row?.["procedure"] === procedure;
  };

function answer(paper: Paper, calls: Readonly<Record<string, TracedCall>>): readonly AccountedCell[] {
  const [empty, full] = [traced(calls, "empty"), traced(calls, "full")];
  const cells: AccountedCell[] = [];
  const add = (tableId: string, row: RowKey, column: string, nanos: Nanos, note = ""): void => {
    cells.push({ at: { paper: paper.id, table: tableId, row, column }, value: toMicros(nanos), note });
  };
  const [small = []] = packetsOf(empty);
  const [, large = []] = packetsOf(full);
  const steps = (tableId: string): readonly RowKey[] => {
    const t = table(paper.id, tableId, [paper]);
    return t.rows.map((row) => keyOf(t, row)).filter((row) => Object.values(row).every((value) => value !== "total"));
  };
  for (const row of steps("table-vi")) {
    const note = row["action"] === WIRE["action"] ? WIRE_NOTE : "";
    add("table-vi", row, "us74", sum(small.filter(inRow(row))), note);
    add("table-vi", row, "us1514", sum(large.filter(inRow(row))), note);
  }
  add("table-vi", { side: "total" }, "us74", sum(small));
  add("table-vi", { side: "total" }, "us1514", sum(large));
  for (const row of steps("table-vii")) {
    add("table-vii", row, "us", sum(empty.steps.filter(inProcedure(row))));
  }
  add("table-vii", { machine: "total" }, "us", sum(empty.steps.filter(isOf("table-vii"))));
  add("table-iv", { bytes: 1440 }, "marshalUs", sum(full.steps.filter(isOf("table-iv"))));
  add("text", { key: "nullBest" }, "value", empty.took);
  add("text", { key: "maxResultBest" }, "value", full.took);
  for (const [version, name] of ROUTINES) {
    const steps = traced(calls, name).steps.filter(isRoutine);
    add("table-ix", { version }, "us", sum(steps) / PACKETS_OF_A_CALL);
  }
  return [...cells, ...savings(paper, calls), ...latency(paper, "Null()", empty), ...latency(paper, "MaxResult", full)];
}

const PACKETS_OF_A_CALL = 2;
/** The versions of Table IX, each with the call that it runs in. */
const ROUTINES = [
  ["Original Modula2+", "emptyOriginal"],
  ["Best Modula2+", "emptyBest"],
  ["Assembly language", "empty"],
] as const;

/** The main path of the interrupt routine, in each version. */
const isRoutine = ({ cell }: TracedStep): boolean =>
  cell?.table === "table-ix" ||
  (cell?.table === "table-vi" && cell.row["action"] === "Handle interrupt for received packet");

/** Table VIII: the parts of one call, and their sum. */
function latency(paper: Paper, procedure: string, call: TracedCall): readonly AccountedCell[] {
  const [first = [], second = []] = packetsOf(call);
  const runtime = sum(call.steps.filter(isOf("table-vii")));
  const marshal = sum(call.steps.filter(isOf("table-iv")));
  const size = procedure === "MaxResult" ? 1514 : 74;
  const waited = call.waited === 0 ? "" : `besides, the traced call waited ${toMicros(call.waited)} us`;
  const part = (action: string, nanos: Nanos, note = ""): AccountedCell => ({
    at: { paper: paper.id, table: "table-viii", row: { procedure, action }, column: "us" },
    value: toMicros(nanos),
    note,
  });
  return [
    part("Caller, server, stubs, RPC run time", runtime),
    ...(size > 74 ? [part("Marshal 1440-byte result", marshal)] : []),
    part("Send+receive 74-byte call packet", sum(first)),
    part(`Send+receive ${size}-byte result packet`, sum(second)),
    part("Total", runtime + marshal + sum(first) + sum(second), waited),
  ];
}

export const account: Account = {
  paper: "firefly",
  tables: ["table-iv", "table-vi", "table-vii", "table-viii", "table-ix", "improvements", "text"],
  calls: {
    empty: { experiment: "firefly/null", parameters: { threads: 1 } },
    full: { experiment: "firefly/max-result", parameters: { threads: 1 } },
    emptyOriginal: { experiment: "firefly/null", parameters: { threads: 1, interruptRoutine: "original" } },
    emptyBest: { experiment: "firefly/null", parameters: { threads: 1, interruptRoutine: "best" } },
    ...SAVINGS_CALLS,
  },
  answer,
};
