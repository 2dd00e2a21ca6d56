/**
 * The groups of an experiment's parameters. A parameter names its group where it is declared; the groups of an
 * experiment stand in the order in which its table first names them, and a group keeps the table's order: the parameter
 * that readers change most comes first.
 */
import type { Param, ParamGroup, ParamTable } from "./types.ts";

/** The groups as a reader meets them. */
const GROUP_NAMES: Readonly<Record<ParamGroup, string>> = {
  workload: "Workload",
  machines: "Machines",
  network: "Network",
  software: "Software",
  protocol: "Protocol",
  ending: "When a call ends",
  chance: "Chance",
};

interface Group {
  readonly id: ParamGroup;
  readonly name: string; // "When a call ends"
  readonly params: readonly (readonly [key: string, param: Param])[]; // never empty
}

/** The parameters of a table by their groups. */
export function groupsOf(table: ParamTable): readonly Group[] {
  const all = Object.entries(table);
  const ids = [...new Set(all.map(([, { group }]) => group))];
  return ids.map((id) => ({ id, name: GROUP_NAMES[id], params: all.filter(([, { group }]) => group === id) }));
}
