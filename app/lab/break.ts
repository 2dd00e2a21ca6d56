/** Faults into the script. Apart from the store: only who breaks something needs the words of faults. */
import { parseFault } from "../../engine/faults/index.ts";
import type { Fault } from "../../engine/faults/index.ts";
import { NO_REF, packetRef } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { rowOfPacket } from "../trace/packet-facts.ts";
import { addFault } from "../setup/faults.ts";
import type { Aim, BenchStore } from "./store.ts";
import { KEPT_CALLS, setupKey } from "../setup/setup.ts";
import { change } from "./store.ts";

/** Where a fault befalls the run that is shown: the packet as it leaves, the moment of a crash. */
function aimOf(fault: Fault, trace: TraceData | null): Aim {
  if (fault.what === "lose") return { call: null, time: null, selected: NO_REF };
  if ("machine" in fault) return { call: null, time: fault.at, selected: NO_REF };
  const { packet } = fault;
  if (packet.call > KEPT_CALLS) return { call: null, time: null, selected: NO_REF };
  const row = trace === null ? -1 : rowOfPacket(trace, packet);
  // The same packet is in the run to come, in the same row: up to the fault the two are one.
  const time = row < 0 ? null : (trace?.packets.departs[row] ?? null);
  return { call: packet.call, time, selected: row < 0 ? NO_REF : packetRef(row) };
}

/** Adds a fault as a step that can be undone; its run is looked at where it befalls. Gives what is wrong, or null. */
export function breakSomething(store: BenchStore, text: string): string | null {
  const { setup, shown } = store.getState();
  const script = addFault(setup.faults, text);
  if ("problem" in script) return script.problem;
  const trace = shown?.key === setupKey(setup) ? shown.run.trace : null;
  const aim = aimOf(parseFault(text), trace);
  change(store, `add ${text}`, (before) => ({ ...before, faults: script.lines }), aim);
  return null;
}
