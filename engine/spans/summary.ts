/** What a trace holds, counted: the facts that every reader of traces is asked for. */
import type { Node, Trace } from "./tree.ts";

interface Summary {
  readonly firstNs: bigint | null; // the least start
  readonly lastNs: bigint | null; // the latest end
  readonly startBeforeParent: number;
  readonly endAfterParent: number;
  readonly unfinished: number;
  readonly negative: number;
}

export function summaryOf({ nodes }: Trace): Summary {
  const count = (is: (node: Node) => boolean): number => nodes.filter(is).length;
  let [firstNs, lastNs]: [bigint | null, bigint | null] = [null, null];
  for (const { span } of nodes) {
    if (span.start !== null && (firstNs === null || span.start < firstNs)) firstNs = span.start;
    if (span.end !== null && (lastNs === null || span.end > lastNs)) lastNs = span.end;
  }
  return {
    ...{ firstNs, lastNs },
    startBeforeParent: count(({ span, parent }) => isLess(span.start, parent?.span.start)),
    endAfterParent: count(({ span, parent }) => isLess(parent?.span.end, span.end)),
    unfinished: count(({ span }) => span.end === null),
    negative: count(({ span }) => isLess(span.end, span.start)),
  };
}

const isLess = (a: bigint | null | undefined, b: bigint | null | undefined): boolean =>
  typeof a === "bigint" && typeof b === "bigint" && a < b;
