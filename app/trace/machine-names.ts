/** The page's names of machines. Faults, links and the rows of a trace keep the names of the engine. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";

/** "server" of "server12". */
const lettersOf = (machine: string): string => machine.replace(/\d+$/, "");

/** "workstation 12" of "server12", where the experiment says that a server is a workstation; else the name itself. */
export function machineName({ machineWords }: Pick<TraceData, "machineWords">, machine: string): string {
  const letters = lettersOf(machine);
  const number = machine.slice(letters.length);
  const word = machineWords?.[letters];
  if (word === undefined) return machine;
  return number === "" ? word : `${word} ${number}`;
}

/** The word for some machines together: "workstation", "callee"; "machine" where they are of several kinds. */
export function machineKind({ machineWords }: Pick<TraceData, "machineWords">, machines: readonly string[]): string {
  const kinds = new Set(machines.map(lettersOf));
  const [letters = ""] = kinds;
  if (kinds.size > 1 || letters === "") return "machine";
  return machineWords?.[letters] ?? letters.trim().toLowerCase();
}
