/**
 * The roles of the numbers in the MultiRPC paper. The components of Table VI and the empty RPC2 call are inputs, as
 * they are in the authors' model; so are the facts of the environment. Table VII, and iterative RPC2 on one ring, are
 * sums of these. All other call times were measured and must be predicted. The first rule that fits holds.
 */
import type { Role, RoleRule, RowKey } from "../types.ts";

const rule = (table: string, role: Role, columns: readonly string[], rows?: readonly RowKey[]): RoleRule =>
  rows === undefined ? { table, columns, role } : { table, columns, rows, role };

const MEASURED = ["multiRpcMs", "multiRpcSdMs", "rpc2Ms", "rpc2SdMs", "speedup"];

/** Rows of Table VIII whose machines were all on one ring. */
const ON_ONE_RING = [10, 20, 50].flatMap((computeMs) =>
  [1, 2, 5, 7, 10, 13, 15, 17, 19].map((servers) => ({ computeMs, servers })),
);

/** Rows of the running text that were measured of whole calls. */
const TEXT_RESULTS = ["retriesBelow25", "retryOnset", "retriesBeyond50", "noisyBeyond"];

export const ROLES: readonly RoleRule[] = [
  rule("table-v", "input", ["rpc2Ms"]),
  rule("table-v", "result", ["multiRpcMs", "multiRpcSdMs", "rpc2SdMs", "speedup"]),
  rule("table-vi", "input", ["ms"]),
  rule("table-vii", "identity", ["multiRpcMs", "rpc2Ms", "speedup"]),
  rule("table-viii", "identity", ["rpc2Ms"], ON_ONE_RING),
  rule("table-viii", "result", MEASURED),
  rule("table-ix", "result", MEASURED),
  rule("table-x", "result", MEASURED),
  rule(
    "text",
    "result",
    ["value"],
    TEXT_RESULTS.map((key) => ({ key })),
  ),
  rule("text", "input", ["value"]),
];
