import type { Paper, Table } from "../types.ts";
import { CITATION, NAME } from "./citation.ts";
import { MODEL_CELLS } from "./model-cells.ts";
import { MODEL_FUNCTIONS } from "./model-info.ts";
import { ROLES } from "./roles.ts";
import tables from "./tables.json" with { type: "json" };

/**
 * Sun RPC, as its users meet it: what a call costs on a Sun 3/50, and which layer of the library costs how much. The
 * JSON files are held to these types by papers/shape.test.ts.
 */
export const paper: Paper = {
  id: "enutt",
  name: NAME,
  citation: CITATION,
  tables: tables as readonly unknown[] as readonly Table[],
  roles: ROLES,
  modelFile: "enutt/model.py",
  modelFunctions: MODEL_FUNCTIONS,
  modelCells: MODEL_CELLS,
};
