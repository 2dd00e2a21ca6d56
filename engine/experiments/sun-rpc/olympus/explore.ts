/** Olympus as the search over faults follows it: a graph of few nodes, whose calls go to two servers. */
import { RandomStreams } from "../../../kernel/random.ts";
import { millis } from "../../../kernel/time.ts";
import { timersOf } from "../../../systems/sunrpc/handles.ts";
import { READY_GRAPHS, readyGraph } from "../../../systems/sunrpc/graph/ready-graphs.ts";
import type { Explorable } from "../../explorable.ts";
import { OlympusEnds } from "./ends.ts";

/** The smallest graph, a call a node. */
const NODES = 4;
const SERVERS = 2;
/** None of these graphs draws from it. */
const NO_CHANCE = new RandomStreams(1).stream("graph");

export const olympus: Explorable = {
  experiments: ["sun-rpc/olympus"],
  calls: NODES,
  bounds: [
    {
      parameter: "graph",
      value: "fork-join",
      also: ["chain", "diamond"],
      why: "The search follows graphs in which each node fires once.",
    },
    {
      parameter: "calling",
      value: "nonblocking",
      why: "The search follows a backend that makes all calls that it may make.",
    },
    { parameter: "nodes", value: NODES, why: "The search follows few calls." },
    { parameter: "servers", value: SERVERS, also: [1], why: "The search follows few servers." },
  ],
  ends: ({ graph, nodeMs, servers, retryS, totalS }) => {
    const ready = READY_GRAPHS.find((one) => one === graph);
    if (ready === undefined || ready === "layered")
      throw new Error(`The search does not follow the graph ${String(graph)}.`);
    const timers = timersOf({ waiting: "select", retryS: Number(retryS), totalS: Number(totalS), timeouts: true });
    return new OlympusEnds({
      ...timers,
      graph: readyGraph(ready, { nodes: NODES, nanos: millis(Number(nodeMs)) }, NO_CHANCE),
      servers: Number(servers),
    });
  },
};
