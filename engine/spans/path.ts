/**
 * The critical path of a trace. From the root's end, within span S with cursor t: children are cut to S's interval; of
 * those that end at or before t the one with the latest end is followed (ties: the later start, then the smaller id).
 * From its end to t is S's own time; the child's path follows; then t is the child's start. With no child left, down to
 * S's start is S's own. The parts add up to the root's duration exactly.
 */
import type { Node } from "./tree.ts";

/** Time that belongs to a span itself. */
export interface PathPart {
  readonly node: Node;
  readonly from: bigint; // ns
  readonly to: bigint;
}

/** Where a span lies: as recorded, or as it would be. null where it has no start or no end. */
export type Interval = (node: Node) => readonly [start: bigint, end: bigint] | null;

export const recorded: Interval = ({ span: { start, end } }) => (start === null || end === null ? null : [start, end]);

interface Cut {
  readonly node: Node;
  readonly start: bigint;
  readonly end: bigint;
}

interface Walk extends Cut {
  readonly children: readonly Cut[]; // as they may be followed, the first first
  next: number; // of the children
  t: bigint;
}

/**
 * The parts of a root's path from its end to its start; those of no length are left out, and neighbours of one span are
 * joined. null where the root has no end or a negative length.
 * @param isLeftOut children that are not followed
 */
export function pathOf(
  root: Node,
  interval: Interval = recorded,
  isLeftOut: (child: Node) => boolean = () => false,
): readonly PathPart[] | null {
  const whole = interval(root);
  if (whole === null || whole[1] < whole[0]) return null;
  const parts: PathPart[] = [];
  const spend = (node: Node, from: bigint, to: bigint): void => {
    const last = parts.at(-1);
    if (from === to) return;
    if (last?.node === node) parts[parts.length - 1] = { node, from, to: last.to };
    else parts.push({ node, from, to });
  };
  const enter = (cut: Cut): Walk => ({ ...cut, children: followed(cut, interval, isLeftOut), next: 0, t: cut.end });
  const open = [enter({ node: root, start: whole[0], end: whole[1] })];
  for (let walk = open.at(-1); walk !== undefined; walk = open.at(-1)) {
    while ((walk.children[walk.next]?.end ?? walk.t) > walk.t) walk.next++; // it overlaps one that was followed
    const child = walk.children[walk.next++];
    if (child === undefined) {
      spend(walk.node, walk.start, walk.t);
      open.pop();
    } else {
      spend(walk.node, child.end, walk.t);
      walk.t = child.start;
      open.push(enter(child));
    }
  }
  return parts;
}

/** The children that may be followed, cut to their parent's interval: the latest end first. */
function followed(parent: Cut, interval: Interval, isLeftOut: (child: Node) => boolean): readonly Cut[] {
  const cuts = parent.node.children.flatMap((node): Cut[] => {
    const [start, end] = (isLeftOut(node) ? null : interval(node)) ?? [0n, 0n];
    if (end <= start) return [];
    const cut = { node, start: latest(start, parent.start), end: earliest(end, parent.end) };
    return cut.end > cut.start ? [cut] : [];
  });
  return cuts.sort(byEnd);
}

const latest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const earliest = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function byEnd(a: Cut, b: Cut): number {
  if (a.end !== b.end) return a.end > b.end ? -1 : 1;
  if (a.start !== b.start) return a.start > b.start ? -1 : 1;
  return a.node.id < b.node.id ? -1 : 1;
}
