/**
 * The traces of a file: each span with its children. What a file leaves open is said and never guessed: parents that
 * are missing, ids that are used again, circles of parents.
 */
import { itemAt } from "../kernel/reads.ts";
import { groupedBy, tally } from "../kernel/tally.ts";
import type { Span } from "./span.ts";

/** A span in its trace. Children come as the file has them. */
export interface Node {
  readonly span: Span;
  readonly id: string; // as it is shown: "#2" stands behind the second use of an id
  parent: Node | null;
  readonly children: Node[];
}

export interface Trace {
  readonly trace: string;
  readonly nodes: readonly Node[]; // as the file has them
  readonly roots: readonly Node[];
  readonly orphans: readonly Node[]; // their parents are missing
  readonly repeatedIds: readonly string[];
  readonly cycles: readonly (readonly Node[])[]; // cut at the oldest, which comes first, then its parent, and on
}

/** From start to end; null where one of them is unknown. It may be negative. */
export const durationOf = ({ span: { start, end } }: Node): bigint | null =>
  start === null || end === null ? null : end - start;

export const tracesOf = (spans: readonly Span[]): readonly Trace[] =>
  [...groupedBy(spans, ({ traceKey }) => traceKey).values()].map(traceOf);

function traceOf(spans: readonly Span[]): Trace {
  const { nodes, first, repeatedIds } = numbered(spans);
  const orphans: Node[] = [];
  const asked: Node[] = [];
  for (const node of nodes) {
    const { parentKey } = node.span;
    node.parent = parentKey === null ? null : (first.get(parentKey) ?? null);
    if (parentKey !== null && node.parent === null) orphans.push(node);
    else if (parentKey !== null) asked.push(node);
  }
  const cycles = cut(nodes);
  for (const node of asked) node.parent?.children.push(node);
  const missing = new Set(orphans);
  const roots = nodes.filter((node) => node.parent === null && !missing.has(node));
  return { trace: itemAt(spans, 0, "span").trace, nodes, roots, orphans, repeatedIds, cycles };
}

function numbered(spans: readonly Span[]) {
  const uses = new Map<string, number>();
  const first = new Map<string, Node>();
  const repeatedIds: string[] = [];
  const nodes = spans.map((span): Node => {
    const use = tally(uses, span.key);
    const node: Node = { span, id: use === 1 ? span.id : `${span.id} #${use}`, parent: null, children: [] };
    if (use === 1) first.set(span.key, node);
    if (use === 2) repeatedIds.push(span.id);
    return node;
  });
  return { nodes, first, repeatedIds };
}

/** Cuts every circle of parents at its oldest span. */
function cut(nodes: readonly Node[]): readonly (readonly Node[])[] {
  const cycles: (readonly Node[])[] = [];
  const passedIn = new Map<Node, number>(); // in which walk
  for (const [walk, from] of nodes.entries()) {
    let node: Node | null = from;
    while (node !== null && !passedIn.has(node)) {
      passedIn.set(node, walk);
      node = node.parent;
    }
    if (node === null || passedIn.get(node) !== walk) continue;
    const ring = [node];
    for (let at = node.parent; at !== null && at !== node; at = at.parent) ring.push(at);
    const oldest = ring.reduce((least, one) => (isOlder(one, least) ? one : least));
    const from0 = ring.indexOf(oldest);
    cycles.push([...ring.slice(from0), ...ring.slice(0, from0)]);
    oldest.parent = null;
  }
  return cycles;
}

function isOlder(one: Node, other: Node): boolean {
  const [a, b] = [one.span.start, other.span.start];
  if (a !== b) return a !== null && (b === null || a < b);
  return one.id < other.id;
}
