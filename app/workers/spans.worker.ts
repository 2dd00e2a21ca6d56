/** Reads a file of traces off the page’s thread, and keeps it: the page asks for one trace after the other. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { costsOf } from "../../engine/spans/costs.ts";
import type { FittedGraph } from "../../engine/spans/graph.ts";
import { recorded } from "../../engine/spans/path.ts";
import type { Interval } from "../../engine/spans/path.ts";
import type { RootPath } from "../../engine/spans/paths.ts";
import { isUnwaited, operationOf, pathsOf, rootOf, rootPath, spansMeant } from "../../engine/spans/paths.ts";
import { readSpans } from "../../engine/spans/read.ts";
import { saidOf } from "../../engine/spans/said.ts";
import { shiftsOf, unskewed } from "../../engine/spans/skew.ts";
import type { SpanFile } from "../../engine/spans/span.ts";
import { spansTraced } from "../../engine/spans/traced.ts";
import { tracesOf } from "../../engine/spans/tree.ts";
import type { Node, Trace } from "../../engine/spans/tree.ts";
import { changed, factorOf } from "../../engine/spans/what-if.ts";
import type { Change } from "../../engine/spans/what-if.ts";
import { factsOf, operationsOf, pathShown, rowOf, summaryOf } from "./spans-rows.ts";
import type { PathlessTrace, ReadTraces, ShownTrace } from "./spans-rows.ts";
import { expose } from "./remote.ts";

/** What the reader supposes: the spans that a text means take so many times as long. */
export interface Supposed {
  readonly span: string;
  readonly factor: string; // "0.5"
  /** Everything below them, too. */
  readonly isWhole: boolean;
}

export interface AskedTrace {
  /** The place of the root; null: that with the longest path. */
  readonly root: number | null;
  readonly supposed: Supposed | null;
  /** Whether the path leaves out what nobody waited for. */
  readonly isWaitedOnly: boolean;
  /** Whether spans are moved as if all clocks agreed. */
  readonly isShifted: boolean;
}

interface Kept {
  readonly name: string;
  readonly file: SpanFile;
  readonly traces: readonly Trace[];
}

const MOST_MB = 256; // of a file, and of what a packed one holds
const MOST_BYTES = MOST_MB * 2 ** 20;

let kept: Kept | null = null;

/** The bytes of a file, unpacked where gzip is around them. */
async function bytesOf(blob: Blob): Promise<Uint8Array> {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return new Uint8Array(await blob.arrayBuffer());
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = blob.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      chunks.push(piece.value);
      length += piece.value.length;
      if (length > MOST_BYTES) break;
    }
  } catch (error) {
    if (error instanceof TypeError) throw new TypeError("It is packed by gzip, and cut or damaged.", { cause: error });
    throw error;
  }
  if (length > MOST_BYTES) throw new RangeError(`It unpacks to more than ${MOST_MB} MB.`);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The text of a file; UTF-16 too, as some shells write. */
async function textOf(blob: Blob): Promise<string> {
  if (blob.size > MOST_BYTES) {
    throw new RangeError(`It has ${Math.ceil(blob.size / 2 ** 20)} MB; the page reads traces up to ${MOST_MB} MB.`);
  }
  const bytes = await bytesOf(blob);
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(bytes);
}

const capital = (sentence: string): string => `${sentence.slice(0, 1).toUpperCase()}${sentence.slice(1)}`;

function spansOf(text: string): SpanFile {
  try {
    return readSpans(text);
  } catch (error) {
    if (error instanceof Error) throw new Error(capital(error.message), { cause: error });
    throw error;
  }
}

const opened = (): Kept => {
  if (kept === null) throw new Error("No trace is open.");
  return kept;
};

function changesOf(trace: Trace, supposed: Supposed | null): ReadonlyMap<Node, Change> {
  const factor = supposed === null ? undefined : factorOf(supposed.factor);
  if (supposed === null || factor === undefined) return new Map();
  const { span, isWhole } = supposed;
  return new Map(spansMeant(trace.nodes, span).map((node) => [node, { factor, isWhole }]));
}

const longestOf = (paths: readonly RootPath[]): number =>
  paths.reduce((best, { durationNs }, i) => (durationNs > itemAt(paths, best, "path").durationNs ? i : best), 0);

const served = {
  read: async (name: string, blob: Blob): Promise<ReadTraces> => {
    const file = spansOf(await textOf(blob));
    const traces = tracesOf(file.spans);
    kept = { name, file, traces };
    return { summary: summaryOf(name, file, traces.length, costsOf(file.spans)), rows: traces.map(rowOf) };
  },

  /** The nearest graph of services; null where no trace has a root with a length. */
  graph: async (): Promise<FittedGraph | null> => {
    const { graphOf } = await import("../../engine/spans/graph.ts");
    return graphOf(opened().traces);
  },

  /** One trace, by one of its roots; as it would be where the reader supposes something. */
  show: (number: number, { root, supposed, isWaitedOnly, isShifted }: AskedTrace): ShownTrace | PathlessTrace => {
    const { name, traces } = opened();
    const raw = traces[number - 1];
    if (raw === undefined) throw new RangeError(`${name} has no trace ${number}.`);
    const trace = isShifted ? unskewed(raw) : raw;
    const isLeftOut = isWaitedOnly ? isUnwaited : undefined;
    const paths = pathsOf(trace, isLeftOut);
    const place = root !== null && root < paths.length ? root : longestOf(paths);
    const path = paths[place];
    if (path === undefined) return { traced: null, said: saidOf(raw) };
    const changes = changesOf(trace, supposed);
    const others = [...trace.roots, ...trace.orphans].filter((one) => one !== path.root);
    const supposedly = changed(path.root, changes);
    const interval: Interval = (node) => (rootOf(node) === path.root ? supposedly(node) : recorded(node));
    const lies = changes.size === 0 ? recorded : interval;
    const after = changes.size === 0 ? path : (rootPath(path.root, lies, isLeftOut) ?? path);
    const chosen = trace.nodes.find(({ id }) => id === supposed?.span);
    const { trace: data, nodes, left } = spansTraced(after, lies, others);
    return {
      trace: trace.trace,
      roots: paths.map((one) => ({ id: one.root.id, title: operationOf(one.root) })),
      root: place,
      said: isShifted ? [...saidOf(trace), "Spans are moved as if all clocks agreed."] : saidOf(trace),
      shifts: [...raw.roots, ...raw.orphans].flatMap(shiftsOf).length,
      unwaited: trace.nodes.filter(isUnwaited).length,
      operations: operationsOf(path.root, path),
      chosen: chosen === undefined ? null : factsOf(chosen, after),
      traced: { source: name, trace: data },
      took: Number(after.durationNs),
      before: changes.size === 0 ? null : Number(path.durationNs),
      ...pathShown(after),
      spanOf: nodes.map(({ id }) => id),
      left,
    };
  },
};

export type SpansWorker = typeof served;
expose(served);
