/**
 * The roles of the numbers in the FlexRPC paper. Its parameters, its platform and the sizes that it tried are inputs.
 * Relay efficiencies, the crossing and the growth of slopes were measured: the authors fit their model to them, a
 * simulation has to predict them. The first rule that fits holds.
 */
import type { Role, RoleRule, RowKey } from "../types.ts";

const rule = (table: string, role: Role, columns: readonly string[], rows?: readonly RowKey[]): RoleRule =>
  rows === undefined ? { table, columns, role } : { table, columns, rows, role };

/** Rows of the running text that are facts about the platform, or settings of the measurements. */
const TEXT_INPUTS = ["nodes", "linkRate", "argMin", "argMax", "fig3dSize", "rpcOrigin"];

export const ROLES: readonly RoleRule[] = [
  rule("parameters", "input", ["value"]),
  rule("relay-efficiency", "result", ["alpha"]),
  rule(
    "text",
    "input",
    ["value"],
    TEXT_INPUTS.map((key) => ({ key })),
  ),
  rule("text", "identity", ["value"], [{ key: "maxDegree" }]), // all nodes but the caller
  rule("text", "result", ["value"]),
];
