/** A machine in a sentence: "the server", "workstation 12". */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { machineName } from "../trace/machine-names.ts";

export function theMachine(trace: Pick<TraceData, "machineWords">, machine: string): string {
  const name = machineName(trace, machine);
  return /\d$/.test(name) ? name : `the ${name}`;
}
