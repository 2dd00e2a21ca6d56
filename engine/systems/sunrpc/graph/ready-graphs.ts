/** Graphs that are ready to be run: each of about so many nodes, which take about so long. */
import type { RandomStream } from "../../../kernel/random.ts";
import type { Nanos } from "../../../kernel/time.ts";
import type { GraphArc, GraphNode, TokenGraph } from "./token-graph.ts";

export const READY_GRAPHS = ["chain", "fork-join", "diamond", "cycle", "layered"] as const;
type ReadyGraph = (typeof READY_GRAPHS)[number];

interface Sizes {
  readonly nodes: number;
  readonly nanos: Nanos; // of a node
}

/** Firings of a node in graphs that end by themselves: more than any has. */
const NO_LIMIT = 100;
/** Rounds of the cycle. */
const ROUNDS = 3;
/** Tokens that go round in the cycle: as many of its nodes work at once. */
const ITEMS = 2;
/** Nodes of a layer, and arcs into a node from the layer before, at most. */
const WIDEST = 4;
const MOST_ARCS = 3;
/** A node of the random graph takes from a half to one and a half of the time. */
const SHARES = 101;

/** Nodes that nothing starts but their tokens, and those without incoming arcs. */
function graphOf(nodes: readonly Omit<GraphNode, "starts">[], arcs: readonly GraphArc[], limit = NO_LIMIT): TokenGraph {
  const starts = (node: number): number => (arcs.some(({ to }) => to === node) ? 0 : 1);
  return { nodes: nodes.map((node, i) => ({ ...node, starts: starts(i) })), arcs, limit };
}

const arc = (from: number, to: number, tokens = 0): GraphArc => ({ from, to, tokens });
const range = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);

const alike = ({ nodes, nanos }: Sizes) =>
  range(nodes).map((i) => ({ name: `n${i + 1}`, nanos, fires: "all" as const }));

const chain = (sizes: Sizes): TokenGraph =>
  graphOf(
    alike(sizes),
    range(sizes.nodes - 1).map((i) => arc(i, i + 1)),
  );

/** The first node leads to all others but the last, and these to the last. */
function forkJoin(sizes: Sizes): TokenGraph {
  const last = sizes.nodes - 1;
  const between = range(last).slice(1);
  return graphOf(
    alike(sizes),
    between.length === 0 ? [arc(0, last)] : between.flatMap((i) => [arc(0, i), arc(i, last)]),
  );
}

/** A square of nodes that stands on its corner: each leads to the two below it. What fills no square is left out. */
function diamond({ nodes, nanos }: Sizes): TokenGraph {
  const side = Math.max(2, Math.floor(Math.sqrt(nodes)));
  const arcs = range(side * side).flatMap((i) => [
    ...(i % side === side - 1 ? [] : [arc(i, i + 1)]),
    ...(i >= side * (side - 1) ? [] : [arc(i, i + side)]),
  ]);
  return graphOf(alike({ nodes: side * side, nanos }), arcs);
}

/** A pipeline whose end leads to its beginning. Each node works at one thing at a time. */
function cycle(sizes: Sizes): TokenGraph {
  const { nodes } = sizes;
  const round = range(nodes).map((i) => arc(i, (i + 1) % nodes, i === nodes - 1 ? ITEMS : 0));
  return graphOf(alike(sizes), [...round, ...range(nodes).map((i) => arc(i, i, 1))], ROUNDS);
}

/** Layers of one to four nodes. Each node waits for one to three of the layer before. */
function layered({ nodes, nanos }: Sizes, random: RandomStream): TokenGraph {
  const layers: number[][] = [];
  for (let next = 0; next < nodes; next = layers.flat().length) {
    layers.push(range(Math.min(nodes - next, 1 + random.integer(WIDEST))).map((i) => next + i));
  }
  const arcs = layers.flatMap((layer, i) => {
    const before = layers[i - 1];
    if (before === undefined) return [];
    return layer.flatMap((node) => {
      const from = random.integer(before.length);
      const many = Math.min(before.length, 1 + random.integer(MOST_ARCS));
      return before.flatMap((other, at) =>
        (at - from + before.length) % before.length < many ? [arc(other, node)] : [],
      );
    });
  });
  const made = alike({ nodes, nanos }).map((node) => ({
    ...node,
    nanos: Math.round((nanos * (50 + random.integer(SHARES))) / 100),
  }));
  return graphOf(made, arcs);
}

/** @param random for the graph that is layered at random; others draw nothing from it */
export function readyGraph(which: ReadyGraph, sizes: Sizes, random: RandomStream): TokenGraph {
  switch (which) {
    case "chain":
      return chain(sizes);
    case "fork-join":
      return forkJoin(sizes);
    case "diamond":
      return diamond(sizes);
    case "cycle":
      return cycle(sizes);
    case "layered":
      return layered(sizes, random);
  }
}
