/** Runs Olympus for an experiment's parameters and takes the measures. */
import { millis, toMillis } from "../../../kernel/time.ts";
import { olympusMachines, simulateOlympus, type OlympusOutcome } from "../../../systems/olympus.ts";
import { graphTimes } from "../../../systems/sunrpc/graph/critical-path.ts";
import { readGraph } from "../../../systems/sunrpc/graph/read-graph.ts";
import { READY_GRAPHS, readyGraph } from "../../../systems/sunrpc/graph/ready-graphs.ts";
import type { Outcome, RunRequest } from "../../runnable.ts";
import type { TokenGraph } from "../../../systems/sunrpc/graph/token-graph.ts";
import type { OlympusMeasure, OlympusValues } from "./params.ts";

declare module "../../types.ts" {
  interface Sites {
    /** The graph that was interpreted. */
    readonly graph: TokenGraph;
  }
}

function measuresOf(outcome: OlympusOutcome): Outcome<OlympusMeasure>["measures"] {
  const { graph, took, end, callNs, mostUnderWay, sends, executions, packets } = outcome;
  const withCalls = graphTimes(graph, callNs);
  return {
    totalMs: took === null ? null : toMillis(took),
    oneByOneMs: toMillis(withCalls.sum),
    criticalPathMs: toMillis(graphTimes(graph, 0).criticalPath),
    criticalPathCallsMs: toMillis(withCalls.criticalPath),
    speedup: took === null || took === 0 || end === "call failed" ? null : withCalls.sum / took,
    firings: outcome.firings.reduce((sum, times) => sum + times, 0),
    mostUnderWay,
    sends,
    executions,
    packets,
    outcome: end,
  };
}

export function runOlympus(
  values: OlympusValues,
  { faults: readFaults, ...request }: RunRequest,
): Outcome<OlympusMeasure> {
  const { graph, calling, binding, nodes, nodeMs, servers, retryS, totalS } = values;
  const faults = readFaults(olympusMachines(servers));
  const ready = READY_GRAPHS.find((one) => one === graph);
  const sizes = { nodes, nanos: millis(nodeMs) };
  const outcome = simulateOlympus(
    (random) => (ready === undefined ? readGraph(graph) : readyGraph(ready, sizes, random)),
    { servers, isBlocking: calling === "blocking", waitsForFree: binding === "free", retryS, totalS },
    { ...request, faults },
  );
  return { ...outcome, faults, measures: measuresOf(outcome), site: { kind: "graph", ...outcome.graph } };
}
