import type { Paper, Table } from "../types.ts";
import { CITATION, NAME } from "./citation.ts";
import { MODEL_FUNCTIONS } from "./model-info.ts";
import { ROLES } from "./roles.ts";
import tables from "./tables.json" with { type: "json" };

/**
 * FlexRPC: a call that callees hand on along a chain. The JSON files are held to these types by papers/shape.test.ts.
 * None of the published numbers follows from the model alone: it takes the parameters and the relay efficiencies, and
 * the measured latencies are lost with their figure (E-X07).
 */
export const paper: Paper = {
  id: "flexrpc",
  name: NAME,
  citation: CITATION,
  tables: tables as readonly unknown[] as readonly Table[],
  roles: ROLES,
  modelFile: "flexrpc/model.py",
  modelFunctions: MODEL_FUNCTIONS,
  modelCells: [],
};
