import type { Paper, Table } from "../types.ts";
import { MODEL_CELLS } from "./model-cells.ts";
import { MODEL_FUNCTIONS } from "./model-info.ts";
import { ROLES } from "./roles.ts";
import tables from "./tables.json" with { type: "json" };

/** Firefly RPC: where 2.66 ms go. The JSON files are held to these types by papers/shape.test.ts. */
export const firefly: Paper = {
  id: "firefly",
  citation: {
    key: "schroeder1990firefly",
    authors: ["Schroeder, Michael D.", "Burrows, Michael"],
    title: "Performance of Firefly RPC",
    journal: "ACM Transactions on Computer Systems",
    volume: 8,
    number: 1,
    pages: [1, 17],
    month: "feb",
    year: 1990,
    doi: "10.1145/77648.77653",
  },
  tables: tables as readonly unknown[] as readonly Table[],
  roles: ROLES,
  modelFile: "firefly/model.py",
  modelFunctions: MODEL_FUNCTIONS,
  modelCells: MODEL_CELLS,
};
