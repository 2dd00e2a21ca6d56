/**
 * A precedence graph that is marked with tokens, as Olympus interprets it (Elliott & Nutt 1989, Section 2.3): a node
 * fires when the tokens on its incoming arcs satisfy its firing rule, and its procedure then runs.
 *
 * Rules. The paper says that firing rules differ from model to model, and gives none; these two are ours.
 * 1. A node that needs "all" fires when each of its incoming arcs has a token, and takes one from each. A node that
 *    needs "any" fires when one of them has a token, and takes that: from the arc that stands first in the list.
 * 2. A firing that ends puts a token on each outgoing arc of its node.
 * 3. A node without incoming arcs fires at the beginning, as often as it starts.
 * 4. A node fires as often as its tokens allow: several firings of it may be under way. An arc from a node to itself
 *    with one token allows one at a time.
 * 5. No node fires more often than the limit says, so that a cycle ends.
 *
 * An arc's tokens are for one node alone, so no firing takes a token from another. How often each node fires does
 * therefore not depend on how long firings take.
 */
import { itemAt } from "../../../kernel/reads.ts";
import type { Nanos } from "../../../kernel/time.ts";

export interface GraphNode {
  readonly name: string;
  /** How long its procedure takes. */
  readonly nanos: Nanos;
  readonly fires: "all" | "any";
  /** How often it fires at the beginning; 0 where arcs lead to it. */
  readonly starts: number;
}

/** From one node to another, each by its place in the list of nodes, with the tokens that it has at the beginning. */
export interface GraphArc {
  readonly from: number;
  readonly to: number;
  readonly tokens: number;
}

export interface TokenGraph {
  readonly nodes: readonly GraphNode[];
  readonly arcs: readonly GraphArc[];
  /** Firings of one node, at most. */
  readonly limit: number;
}

/** The tokens of a graph as it is interpreted. Nodes are named by their places in the list. */
export class Marking {
  /** How often each node has fired. */
  readonly firings: number[];
  /** Whether the limit has kept a node from firing. */
  isLimited = false;
  private readonly graph: TokenGraph;
  /** By arc, as they lie there now. */
  readonly tokens: number[];
  private readonly into: readonly (readonly number[])[]; // a node's incoming arcs
  private readonly outOf: readonly (readonly number[])[];

  constructor(graph: TokenGraph) {
    const { nodes, arcs } = graph;
    const arcsWhere = (end: "from" | "to") =>
      nodes.map((_, node) => arcs.flatMap((arc, i) => (arc[end] === node ? [i] : [])));
    this.graph = graph;
    this.firings = nodes.map(() => 0);
    this.tokens = arcs.map(({ tokens }) => tokens);
    this.into = arcsWhere("to");
    this.outOf = arcsWhere("from");
  }

  /** The nodes that fire at the beginning: to be called once, before any firing ends. */
  begin(): readonly number[] {
    return this.graph.nodes.flatMap(({ starts }, node) => {
      const started = this.into[node]?.length === 0 ? this.fire(node, starts) : [];
      return [...started, ...this.enabled(node)];
    });
  }

  /** A firing of the node has ended: the nodes that fire now, in the order of its arcs. */
  ended(node: number): readonly number[] {
    return itemAt(this.outOf, node, "node").flatMap((arc) => {
      this.move(arc, 1);
      return this.enabled(itemAt(this.graph.arcs, arc, "arc").to);
    });
  }

  /** Rule 1. */
  private enabled(node: number): readonly number[] {
    const into = itemAt(this.into, node, "node");
    const ready = into.filter((arc) => itemAt(this.tokens, arc, "arc") > 0);
    const isAll = itemAt(this.graph.nodes, node, "node").fires === "all";
    if (ready.length === 0 || (isAll && ready.length < into.length)) return [];
    const fired = this.fire(node, 1);
    if (fired.length === 0) return []; // its tokens stay
    for (const arc of isAll ? ready : ready.slice(0, 1)) this.move(arc, -1);
    return [...fired, ...this.enabled(node)];
  }

  /** Rule 5. */
  private fire(node: number, times: number): readonly number[] {
    const before = itemAt(this.firings, node, "node");
    const allowed = Math.min(times, this.graph.limit - before);
    if (allowed < times) this.isLimited = true;
    this.firings[node] = before + allowed;
    return Array.from({ length: allowed }, () => node);
  }

  private move(arc: number, tokens: number): void {
    this.tokens[arc] = itemAt(this.tokens, arc, "arc") + tokens;
  }
}
