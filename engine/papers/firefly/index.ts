import type { Paper, Table } from "../types.ts";
import { CITATION, NAME } from "./citation.ts";
import { MODEL_CELLS } from "./model-cells.ts";
import { MODEL_FUNCTIONS } from "./model-info.ts";
import { ROLES } from "./roles.ts";
import tables from "./tables.json" with { type: "json" };

/** Firefly RPC: where 2.66 ms go. The JSON files are held to these types by papers/shape.test.ts. */
export const paper: Paper = {
  id: "firefly",
  name: NAME,
  citation: CITATION,
  tables: tables as readonly unknown[] as readonly Table[],
  roles: ROLES,
  modelFile: "firefly/model.py",
  modelFunctions: MODEL_FUNCTIONS,
  modelCells: MODEL_CELLS,
};
