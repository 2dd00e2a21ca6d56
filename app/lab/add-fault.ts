/**
 * The reader adds a fault to the script in two ways: by a line of text, or by the number that the inspector gives it.
 */
import { parseFault } from "../../engine/faults/index.ts";
import type { Fault } from "../../engine/faults/index.ts";
import { NO_REF, packetRef, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { refExists } from "../trace/folds.ts";
import { packetActions, packetNameOf, rowOfPacket } from "../trace/packet-facts.ts";
import { withFault } from "../setup/faults.ts";
import type { BenchStore } from "./store.ts";
import type { Aim } from "./bench-work.ts";
import { experimentOf, KEPT_CALLS } from "../setup/setup.ts";
import { change, notify, presentRun } from "./store.ts";

/** The place of a fault in the shown run: the packet as it leaves, the moment of a crash. */
function aimOf(fault: Fault, trace: TraceData | null): Aim {
  if (fault.what === "lose") return { call: null, time: null, selected: NO_REF };
  if ("at" in fault) return { call: null, time: fault.at, selected: NO_REF };
  const { packet } = fault;
  if (packet.call > KEPT_CALLS) return { call: null, time: null, selected: NO_REF };
  const row = trace === null ? -1 : rowOfPacket(trace, packet);
  // The same packet is in the run to come, in the same row: up to the fault the two are one.
  const time = row < 0 ? null : (trace?.packets.departs[row] ?? null);
  return { call: packet.call, time, selected: row < 0 ? NO_REF : packetRef(row) };
}

/** Adds a fault as a step that can be undone; its run is looked at where it befalls. Gives what is wrong, or null. */
export function addFaultLine(store: BenchStore, text: string): string | null {
  const { setup, oneFault } = store.getState();
  const script = withFault(oneFault ? [] : setup.faults, text, experimentOf(setup).packetKinds);
  if ("problem" in script) return script.problem;
  const aim = aimOf(parseFault(text), presentRun(store.getState())?.trace ?? null);
  change(store, `add ${text}`, (before) => ({ ...before, faults: script.lines }), aim);
  return null;
}

/** Puts a line into the fault script; what is wrong with it is said under the masthead. */
export function addFault(store: BenchStore, line: string): void {
  const problem = addFaultLine(store, line);
  if (problem !== null) notify(store, { kind: "problem", text: problem });
}

/** Adds the nth fault (from 1) that the inspector offers for the machine it shows, or for the selected packet. */
export async function addNthFault(store: BenchStore, nth: number): Promise<void> {
  const { host, selected, time } = store.getState();
  const run = presentRun(store.getState());
  if (run === null) return;
  const { trace } = run;
  if (host !== null) {
    const { hostActionsAt } = await import("../timeline/host/views.ts");
    const action = hostActionsAt(run, host, time)[nth - 1];
    if (action === undefined) return;
    if (action.not === "") return addFault(store, action.line);
    return notify(store, { kind: "problem", text: action.not });
  }
  const isPacket = selected !== NO_REF && refExists(trace, selected) && refTable(selected) === "packet";
  if (!isPacket) {
    const text = "Select a packet first, or press H to look at a machine.";
    return notify(store, { kind: "problem", text });
  }
  const name = packetNameOf(trace, refRow(selected));
  const line = name === null ? undefined : packetActions(name)[nth - 1]?.line;
  if (line !== undefined) return addFault(store, line);
}
