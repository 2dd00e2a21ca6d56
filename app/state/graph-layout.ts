/** Places of a token graph's nodes: in columns, each behind those that lead to it. Sizes in px. */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { TokenGraph } from "../../engine/systems/sunrpc/graph/token-graph.ts";
import type { Point } from "../draw/point.ts";

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  readonly nodes: readonly Point[];
}

const RADIUS = 18;
const LEAST_APART = 92; // two columns
const MOST_APART = 240;
const BELOW = 66; // two nodes of a column, with the words under each
const SIDE = 46; // half of the words under a node
const TOP = 26;
const FOOT = 40;

/** The column of each node: behind all that lead to it, but for arcs that close a cycle. */
function columnsOf({ nodes, arcs }: TokenGraph): readonly number[] {
  const columns = nodes.map(() => 0);
  const open = new Set<number>();
  const done = new Set<number>();
  const order: number[] = [];
  const back = new Set<number>();
  const visit = (node: number): void => {
    open.add(node);
    arcs.forEach(({ from, to }, arc) => {
      if (from !== node) return;
      if (open.has(to)) back.add(arc);
      else if (!done.has(to)) visit(to);
    });
    open.delete(node);
    done.add(node);
    order.unshift(node);
  };
  nodes.forEach((_, node) => {
    if (!done.has(node)) visit(node);
  });
  for (const node of order) {
    arcs.forEach(({ from, to }, arc) => {
      if (from === node && !back.has(arc))
        columns[to] = Math.max(itemAt(columns, to, "column"), itemAt(columns, node, "column") + 1);
    });
  }
  return columns;
}

/** @param room in px; a graph that is wider scrolls */
export function layGraph(graph: TokenGraph, room: number): GraphLayout {
  const columns = columnsOf(graph);
  const many = Math.max(...columns) + 1;
  const members = Array.from({ length: many }, (_, column) =>
    graph.nodes.flatMap((_node, node) => (columns[node] === column ? [node] : [])),
  );
  const apart = Math.min(MOST_APART, Math.max(LEAST_APART, (room - 2 * SIDE) / Math.max(1, many - 1)));
  const tallest = Math.max(...members.map(({ length }) => length));
  const height = TOP + (tallest - 1) * BELOW + FOOT + RADIUS;
  const nodes = graph.nodes.map((_, node): Point => {
    const column = itemAt(columns, node, "column");
    const own = itemAt(members, column, "member");
    const y = TOP + ((tallest - own.length) / 2 + own.indexOf(node)) * BELOW;
    return { x: SIDE + column * apart, y };
  });
  return { width: 2 * SIDE + (many - 1) * apart, height, radius: RADIUS, nodes };
}
