/** The parameters and the measures of a token graph that is interpreted by Sun RPC. */
import { GraphError, graphLines, graphText, readGraph } from "../../../systems/sunrpc/graph/read-graph.ts";
import { choice, choiceOrText, number } from "../../params.ts";
import type { MeasureTable, OwnText, Values } from "../../types.ts";

/** A node that takes so long outlasts any time-out. */
const SLOW = { graph: "chain", nodes: 4, nodeMs: 60_000 } as const;

const EXAMPLE =
  '{"nodes":[{"name":"read","ms":200},{"name":"left","ms":400},{"name":"right","ms":300},{"name":"show","ms":100}],' +
  '"arcs":[{"from":"read","to":"left"},{"from":"read","to":"right"},{"from":"left","to":"show"},' +
  '{"from":"right","to":"show"}]}';

const OWN_GRAPH: OwnText = {
  label: "Your own, in JSON",
  allowed: "a graph in JSON",
  read: (text) => {
    try {
      return { text: graphText(readGraph(text)) };
    } catch (error) {
      if (error instanceof GraphError) return { problem: error.message };
      throw error; // a bug of ours, not of the text
    }
  },
  lines: (text) => graphLines(readGraph(text)),
  example: EXAMPLE,
};

export const OLYMPUS_PARAMS = {
  graph: choiceOrText({
    group: "workload",
    label: "Graph",
    options: {
      chain: "Chain",
      "fork-join": "Fork and join",
      diamond: "Diamond",
      cycle: "Pipeline with a cycle",
      layered: "Layered, at random",
    },
    own: OWN_GRAPH,
    default: "fork-join",
    why:
      "The paper has a class of graphs with much parallelism, and prints none. A chain has no parallelism. The cycle " +
      "runs three rounds with two tokens. The layered graph follows from the seed.",
  }),
  calling: choice({
    group: "workload",
    label: "Calls",
    options: { nonblocking: "Not blocking", blocking: "Blocking" },
    default: "nonblocking",
    why:
      "Sun RPC waits for each reply. The authors extended its lowest level by a call that does not block, so that " +
      "nodes run at the same time.",
  }),
  nodes: number({
    group: "workload",
    label: "Nodes",
    min: 4,
    max: 50,
    default: 8,
    why:
      "Of a graph that is ready; your own has its own. The diamond takes the largest square of nodes that fits: " +
      "four, nine, sixteen.",
  }),
  nodeMs: number({
    group: "workload",
    label: "Time of a node",
    unit: "ms",
    min: 0,
    max: 60_000,
    default: 100,
    why:
      "Of a graph that is ready. The procedure waits so long at its server. The paper does not say how long a node " +
      "takes; a tenth of a second is ours.",
    stretches: { name: "node", wait: "end of the procedure", behind: "Search the list of procedures" },
  }),
  servers: number({
    group: "machines",
    label: "Servers",
    min: 1,
    max: 16,
    default: 4,
    why:
      "The paper does not say how many machines interpret nodes. A call goes to the server with the fewest calls " +
      "under way. A server works at one call at a time.",
  }),
  binding: choice({
    group: "machines",
    label: "A call has its server",
    options: { atOnce: "When its node fires", free: "When a server is free" },
    default: "atOnce",
    why:
      "The paper does not say it. A call that is sent at once may lie in the socket of a server whose node takes " +
      "long, while another server is free. A call that waits in the backend goes to the first server that is free. " +
      "But then each server idles while its reply and the next call are on their way.",
    needs: { with: { servers: 1 }, why: "With a free server for every node, no call waits." },
  }),
  retryS: number({
    group: "protocol",
    label: "Sent again after",
    unit: "s",
    min: 1,
    max: 60,
    step: 0.1,
    default: 5,
    why: "callrpc sends a call again every 5 s. A server then runs the node twice.",
    needs: { with: SLOW, why: "A quick reply comes before anything is sent again." },
    stretches: { name: "timer", timer: "Sun RPC client", state: "waiting" },
  }),
  totalS: number({
    group: "protocol",
    label: "Given up after",
    unit: "s",
    min: 1,
    max: 120,
    step: 0.1,
    default: 25,
    why: "callrpc gives up after 25 s. The node then puts out no token, and nodes behind it do not fire.",
    needs: { with: SLOW, why: "A quick reply comes before the backend gives up." },
  }),
} as const;

export const OLYMPUS_MEASURES = {
  totalMs: {
    label: "Time of the graph",
    unit: "ms",
    what: "from the first firing to the end of the last; none where the backend crashed",
  },
  oneByOneMs: {
    label: "Nodes one after the other",
    unit: "ms",
    what: "computed: the sum of all firings, each with its node’s time and a call; what blocking calls take",
  },
  criticalPathMs: {
    label: "Critical path",
    unit: "ms",
    what: "computed from the graph alone: the longest chain of nodes that wait for each other",
  },
  criticalPathCallsMs: {
    label: "Critical path, with calls",
    unit: "ms",
    what: "computed: the same, where each firing takes a call, too, and no call waits for another",
  },
  speedup: {
    label: "Speedup",
    unit: "",
    what: "the time of the nodes one after the other, divided by the time of the graph",
  },
  firings: { label: "Firings", unit: "", what: "of all nodes" },
  mostUnderWay: { label: "Calls under way", unit: "calls", what: "at once, at most" },
  sends: { label: "Sends", unit: "", what: "how often calls were sent, those that were sent again included" },
  executions: { label: "Executions", unit: "", what: "how often servers ran nodes" },
  packets: { label: "Packets", unit: "packets", what: "all packets of the run" },
  outcome: {
    label: "End",
    unit: "",
    what:
      "done (no node can fire), limit reached (of the firings of a node), call failed (of a node; the others went " +
      "on), or crashed (the backend)",
  },
} satisfies MeasureTable;

export type OlympusValues = Values<typeof OLYMPUS_PARAMS>;
export type OlympusMeasure = keyof typeof OLYMPUS_MEASURES;
