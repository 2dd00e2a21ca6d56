/** The critical paths of a trace, one of each root, and what they sum to. */
import { present } from "../kernel/items.ts";
import { pathOf } from "./path.ts";
import type { Interval, PathPart } from "./path.ts";
import type { Node, Trace } from "./tree.ts";

export interface RootPath {
  readonly root: Node;
  readonly durationNs: bigint;
  readonly parts: readonly PathPart[]; // from the root's end to its start
}

export type IsLeftOut = (child: Node) => boolean;

const FOLLOW_ALL: IsLeftOut = () => false;

export const lengthOf = ({ from, to }: PathPart): bigint => to - from;
export const sumOf = (parts: readonly PathPart[]): bigint => parts.reduce((sum, part) => sum + lengthOf(part), 0n);

/** null where the root has no end or a negative length. */
export function rootPath(root: Node, interval?: Interval, isLeftOut: IsLeftOut = FOLLOW_ALL): RootPath | null {
  const parts = pathOf(root, interval, isLeftOut);
  return parts === null ? null : { root, durationNs: sumOf(parts), parts };
}

/** A span whose parent is missing is a root of its own, behind the others. */
export const pathsOf = ({ roots, orphans }: Trace, isLeftOut: IsLeftOut = FOLLOW_ALL): readonly RootPath[] =>
  present([...roots, ...orphans], (root) => rootPath(root, undefined, isLeftOut));

/** Whether nobody waited for a child: it outlasts its parent, or consumes what its parent produced. */
export function isUnwaited({ span, parent }: Node): boolean {
  if (parent === null) return false;
  const outlasts = span.end !== null && parent.span.end !== null && span.end > parent.span.end;
  return outlasts || (span.kind === "consumer" && parent.span.kind === "producer");
}

export function rootOf(node: Node): Node {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** What a service did, as one text: "storage: get"; "get" where the service has no name. */
export const operationOf = ({ span: { service, name } }: Node): string =>
  service === "" ? name : `${service}: ${name}`;

/** The spans that a text means: one by its id, else those of an operation ("storage: get"), else those of this name. */
export function spansMeant(nodes: readonly Node[], text: string): readonly Node[] {
  const ways: readonly ((node: Node) => boolean)[] = [
    ({ id }) => id === text,
    (node) => operationOf(node) === text,
    ({ span }) => span.name === text,
  ];
  return ways.map((is) => nodes.filter(is)).find((found) => found.length > 0) ?? [];
}

/** What an answer to “what if?” rests on. */
export const ASSUMED =
  "Assumed: the same calls in the same order, each wait kept as long as it was, no queue that would be shorter.";

export interface OwnTime {
  readonly of: string;
  readonly nanos: bigint;
  readonly parts: number; // of the path
}

/** The own times on a path, summed by a text of the span: the longest first. They sum to the whole path. */
export function ownTimes(parts: readonly PathPart[], by: (node: Node) => string): readonly OwnTime[] {
  const sums = new Map<string, OwnTime>();
  for (const part of parts) {
    const of = by(part.node);
    const { nanos, parts: before } = sums.get(of) ?? { nanos: 0n, parts: 0 };
    sums.set(of, { of, nanos: nanos + lengthOf(part), parts: before + 1 });
  }
  return [...sums.values()].sort((a, b) => (a.nanos === b.nanos ? 0 : a.nanos > b.nanos ? -1 : 1));
}
