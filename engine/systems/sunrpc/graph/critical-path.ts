/** The time of a token graph, computed from the graph alone. */
import { itemAt } from "../../../kernel/reads.ts";
import type { Nanos } from "../../../kernel/time.ts";
import { Marking, type TokenGraph } from "./token-graph.ts";

interface GraphTimes {
  /** All firings, one after the other. */
  readonly sum: Nanos;
  /** The longest chain of firings that wait for each other: what an interpreter takes that waits for no server. */
  readonly criticalPath: Nanos;
  /** Firings that are under way at once on that interpreter, at most: servers beyond that number are of no use. */
  readonly width: number;
  /** How often each node fires. */
  readonly firings: readonly number[];
}

interface Firing {
  readonly node: number;
  readonly ends: Nanos;
}

/** @param perFiring what each firing takes beyond the time of its node: a call's cost, or 0 for the graph alone */
export function graphTimes(graph: TokenGraph, perFiring: Nanos): GraphTimes {
  const marking = new Marking(graph);
  const takes = (node: number): Nanos => itemAt(graph.nodes, node, "node").nanos + perFiring;
  const underWay: Firing[] = [];
  let sum = 0;
  let now = 0;
  let width = 0;
  const fire = (nodes: readonly number[]): void => {
    for (const node of nodes) {
      sum += takes(node);
      underWay.push({ node, ends: now + takes(node) });
    }
    width = Math.max(width, underWay.length);
  };
  fire(marking.begin());
  for (let next = firstToEnd(underWay); next !== undefined; next = firstToEnd(underWay)) {
    underWay.splice(underWay.indexOf(next), 1);
    now = next.ends;
    fire(marking.ended(next.node));
  }
  return { sum, criticalPath: now, width, firings: marking.firings };
}

/** Of several that end together, the one that began first. */
const firstToEnd = (firings: readonly Firing[]): Firing | undefined =>
  firings.reduce<Firing | undefined>(
    (first, one) => (first === undefined || one.ends < first.ends ? one : first),
    undefined,
  );
