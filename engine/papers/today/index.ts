import type { Paper, Table } from "../types.ts";
import { CITATION, NAME } from "./citation.ts";
import { MODEL_CELLS } from "./model-cells.ts";
import { MODEL_FUNCTIONS } from "./model-info.ts";
import { ROLES } from "./roles.ts";
import tables from "./tables.json" with { type: "json" };

/**
 * Numbers of services and networks of today, from many sources. Each row names its own. The JSON files are held to
 * these types by papers/shape.test.ts.
 */
export const paper: Paper = {
  id: "today",
  name: NAME,
  citation: CITATION,
  tables: tables as readonly unknown[] as readonly Table[],
  roles: ROLES,
  modelFile: "today/model.py",
  modelFunctions: MODEL_FUNCTIONS,
  modelCells: MODEL_CELLS,
};
