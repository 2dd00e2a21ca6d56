/** `lab dissect`: the calls of a capture. */
import { notFormula } from "../kernel/csv.ts";
import { itemAt } from "../kernel/reads.ts";
import { stateOf, tookNs, type Call } from "../capture/call.ts";
import { Dissection } from "../capture/dissection.ts";
import { epochText, type Stamp } from "../capture/frame.ts";
import { linkName } from "../capture/link.ts";
import { callOutline, milliseconds, statusText } from "../capture/outline.ts";
import { nameOf } from "../capture/call.ts";
import type { Interface } from "../capture/calls.ts";
import { plainValues } from "../stubs/named-value.ts";
import type { Arguments } from "./arguments.ts";
import { DEFINE, readDeclarations } from "./interface-files.ts";
import { readCaptureFile } from "./capture-file.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { DONE, UsageError } from "./usage.ts";
import { progressOf, type Io, type Verb } from "./verb.ts";

/** Prints calls as they come. */
interface Printer {
  readonly call: (call: Call) => void;
  readonly end: () => void;
}

const NO_TIME: Stamp = { seconds: 0, ns: 0 };
const startOf = ({ reader }: Dissection): Stamp => reader.facts.start ?? NO_TIME;

/** What the file holds beside its calls. */
function summaryOf(dissection: Dissection) {
  const { reader, counts, others, callCount, endNs } = dissection;
  const { facts } = reader;
  return {
    format: facts.format,
    gzip: facts.isPacked,
    bytes: facts.bytes,
    frames: facts.frames,
    cutFrames: facts.cutFrames,
    links: [...facts.linkTypes].map((type) => linkName(type) ?? `link type ${type}`),
    start: facts.start === null ? null : epochText(facts.start, 0),
    seconds: endNs / 1e9,
    clockResolutionNs: dissection.clockNs(),
    dropped: facts.dropped,
    calls: callCount,
    comments: facts.comments,
    packetComments: facts.packetComments,
    notes: facts.notes.map(({ text }) => text),
    ...counts,
    others: [...others.byName].map(([name, { packets, bytes, firstNs, lastNs }]) => ({
      name,
      packets,
      bytes,
      firstSeconds: firstNs / 1e9,
      lastSeconds: lastNs / 1e9,
    })),
    otherFlows: others.flows,
  };
}

function jsonPrinter(io: Io, dissection: () => Dissection): Printer {
  let isFirst = true;
  return {
    call: (call) => {
      io.out(`${isFirst ? '{"calls": [\n' : ","}${JSON.stringify(callOutline(call, startOf(dissection())))}`);
      isFirst = false;
    },
    end: () =>
      io.out(`${isFirst ? '{"calls": [' : ""}],\n"file": ${JSON.stringify(summaryOf(dissection()), null, 2)}}`),
  };
}

const COLUMNS = [
  ...["number", "frame", "reply_frame", "time_s", "took_ms", "transport", "client", "server", "xid", "program"],
  ...["version", "procedure", "program_name", "procedure_name", "object", "handle", "operations", "state", "status"],
  ...["sent_again", "replies", "credentials"],
];

/** RFC 4180 §2. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number | null | undefined): string {
  if (typeof value !== "string") return String(value ?? "");
  const safe = notFormula(value);
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvPrinter(io: Io, dissection: () => Dissection): Printer {
  let isFirst = true;
  const head = (): void => {
    if (isFirst) io.out(COLUMNS.join(","));
    isFirst = false;
  };
  return {
    call: (call) => {
      head();
      const [sent] = call.sends;
      const [reply] = call.replies;
      const took = tookNs(call);
      const first = sent ?? reply;
      const time = first === undefined ? null : epochText(startOf(dissection()), first.timeNs);
      // Written out: spread lists take longer than all else.
      const row = [
        call.number,
        sent?.frame,
        reply?.frame,
        time,
        took === null ? null : milliseconds(took),
        call.transport,
        call.client,
        call.server,
        call.xid,
        call.program,
        call.version,
        call.procedure,
        call.programName,
        call.procedureName,
        call.object,
        call.handle,
        call.operations?.join(" "),
        stateOf(call),
        statusText(call),
        Math.max(0, call.sends.length - 1),
        call.replies.length,
        call.credentials,
      ];
      io.out(row.map(cell).join(","));
    },
    end: () => {
      head();
      for (const { text } of dissection().reader.facts.notes) io.err(`lab dissect: ${text}`);
    },
  };
}

/** Lines go out together: a write for each call takes longer than the call. */
const TOGETHER = 500;

class Lines {
  private lines: string[] = [];
  private readonly write: (text: string) => void;

  constructor(write: (text: string) => void) {
    this.write = write;
  }

  add(line: string): void {
    if (this.lines.push(line) >= TOGETHER) this.flush();
  }

  flush(): void {
    if (this.lines.length > 0) this.write(this.lines.join("\n"));
    this.lines = [];
  }
}

/** Control characters of texts from a file must not reach a terminal. */
const plain = (text: string): string =>
  Array.from(text, (letter) => (letter < " " || (letter >= "\u007f" && letter < "\u00a0") ? "·" : letter)).join("");

function textPrinter(io: Io, dissection: () => Dissection): Printer {
  let isFirst = true;
  const row = (...cells: readonly [string, string, string, string, string, string]): void => {
    const [number, sent, took, again, who, what] = cells;
    const numbers = `${number.padStart(6)} ${sent.padStart(12)} ${took.padStart(11)} ${again.padStart(5)}`;
    io.out(plain(`${numbers}  ${who.padEnd(44)} ${what}`));
  };
  return {
    call: (call) => {
      if (isFirst) row("call", "sent, s", "took, ms", "again", "from → to", "program, procedure: status");
      isFirst = false;
      const took = tookNs(call);
      const first = call.sends[0] ?? itemAt(call.replies, 0, "reply");
      const again = Math.max(0, call.sends.length - 1) + Math.max(0, call.replies.length - 1);
      row(
        String(call.number),
        (first.timeNs / 1e9).toFixed(6),
        took === null ? "?" : (took / 1e6).toFixed(3),
        again === 0 ? "" : String(again),
        `${call.client} → ${call.server}`,
        `${nameOf(call)}: ${statusText(call)}${valuesText(call)}`,
      );
    },
    end: () => endOfText(io, dissection(), isFirst),
  };
}

function endOfText(io: Io, dissection: Dissection, isEmpty: boolean): void {
  const summary = summaryOf(dissection);
  const { frames, calls, seconds, clockResolutionNs, others, links, dropped, cutFrames, unseenBytes, holes } = summary;
  if (!isEmpty) io.out("");
  const clock = clockResolutionNs === null ? "" : `, clock in steps of ${clockResolutionNs / 1000} µs`;
  io.out(
    `${calls} calls in ${frames} packets, ${seconds} s, ${summary.format}, ${links.join(", ") || "no link"}${clock}.`,
  );
  if (cutFrames > 0) io.out(`${cutFrames} packets are longer than what the file holds of them.`);
  if (dropped > 0) io.out(`The recorder dropped ${dropped} packets.`);
  if (holes > 0 || unseenBytes > 0) {
    io.out(`${unseenBytes} bytes of connections with calls are not in the file, in ${holes} gaps.`);
  }
  if (summary.unreadBytes > 0) io.out(`${summary.unreadBytes} bytes between records could not be read.`);
  if (summary.differingFrames.length > 0) {
    io.out(`Sent again with other bytes, where the first stand: packets ${summary.differingFrames.join(", ")}.`);
  }
  for (const { name, packets, bytes, firstSeconds, lastSeconds } of others) {
    io.out(`Beside the calls: ${name}, ${packets} packets, ${bytes} bytes, ${firstSeconds} to ${lastSeconds} s.`);
  }
  for (const comment of summary.comments) io.out(plain(`Comment: ${comment.slice(0, MOST_COMMENT)}`));
  if (summary.packetComments.length > 0)
    io.out(`${summary.packetComments.length} packets have comments: --json has them.`);
  for (const note of summary.notes) io.out(note);
}

function printerOf(args: Arguments, io: Io, dissection: () => Dissection): Printer {
  if (args.has("json") && args.has("csv")) throw new UsageError("lab dissect: --json or --csv, not both.");
  if (args.has("json")) return jsonPrinter(io, dissection);
  return args.has("csv") ? csvPrinter(io, dissection) : textPrinter(io, dissection);
}

/** What the interface files of the command line declare; null without one. */
function interfacesIn(args: Arguments): Interface | null {
  if (!args.has("interface")) return null;
  const declared = readDeclarations("dissect", "interface", args);
  return (asked) => {
    const found = declared(asked);
    if (found === null) return null;
    const { program, procedure } = found;
    return {
      ...{ program, procedure },
      valuesOf: (direction, bytes) => {
        const { values: read, stopped } = found.read(direction, bytes);
        const values = plainValues(read);
        return stopped === null ? values : { values, stopped };
      },
    };
  };
}

/** Letters on a line; --json has all. */
const MOST_VALUES = 400;
const MOST_COMMENT = 400;

/** Values on one line, as far as a line goes. */
function valuesText({ values }: Call): string {
  if (values === null) return "";
  const given = JSON.stringify(values.arguments ?? null);
  const results = values.results === undefined ? "" : ` → ${JSON.stringify(values.results)}`;
  const text = `${given}${results}`;
  return ` ${text.length > MOST_VALUES ? `${text.slice(0, MOST_VALUES)}…` : text}`;
}

export const dissect: Verb = {
  name: "dissect",
  summary: "Reads a capture (pcap, pcapng, gzip): Sun RPC, NFS and RPC2 calls, matched with their replies.",
  operands: ["FILE"],
  flags: [
    { name: "csv", what: "print a row for each call" },
    {
      name: "interface",
      value: "FILE",
      many: true,
      what: "an interface file, .x of Sun RPC or .rpc2 of RPC2: it names procedures, arguments and results",
    },
    DEFINE,
  ],
  run: async (args, io) => {
    const name = args.operand(0);
    const dissection: Dissection = new Dissection((call) => printer.call(call), interfacesIn(args));
    const lines = new Lines(io.out);
    const printer = printerOf(args, { ...io, out: (line) => lines.add(line) }, () => dissection);
    try {
      await readCaptureFile("dissect", name, inReadersFolder(name), dissection, progressOf(args, io));
      printer.end();
    } finally {
      lines.flush();
    }
    return DONE;
  },
};
