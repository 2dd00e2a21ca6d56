import type { Paper, Table } from "../types.ts";
import { CITATION, NAME } from "./citation.ts";
import { MODEL_CELLS } from "./model-cells.ts";
import { MODEL_FUNCTIONS } from "./model-info.ts";
import { ROLES } from "./roles.ts";
import tables from "./tables.json" with { type: "json" };

/**
 * Cedar RPC: the first one with stubs, and a protocol made for it. Our source is a set of lecture slides on the paper
 * (K. Shams), checked against the published table where they differ (E-C01). The JSON files are held to these types by
 * papers/shape.test.ts.
 */
export const paper: Paper = {
  id: "cedar",
  name: NAME,
  citation: CITATION,
  tables: tables as readonly unknown[] as readonly Table[],
  roles: ROLES,
  modelFile: "cedar/model.py",
  modelFunctions: MODEL_FUNCTIONS,
  modelCells: MODEL_CELLS,
};
