/** `lab trace`: what a trace of services holds, its critical path, and what another time of one span would change. */
import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { quote, visible } from "../faults/quote.ts";
import { costsOf } from "../spans/costs.ts";
import type { Cost } from "../spans/costs.ts";
import { nanosText } from "../spans/number.ts";
import { pathOf } from "../spans/path.ts";
import type { PathPart } from "../spans/path.ts";
import { ASSUMED, isUnwaited, lengthOf, pathsOf, rootOf, spansMeant, sumOf } from "../spans/paths.ts";
import type { IsLeftOut, RootPath } from "../spans/paths.ts";
import { NAMES, readSpans } from "../spans/read.ts";
import { saidOf } from "../spans/said.ts";
import { shiftsOf } from "../spans/skew.ts";
import { SpanFileError } from "../spans/span.ts";
import type { SpanFile } from "../spans/span.ts";
import { summaryOf } from "../spans/summary.ts";
import { tracesOf } from "../spans/tree.ts";
import type { Node, Trace } from "../spans/tree.ts";
import { changed, factorOf } from "../spans/what-if.ts";
import type { Change } from "../spans/what-if.ts";
import type { Arguments } from "./arguments.ts";
import { readBytes } from "./read-text.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { graphJson, printGraph, twinOf } from "./trace-graph.ts";
import { textTable } from "./text-table.ts";
import { DONE, UsageError } from "./usage.ts";
import { printJson } from "./verb.ts";
import type { Io, Verb } from "./verb.ts";

const MOST = 256 << 20; // bytes of a file, and of what a packed one holds
const LISTED = 200; // parts of a path in JSON
const PRINTED = 40; // lines of a list on the screen

function refused(file: string, why: string): UsageError {
  return new UsageError(`lab trace: ${quote(file)}: ${why}`);
}

/** The text of a file, unpacked where it is packed by gzip. */
function textOf(file: string): string {
  const bytes = readBytes("trace:", file, inReadersFolder(file), MOST);
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unpacked(file, bytes) : bytes;
  const isWide = plain[0] === 0xff && plain[1] === 0xfe; // UTF-16, as some shells write
  return plain.toString(isWide ? "utf16le" : "utf8");
}

function unpacked(file: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw refused(
      file,
      isLarge ? `it unpacks to more than ${MOST >> 20} MB.` : "it is packed by gzip, and cut or damaged.",
    );
  }
}

function spansOf(file: string): SpanFile {
  try {
    return readSpans(textOf(file));
  } catch (error) {
    if (error instanceof SpanFileError) throw refused(file, error.message);
    throw error;
  }
}

const idsOf = (nodes: readonly Node[]): readonly string[] => nodes.map(({ id }) => id);
const partOf = (part: PathPart): readonly [string, string] => [part.node.id, String(lengthOf(part))];

function pathJson({ root, durationNs, parts }: RootPath) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${partOf(part).join(" ")}\n`);
  return {
    root: root.id,
    durationNs: String(durationNs),
    partCount: parts.length,
    sha256: hash.digest("hex"),
    parts: parts.slice(0, LISTED).map(partOf),
  };
}

const textOrNull = (value: bigint | null): string | null => (value === null ? null : String(value));

function traceJson(trace: Trace, isLeftOut: IsLeftOut) {
  const { firstNs, lastNs, ...counts } = summaryOf(trace);
  const shifts = [...trace.roots, ...trace.orphans].flatMap(shiftsOf);
  return {
    trace: trace.trace,
    spans: trace.nodes.length,
    firstNs: textOrNull(firstNs),
    lastNs: textOrNull(lastNs),
    roots: idsOf(trace.roots),
    orphans: idsOf(trace.orphans),
    repeatedIds: trace.repeatedIds,
    cycles: trace.cycles.map(idsOf),
    ...counts,
    paths: pathsOf(trace, isLeftOut).map(pathJson),
    shifts: shifts.slice(0, LISTED).map(({ node, nanos }) => [node.id, String(nanos)]),
    shiftCount: shifts.length,
    said: saidOf(trace),
  };
}

/** A root whose trace holds spans that are asked about, as it is and as it would be. */
interface WhatIf {
  readonly trace: Trace;
  readonly before: RootPath;
  readonly after: RootPath;
}

/** --what-if SPAN=FACTOR: the span with this id, or all spans of this operation or name. */
function changesOf(args: Arguments, traces: readonly Trace[]): ReadonlyMap<Node, Change> {
  const changes = new Map<Node, Change>();
  for (const asked of args.all("what-if")) {
    const split = asked.lastIndexOf("=");
    const [name, factorText] = [asked.slice(0, Math.max(0, split)), asked.slice(split + 1)];
    const factor = factorOf(factorText);
    if (split <= 0 || factor === undefined) {
      throw new UsageError(
        `lab trace: --what-if = ${quote(asked)}, want SPAN=FACTOR with a factor of 0 to 1000, such as 4bf92f35=0.5.`,
      );
    }
    const named = spansMeant(
      traces.flatMap((trace) => trace.nodes),
      name,
    );
    if (named.length === 0) {
      throw new UsageError(
        `lab trace: --what-if: no span has the id, the operation (service: name) or the name ${quote(name)}.`,
      );
    }
    for (const node of named) changes.set(node, { factor, isWhole: args.has("all-of-it") });
  }
  return changes;
}

function whatIfs(
  traces: readonly Trace[],
  changes: ReadonlyMap<Node, Change>,
  isLeftOut: IsLeftOut,
): readonly WhatIf[] {
  const asked = new Set([...changes.keys()].map(rootOf));
  return traces.flatMap((trace) =>
    pathsOf(trace, isLeftOut)
      .filter(({ root }) => asked.has(root))
      .map((before): WhatIf => {
        const parts = pathOf(before.root, changed(before.root, changes), isLeftOut) ?? [];
        return { trace, before, after: { root: before.root, durationNs: sumOf(parts), parts } };
      }),
  );
}

function whatIfJson({ trace, before, after }: WhatIf) {
  return {
    trace: trace.trace,
    root: before.root.id,
    beforeNs: String(before.durationNs),
    afterNs: String(after.durationNs),
    savedNs: String(before.durationNs - after.durationNs),
    assumed: ASSUMED,
    path: pathJson(after),
  };
}

const WIDEST = 60; // characters of a name

const cutText = (text: string): string => (text.length > WIDEST ? `${text.slice(0, WIDEST)}…` : text);
const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

function printPath({ durationNs, parts }: RootPath, io: Io): void {
  const rows = parts.slice(0, PRINTED).map((part) => {
    const share = durationNs === 0n ? 0 : Number((lengthOf(part) * 1000n) / durationNs) / 10;
    const { id, span } = part.node;
    const mark = isUnwaited(part.node) ? "not waited for" : "";
    const words = [span.service, span.name, id].map((word) => visible(cutText(word)));
    return [`  ${nanosText(lengthOf(part))}`, `${share.toFixed(1)} %`, ...words, mark];
  });
  io.out(textTable(["  own time", "of it", "service", "name", "span", ""], rows));
  if (parts.length > PRINTED) io.out(`  and ${parts.length - PRINTED} parts more`);
}

function printTrace(trace: Trace, isLeftOut: IsLeftOut, io: Io): void {
  io.out(`\ntrace ${visible(cutText(trace.trace))}: ${counted(trace.nodes.length, "span")}`);
  for (const sentence of saidOf(trace)) io.out(`  ${visible(sentence)}`);
  const paths = pathsOf(trace, isLeftOut);
  for (const path of paths.slice(0, PRINTED)) {
    io.out(`  critical path of ${visible(path.root.id)}, ${nanosText(path.durationNs)}, from its end to its start:`);
    printPath(path, io);
  }
  if (paths.length > PRINTED) io.out(`  and ${paths.length - PRINTED} paths more`);
}

function printCost({ service, name, spans, fixedNs, nsPerByte, explained }: Cost, io: Io): void {
  const fixed = nanosText(BigInt(Math.round(fixedNs)));
  const perByte = `${nsPerByte.toPrecision(3)} ns a byte`;
  io.out(
    `fitted to ${spans} spans ${quote(name)} of ${quote(service)}: ${fixed} and ${perByte} ` +
      `(${(100 * explained).toFixed(0)} % of the variance)`,
  );
}

interface Answered {
  readonly asked: readonly WhatIf[];
  readonly twin: ReturnType<typeof twinOf> | null;
}

function print(file: SpanFile, traces: readonly Trace[], { asked, twin }: Answered, args: Arguments, io: Io): void {
  const isLeftOut = leftOut(args);
  const services = new Set(file.spans.map(({ service }) => service)).size;
  const counts = [counted(file.spans.length, "span"), counted(services, "service"), counted(traces.length, "trace")];
  io.out(`${NAMES[file.format]}: ${counts.join(", ")}`);
  for (const note of file.notes) io.out(note);
  for (const trace of traces.slice(0, PRINTED)) printTrace(trace, isLeftOut, io);
  if (traces.length > PRINTED) io.out(`\nand ${traces.length - PRINTED} traces more; --json has them all.`);
  for (const cost of costsOf(file.spans).slice(0, PRINTED)) printCost(cost, io);
  if (twin !== null) printGraph(twin, io);
  for (const { before, after } of asked.slice(0, PRINTED)) {
    const [was, would] = [nanosText(before.durationNs), nanosText(after.durationNs)];
    io.out(
      `\nwhat if ${args.all("what-if").join(", ")}: ${visible(before.root.id)} would take ${would} in place of ${was}`,
    );
    io.out(ASSUMED);
    printPath(after, io);
  }
}

const leftOut = (args: Arguments): IsLeftOut => (args.has("waited-only") ? isUnwaited : () => false);

export const trace: Verb = {
  name: "trace",
  summary:
    "Reads a trace of services (OTLP JSON, Jaeger, Zipkin, Chrome; plain or gzip): its critical path, to the ns.",
  operands: ["FILE"],
  flags: [
    {
      name: "what-if",
      value: "SPAN=FACTOR",
      many: true,
      what: "the path if the own time of this span (an id, or a name) were so many times as long",
    },
    {
      name: "graph",
      what: "the nearest graph of services as an experiment, and its simulated times beside the recorded",
    },
    { name: "all-of-it", what: "with --what-if: everything below the span, too" },
    { name: "waited-only", what: "leave out what outlasts its parent, and consumers under a producer" },
  ],
  run: (args, io) => {
    const file = spansOf(args.operand(0));
    const traces = tracesOf(file.spans);
    const isLeftOut = leftOut(args);
    const asked = whatIfs(traces, changesOf(args, traces), isLeftOut);
    const twin = args.has("graph") ? twinOf(traces) : null;
    if (!args.has("json")) {
      print(file, traces, { asked, twin }, args, io);
      return DONE;
    }
    printJson(io, {
      format: file.format,
      spans: file.spans.length,
      services: new Set(file.spans.map(({ service }) => service)).size,
      errors: file.spans.filter(({ isError }) => isError).length,
      traces: traces.map((one) => traceJson(one, isLeftOut)),
      costs: costsOf(file.spans),
      notes: file.notes,
      ...(twin === null ? {} : { graph: graphJson(twin) }),
      ...(asked.length === 0 ? {} : { whatIf: asked.map(whatIfJson) }),
    });
    return DONE;
  },
};
