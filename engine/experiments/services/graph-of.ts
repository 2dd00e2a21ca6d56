/** The graph that the parameters of a run name. */
import { readServiceGraph, type ServiceGraph } from "../../systems/services/graph.ts";
import { READY_GRAPHS, readyGraph, type ReadyGraph } from "../../systems/services/ready-graphs.ts";
import type { ServicesValues } from "./params.ts";

const isReady = (name: string): name is ReadyGraph => Object.hasOwn(READY_GRAPHS, name);

/** The graph of a run: a ready one by its name, or a reader’s own. */
export const graphOf = ({ graph: name, ...options }: ServicesValues): ServiceGraph =>
  isReady(name) ? readyGraph(name, options) : readServiceGraph(name);
