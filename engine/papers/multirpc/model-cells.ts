/**
 * Published cells that follow from the components by the paper's own model, without any experiment: all of Table VII;
 * and, where the authors compare their model with measurements, Table V and Table VIII up to 19 servers.
 */
import type { ModelCell } from "../types.ts";

const FUNCTIONS: Readonly<Record<string, string>> = {
  multiRpcMs: "multi_rpc_ms",
  rpc2Ms: "rpc2_ms",
  speedup: "speedup",
};

const PREDICTED = [1, 2, 5, 7, 10, 13, 15, 17, 19, 20, 25, 50, 75, 100];
const VALIDATED = PREDICTED.filter((servers) => servers < 20);

const answers = (table: string, servers: number, computeMs: number): readonly ModelCell[] =>
  Object.entries(FUNCTIONS).map(([column, name]) => ({
    table,
    row: { computeMs, servers },
    column,
    function: name,
    arguments: { servers, compute_ms: computeMs },
  }));

export const MODEL_CELLS: readonly ModelCell[] = [
  ...answers("table-v", 1, 0).filter(({ column }) => column !== "rpc2Ms"), // which is an input
  ...[10, 20, 50].flatMap((ms) => PREDICTED.flatMap((servers) => answers("table-vii", servers, ms))),
  ...[10, 20, 50].flatMap((ms) => VALIDATED.flatMap((servers) => answers("table-viii", servers, ms))),
];
