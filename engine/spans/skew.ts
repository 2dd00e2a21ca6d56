/**
 * Clocks that are apart: a child of another service that starts before its parent or ends after it, though it would
 * fit. It is moved so that the gaps before and after it are equal; one that does not fit is moved to its parent's start
 * only where it lies before it. Spans below it of the same service move with it. Raw times stay what they are: a shift
 * is something to be said.
 */
import { tracesOf } from "./tree.ts";
import type { Node, Trace } from "./tree.ts";

interface Shift {
  readonly node: Node;
  readonly nanos: bigint; // to be added to the child's times, beside the shift of its parent
}

/** The shifts below a root, from its children down. */
export const shiftsOf = (root: Node): readonly Shift[] =>
  movedUnder(root).filter(
    ({ node: { span, parent }, nanos }) => nanos !== 0n && parent !== null && span.service !== parent.span.service,
  );

/** How far each span below a root is to be moved. */
function movedUnder(root: Node): readonly Shift[] {
  const shifts: Shift[] = [];
  const open: (readonly [node: Node, moved: bigint])[] = [[root, 0n]];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const [parent, moved] = item;
    for (const child of parent.children) {
      const nanos = child.span.service === parent.span.service ? moved : shiftOf(child, parent, moved);
      shifts.push({ node: child, nanos });
      open.push([child, nanos]);
    }
  }
  return shifts;
}

/** The trace with its spans moved as if all clocks agreed. */
export function unskewed(trace: Trace): Trace {
  const shifts = new Map(
    [...trace.roots, ...trace.orphans].flatMap(movedUnder).map(({ node, nanos }) => [node, nanos]),
  );
  const moved = (time: bigint | null, node: Node): bigint | null =>
    time === null ? null : time + (shifts.get(node) ?? 0n);
  const spans = trace.nodes.map((node) => {
    const { start, end } = node.span;
    return { ...node.span, start: moved(start, node), end: moved(end, node) };
  });
  return tracesOf(spans)[0] ?? trace;
}

function shiftOf(child: Node, parent: Node, moved: bigint): bigint {
  const { start, end } = child.span;
  const { start: begins, end: ends } = parent.span;
  if (start === null || end === null || begins === null || ends === null || end < start) return 0n;
  const [length, room] = [end - start, ends - begins];
  const [from, to] = [begins + moved, ends + moved];
  if (start >= from && end <= to) return 0n;
  if (length <= room) return from + (room - length) / 2n - start;
  return start < from ? from - start : 0n;
}
