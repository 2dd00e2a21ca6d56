/** What the page shows of a file of traces: its summary, a row for each trace, one of them. Times in nanoseconds. */
import { numberUnder, tally } from "../../engine/kernel/tally.ts";
import type { ForeignTrace } from "../../engine/experiments/types.ts";
import type { Cost } from "../../engine/spans/costs.ts";
import { lengthOf, operationOf, ownTimes, rootOf, sumOf } from "../../engine/spans/paths.ts";
import type { OwnTime, RootPath } from "../../engine/spans/paths.ts";
import { NAMES } from "../../engine/spans/read.ts";
import type { SpanFile } from "../../engine/spans/span.ts";
import { durationOf } from "../../engine/spans/tree.ts";
import type { Node, Trace } from "../../engine/spans/tree.ts";

export interface SpansSummary {
  readonly name: string;
  readonly format: string; // "OTLP JSON"
  readonly spans: number;
  readonly services: number;
  readonly traces: number;
  readonly notes: readonly string[];
  readonly costs: readonly Cost[];
}

export interface TraceRow {
  readonly number: number; // from 1
  readonly root: string; // "front: page"
  readonly took: number | null; // of its longest path; null: no span has a length
  readonly services: number;
  readonly spans: number;
  readonly errors: number;
}

export interface ReadTraces {
  readonly summary: SpansSummary;
  readonly rows: readonly TraceRow[];
}

/** Own time on the critical path. */
interface PathShare {
  readonly of: string;
  readonly nanos: number;
  readonly parts: number;
}

interface ShownPart {
  readonly span: string; // its id
  readonly service: string;
  readonly name: string;
  readonly from: number; // from the root's start
  readonly nanos: number;
}

/** What may be given another time: an operation, which is in so many spans of the trace. */
interface Operation {
  readonly of: string; // "storage: get"
  readonly spans: number;
  readonly onPath: number;
}

/** One span, as its file has it. */
export interface SpanFacts {
  readonly id: string;
  readonly title: string; // "storage: get"
  readonly kind: string; // "server"
  readonly from: number | null; // since its root’s start; null: the file does not say
  readonly took: number | null; // null: it did not end
  readonly own: number; // on the path that is shown
  readonly parent: { readonly id: string; readonly title: string } | null;
  readonly children: number;
  readonly bytes: number | null; // of the messages of its call
  readonly isError: boolean;
}

interface ShownPath {
  readonly traced: ForeignTrace;
  readonly took: number;
  readonly services: readonly PathShare[];
  readonly parts: readonly ShownPart[]; // in the order of time, the first of them
  readonly partCount: number;
  /** The id of the span of each row of work in the trace. */
  readonly spanOf: readonly string[];
  /** Spans that are too many for the figure. */
  readonly left: number;
}

/** A trace in which no root has a length. */
export interface PathlessTrace {
  readonly traced: null;
  readonly said: readonly string[];
}

export interface ShownTrace extends ShownPath {
  readonly trace: string; // its id
  /** The roots of the trace that have a path, with the one that is shown. */
  readonly roots: readonly { readonly id: string; readonly title: string }[];
  readonly root: number;
  readonly said: readonly string[];
  /** Spans whose clocks seem to be apart from their parents’. */
  readonly shifts: number;
  /** Spans that nobody waited for. */
  readonly unwaited: number;
  readonly operations: readonly Operation[];
  /** The span that the reader chose; null for none, or for an operation. */
  readonly chosen: SpanFacts | null;
  /** Its length as recorded, where `took` is what it would be; null where nothing was asked. */
  readonly before: number | null;
}

export const summaryOf = (name: string, file: SpanFile, traces: number, costs: readonly Cost[]): SpansSummary => ({
  name,
  format: NAMES[file.format],
  spans: file.spans.length,
  services: servicesIn(file.spans),
  traces,
  notes: file.notes,
  costs,
});

const servicesIn = (spans: readonly { readonly service: string }[]): number =>
  new Set(spans.map(({ service }) => service)).size;

/** A row tells of the longest root; of a trace whose spans have no length, of the first. */
export function rowOf(trace: Trace, index: number): TraceRow {
  let [head, took]: [Node | undefined, bigint] = [trace.roots[0] ?? trace.nodes[0], -1n];
  for (const root of [...trace.roots, ...trace.orphans]) {
    const length = durationOf(root) ?? -1n;
    if (length > took) [head, took] = [root, length];
  }
  return {
    number: index + 1,
    root: head === undefined ? "" : operationOf(head),
    took: took < 0n ? null : Number(took),
    services: servicesIn(trace.nodes.map(({ span }) => span)),
    spans: trace.nodes.length,
    errors: trace.nodes.filter(({ span }) => span.isError).length,
  };
}

const shareOf = ({ of, nanos, parts }: OwnTime): PathShare => ({ of, nanos: Number(nanos), parts });

export function factsOf(node: Node, { parts }: RootPath): SpanFacts {
  const { id, span, parent, children } = node;
  const zero = rootOf(node).span.start;
  const took = durationOf(node);
  return {
    ...{ id, title: operationOf(node), kind: span.kind, children: children.length },
    from: span.start === null || zero === null ? null : Number(span.start - zero),
    took: took === null ? null : Number(took),
    own: Number(sumOf(parts.filter((part) => part.node === node))),
    parent: parent === null ? null : { id: parent.id, title: operationOf(parent) },
    ...{ bytes: span.bytes, isError: span.isError },
  };
}

const LISTED = 200; // parts of a path

export function pathShown({ parts }: RootPath): Pick<ShownPath, "services" | "parts" | "partCount"> {
  const zero = parts.at(-1)?.from ?? 0n;
  return {
    services: ownTimes(parts, ({ span }) => span.service).map(shareOf),
    parts: parts
      .toReversed()
      .slice(0, LISTED)
      .map((part) => {
        const { id, span } = part.node;
        const { service, name } = span;
        return { span: id, service, name, from: Number(part.from - zero), nanos: Number(lengthOf(part)) };
      }),
    partCount: parts.length,
  };
}

/** The operations below a root: those on its path first, by their time on it. */
export function operationsOf(root: Node, { parts }: RootPath): readonly Operation[] {
  const counts = new Map<string, number>(ownTimes(parts, operationOf).map(({ of }) => [of, 0]));
  const onPath = new Map(ownTimes(parts, operationOf).map(({ of, nanos }) => [of, Number(nanos)]));
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const of = operationOf(node);
    tally(counts, of);
    for (const child of node.children) open.push(child);
  }
  return [...counts].map(([of, spans]) => ({ of, spans, onPath: numberUnder(onPath, of) }));
}
