/**
 * Clocks that are apart: a child of another service that starts before its parent or ends after it, though it would
 * fit. It is moved so that the gaps before and after it are equal; one that does not fit is moved to its parent's start
 * only where it lies before it. Spans below it of the same service move with it. Raw times stay what they are: a shift
 * is something to be said.
 */
import { durationOf } from "./tree.ts";
import type { Node } from "./tree.ts";

interface Shift {
  readonly node: Node;
  readonly nanos: bigint; // to be added to the child's times, beside the shift of its parent
}

/** The shifts below a root, from its children down. */
export function shiftsOf(root: Node): readonly Shift[] {
  const shifts: Shift[] = [];
  const open: (readonly [node: Node, moved: bigint])[] = [[root, 0n]];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const [parent, moved] = item;
    for (const child of parent.children) {
      if (child.span.service === parent.span.service) {
        open.push([child, moved]);
        continue;
      }
      const nanos = shiftOf(child, parent, moved);
      if (nanos !== 0n) shifts.push({ node: child, nanos });
      open.push([child, nanos]);
    }
  }
  return shifts;
}

function shiftOf(child: Node, parent: Node, moved: bigint): bigint {
  const [length, room] = [durationOf(child), durationOf(parent)];
  const { start, end } = child.span;
  if (length === null || room === null || start === null || end === null || length < 0n) return 0n;
  const [from, to] = [(parent.span.start ?? 0n) + moved, (parent.span.end ?? 0n) + moved];
  if (start >= from && end <= to) return 0n;
  if (length <= room) return from + (room - length) / 2n - start;
  return start < from ? from - start : 0n;
}
