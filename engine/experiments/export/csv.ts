/**
 * A run as one table: comma-separated values as in RFC 4180 (a header line, quotes where needed), so that any program
 * reads it. Its lines end with "\n" as those of all files here, and all of it is ASCII: a spreadsheet guesses the
 * letters of a file.
 *
 * The table explains itself in its first rows: rows with the record "run" say what was run, rows with the record
 * "column" say what a column holds. Then comes one row a span, one a packet, and one a step of a protocol's state
 * machine.
 */
import { fateOf, itemAt, lossOf, numberAt, originOf, ownerOf, timeAt } from "../../kernel/reads.ts";
import { csvCell } from "./csv-cell.ts";
import { factsOf, packetName, refText, trackOf, wordOf, type Exported } from "./facts.ts";

/** The columns in their order, and what they hold. */
const COLUMNS = {
  record: "what the row is: run, column, span (a piece of work on a track), packet or transition (of a protocol)",
  row: "number of the row in its table, from 0; causes name spans and packets by it",
  call: "number of the call that it serves, from 1; empty where it serves none",
  name: "a span’s step, a packet’s kind and call, or the states before and after a transition",
  layer: "whose work a span is: rpc, kernel, hardware, wire or other",
  machine: "machine of the span or the transition, or the sender; empty for a medium",
  track: "track of the span, or the sender’s controller",
  toMachine: "packets only: the receiver",
  toTrack: "packets only: the receiver’s controller",
  startNs: "nanoseconds from the start of the run: a span’s start, or when a packet’s first bit departs",
  endNs: "nanoseconds from the start of the run: a span’s end, or when a packet’s last bit arrives or would have",
  owner: "spans: the thread that works, empty for hardware and interrupts; transitions: the protocol’s instance",
  bytes: "packets only: bytes of the frame, without preamble and check sequence",
  fate: "packets only: delivered, lost, ignored, or in flight when the run ended",
  loss: "lost packets only: why; empty where nothing says it",
  origin: "packets only: first, retransmission, duplicate or other traffic",
  delayedNs: "packets only: nanoseconds that a fault added",
  cause: "the span, packet or mark that enabled it; empty where nothing did",
  detail: "spans: where the duration comes from; transitions: protocol and input; run and column rows: the value",
} as const;

type Column = keyof typeof COLUMNS;
type Row = Partial<Record<Column, string | number | null>>;
const NAMES = Object.keys(COLUMNS) as Column[];

export function toCsv(exported: Exported): string {
  const head = [
    ...factsOf(exported).map(({ name, value }): Row => ({ record: "run", name, detail: value })),
    ...NAMES.map((name): Row => ({ record: "column", name, detail: COLUMNS[name] })),
  ];
  const { spans, packets, transitions } = exported.trace;
  const lines = [NAMES.join(","), ...head.map(line)];
  for (let row = 0; row < spans.count; row++) lines.push(line(spanRow(exported, row)));
  for (let row = 0; row < packets.count; row++) lines.push(line(packetRow(exported, row)));
  for (let row = 0; row < transitions.count; row++) lines.push(line(transitionRow(exported, row)));
  return `${lines.join("\n")}\n`;
}

function spanRow({ trace }: Exported, row: number): Row {
  const { spans } = trace;
  const { name, layer, source } = itemAt(trace.steps, numberAt(spans.step, row), "step");
  const track = trackOf(trace, numberAt(spans.track, row));
  return {
    record: "span",
    row,
    call: numberAt(spans.call, row) || "",
    name,
    layer,
    machine: track.machine,
    track: track.name,
    startNs: timeAt(spans.start, row),
    endNs: timeAt(spans.end, row),
    owner: ownerOf(trace, row),
    cause: refText(numberAt(spans.cause, row)),
    detail: `${source.kind}: ${source.text}`,
  };
}

function packetRow({ trace }: Exported, row: number): Row {
  const { packets } = trace;
  const from = trackOf(trace, numberAt(packets.from, row));
  const to = trackOf(trace, numberAt(packets.to, row));
  return {
    record: "packet",
    row,
    call: numberAt(packets.call, row) || "",
    name: packetName(trace, row),
    machine: from.machine,
    track: from.name,
    toMachine: to.machine,
    toTrack: to.name,
    startNs: timeAt(packets.departs, row),
    endNs: timeAt(packets.arrives, row),
    bytes: numberAt(packets.bytes, row),
    fate: fateOf(trace, row),
    loss: lossOf(trace, row),
    origin: originOf(trace, row),
    delayedNs: timeAt(packets.delayed, row),
    cause: refText(numberAt(packets.cause, row)),
  };
}

function transitionRow({ trace }: Exported, row: number): Row {
  const { transitions: steps } = trace;
  const at = timeAt(steps.at, row);
  return {
    record: "transition",
    row,
    call: numberAt(steps.call, row) || "",
    name: `${wordOf(trace, numberAt(steps.from, row))} to ${wordOf(trace, numberAt(steps.to, row))}`,
    machine: wordOf(trace, numberAt(steps.machine, row)),
    startNs: at,
    endNs: at,
    owner: wordOf(trace, numberAt(steps.instance, row)),
    cause: refText(numberAt(steps.cause, row)),
    detail: `${wordOf(trace, numberAt(steps.protocol, row))}: ${wordOf(trace, numberAt(steps.input, row))}`,
  };
}

const line = (row: Row): string => NAMES.map((name) => csvCell(row[name] ?? null)).join(",");
