/**
 * `lab join`: puts the parts of a sweep together. It holds each part to what its first line says: all parts must be
 * there, once each, whole, and of one sweep. Rows are copied piece by piece, so the parts may be larger than memory.
 */
import * as fs from "node:fs";
import { quote } from "../../faults/quote.ts";
import { itemAt } from "../../kernel/reads.ts";
import { groupedBy } from "../../kernel/tally.ts";
import type { Arguments } from "../arguments.ts";
import { refusal } from "../out-file.ts";
import { CHECK_FAILED, DONE, UsageError } from "../usage.ts";
import { printJson, progressOf } from "../verb.ts";
import type { Io, Verb } from "../verb.ts";
import { outKind } from "./output.ts";
import { differences, PART_FORMS } from "./part.ts";
import type { Part, PartKind, SweepIdentity } from "./part.ts";
import { changedStart, readEnd, readHead, sumOfStart } from "./part-file.ts";
import { counted } from "./rows.ts";

/** A file that the reader gave, with what it says of itself. */
interface GivenPart {
  readonly name: string;
  readonly path: string;
  readonly part: Part;
  readonly columns: string; // their line
  readonly rowsStart: number;
  /** The number of rows, and the position behind them; null where the part was cut short. */
  readonly end: ReturnType<typeof readEnd>;
}

function opened<T>(name: string, path: string, read: (file: number) => T): T {
  try {
    const file = fs.openSync(path, "r");
    try {
      return read(file);
    } finally {
      fs.closeSync(file);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`lab join: ${quote(name)} cannot be read: ${readRefusal(error)}.`);
  }
}

const readRefusal = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such file" : refusal(error);

function readGiven(name: string, kind: PartKind, io: Io): GivenPart {
  const path = io.path(name);
  return opened(name, path, (file) => {
    const form = PART_FORMS[kind];
    const head = readHead(file, form);
    if (head !== null) return { name, path, ...head, end: readEnd(file, form) };
    const other = kind === "csv" ? "json" : "csv";
    const isOther = readHead(file, PART_FORMS[other]) !== null;
    const why = changedStart(file, form);
    if (why !== null) {
      throw new UsageError(
        `lab join: ${quote(name)} is no part as the lab wrote it: it ${why}. Take the file as it was.`,
      );
    }
    throw new UsageError(
      isOther
        ? `lab join: ${quote(name)} is a part in ${other.toUpperCase()}; --out must end in .${other} as well.`
        : `lab join: ${quote(name)} is no part of a sweep: its first line does not say which. ` +
            "lab sweep … --shard i/n --out FILE writes parts.",
    );
  });
}

/** The sweep of most parts; of the first where none has more. */
function commonSweep(parts: readonly GivenPart[]): Pick<Part, "sweep" | "count"> {
  const groups = groupedBy(parts, ({ part }) => JSON.stringify([part.sweep, part.count]));
  const largest = [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most));
  const [first] = largest;
  if (first === undefined) throw new Error("lab join: there are no parts to compare.");
  return first.part;
}

/** What is wrong with the parts, a line each. */
function problemsOf(parts: readonly GivenPart[]): readonly string[] {
  const { sweep, count } = commonSweep(parts);
  const foreign = parts.flatMap(({ name, part }) => {
    const others = differences(part.sweep, sweep);
    const cut = part.count === count ? [] : [`${part.count} parts, not ${count}`];
    const what = [...cut, ...others].join("; ");
    return what === "" ? [] : [`${quote(name)} is of another sweep than most parts: ${what}.`];
  });
  const own = parts.filter(({ part }) => part.count === count && differences(part.sweep, sweep).length === 0);
  const byIndex = groupedBy(own, ({ part }) => part.index);
  const doubled = [...byIndex].flatMap(([index, same]) =>
    same.length > 1
      ? [`part ${index} is given ${same.length} times: ${same.map((one) => quote(one.name)).join(", ")}.`]
      : [],
  );
  const cutShort = own.flatMap(({ name, part, end }) =>
    end === null
      ? [`${quote(name)} is not whole: its end is missing. Run part ${part.index}/${count} again with --resume.`]
      : [],
  );
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !byIndex.has(index));
  return [...foreign, ...doubled, ...cutShort, ...missingText(missing, count, sweep)];
}

/** "parts 2, 5–9 of 10 are missing." */
function missingText(missing: readonly number[], count: number, { experiment }: SweepIdentity): readonly string[] {
  if (missing.length === 0) return [];
  const ranges: [number, number][] = [];
  for (const index of missing) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const text = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
  const are = missing.length === 1 ? `part ${text} of ${count} is` : `parts ${text} of ${count} are`;
  return [`${are} missing (${experiment}).`];
}

const PIECE = 1 << 20; // bytes copied at once

/** Copies the rows of a part and returns how many they are. */
function copyRows(
  part: GivenPart,
  lead: { readonly is: string; readonly wanted: string },
  out: (bytes: Buffer) => void,
) {
  const { name, path, rowsStart, end } = part;
  if (end === null) throw new Error(`lab join: ${name} has no end.`);
  return opened(name, path, (file) => {
    const piece = Buffer.alloc(PIECE);
    const sum = sumOfStart(file, rowsStart);
    let rows = 0;
    for (let at = rowsStart; at < end.rowsEnd;) {
      const read = fs.readSync(file, piece, 0, Math.min(PIECE, end.rowsEnd - at), at);
      if (read === 0) break;
      sum.update(piece.subarray(0, read));
      if (at === rowsStart && lead.is !== lead.wanted) piece.write(lead.wanted, 0);
      rows += lineBreaks(piece.subarray(0, read));
      out(piece.subarray(0, read));
      at += read;
    }
    const is =
      rows === end.rows
        ? "its bytes have another sum than its end says"
        : `it has ${rows} rows, and its end says ${end.rows}`;
    if (rows === end.rows && sum.digest("hex") === end.sum) return rows;
    throw new UsageError(`lab join: ${quote(name)} is damaged: ${is}. Remove it, and run that part again.`);
  });
}

function lineBreaks(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count++;
  return count;
}

/** Writes the whole sweep. Returns its number of rows. */
async function writeWhole(parts: readonly GivenPart[], kind: PartKind, name: string, args: Arguments, io: Io) {
  const form = PART_FORMS[kind];
  const progress = progressOf(args, io);
  const file = io.open("join", name);
  let rows = 0;
  try {
    file.write(form.wholeHead(itemAt(parts, 0, "part").columns));
    for (const [i, part] of parts.entries()) {
      progress(`${i + 1}/${parts.length} ${part.name}`);
      const lead = { is: form.lead.first, wanted: rows === 0 ? form.lead.first : form.lead.next };
      rows += copyRows(part, lead, (bytes) => file.write(bytes));
      const stop = await io.stopped();
      if (stop === null) continue;
      file.discard();
      io.err(`lab join: ${stop.why}; nothing was written.`);
      return { rows, stop };
    }
    file.write(form.wholeEnd);
  } catch (error) {
    file.discard();
    throw error;
  }
  file.finish();
  return { rows, stop: null };
}

async function joinParts(args: Arguments, io: Io): Promise<number> {
  const name = args.one("out");
  if (name === undefined) throw new UsageError("lab join: --out FILE is missing: the whole goes there.");
  const kind = outKind("join", name);
  if (args.operands.some((operand) => io.path(operand) === io.path(name))) {
    throw new UsageError(`lab join: --out ${quote(name)} is one of the parts. Give the whole another name.`);
  }
  const given = args.operands.map((operand) => readGiven(operand, kind, io));
  const problems = problemsOf(given);
  if (problems.length > 0) {
    for (const problem of problems) io.err(`lab join: ${problem}`);
    return CHECK_FAILED;
  }
  const parts = given.toSorted((a, b) => a.part.index - b.part.index);
  const { rows, stop } = await writeWhole(parts, kind, name, args, io);
  if (stop !== null) return stop.code;
  if (args.has("json")) printJson(io, { file: name, parts: parts.length, rows });
  else io.out(`${counted(rows, "row")} of ${counted(parts.length, "part")} written to ${name}`);
  return DONE;
}

export const join: Verb = {
  name: "join",
  summary: "Puts the parts of a sweep together, after it has checked that all of them are there.",
  operands: ["PART…"],
  flags: [{ name: "out", value: "FILE", what: "the whole sweep: .csv or .json, as the parts are" }],
  run: joinParts,
};
