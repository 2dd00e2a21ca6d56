/** The graphs of a run: the one that Olympus interprets, and the states of each protocol. */
import type { Site } from "../../engine/experiments/types.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { TokenGraph } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import { protocolGraph } from "./protocol-graph.ts";
import { protocolsIn } from "./protocol-table.ts";
import { wordsOf } from "./words.ts";

interface GraphOf {
  /** The protocol's name, or TOKENS. */
  readonly key: string;
  readonly title: string;
}

/** The key of the graph with tokens. */
export const TOKENS = "tokens";

export const graphOn = (site: Site | undefined): TokenGraph | null => (site?.kind === "graph" ? site : null);

export function graphsOf(trace: TraceData, site: Site | undefined): readonly GraphOf[] {
  const protocols = [...protocolsIn(trace)]
    .filter(([key]) => protocolGraph(trace, key, { call: 1, time: 0 }) !== null)
    .map(([key, { numbers }]) => ({ key, title: `States: ${key}`, serves: wordsOf(key, numbers.names).serves }));
  return [
    ...(graphOn(site) === null ? [] : [{ key: TOKENS, title: "The graph and its tokens" }]),
    ...protocols.filter(({ serves }) => serves),
    ...protocols.filter(({ serves }) => !serves),
  ];
}
