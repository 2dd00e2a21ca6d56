/** Where the rows of a sweep go: standard output, a file of the whole sweep, or a file of one of its parts. */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { sweepColumns } from "../../experiments/export/sweep-csv.ts";
import { quote, quoteWhole } from "../../faults/quote.ts";
import type { Arguments } from "../arguments.ts";
import { engineVersion } from "../engine-version.ts";
import { partialOf } from "../out-file.ts";
import { DONE, UsageError } from "../usage.ts";
import { printJson } from "../verb.ts";
import type { Io } from "../verb.ts";
import { differences, identityOf, PART_FORMS } from "./part.ts";
import type { Part, PartForm, PartKind } from "./part.ts";
import { DamagedPart, followRows, kindOf, PART_ENDINGS, readEnd, readHead, sumOfStart } from "./part-file.ts";
import type { LeftPart } from "./part-file.ts";
import type { Plan, Shard } from "./plan.ts";
import { rowWriter } from "./row-writer.ts";
import type { Lines, RowWriter } from "./row-writer.ts";
import { counted, stopText, withRows, writeRows } from "./rows.ts";

const columnsOf = ({ experiment, curve }: Plan): readonly string[] => sweepColumns(experiment, curve.request.over);

export async function toStandardOutput(plan: Plan, args: Arguments, io: Io): Promise<number> {
  const format = args.has("json") ? "json" : args.has("csv") ? "csv" : "text";
  const hasHead = plan.shard === null || plan.shard.index === 1;
  const open = (): RowWriter => rowWriter(format, columnsOf(plan), hasHead, (text) => io.out(text));
  const outcome = await writeRows(plan, open, args, io);
  const { rows, stop, failure } = outcome;
  if (failure !== null)
    throw rows === 0 ? failure.error : withRows(failure.error, `${counted(rows, "finished row")} kept`);
  if (stop === null) return DONE;
  io.err(stopText(outcome, stop, plan, ""));
  return stop.code;
}

/** The form of the file that --out names. */
export function outKind(verb: string, name: string): PartKind {
  const kind = kindOf(name);
  if (kind !== null) return kind;
  const all = PART_ENDINGS.join(", ");
  throw new UsageError(`lab ${verb}: --out ${quote(name)}: its name must end in one of ${all}.`);
}

export async function toFile(plan: Plan, name: string, args: Arguments, io: Io): Promise<number> {
  const format = outKind("sweep", name);
  const { shard } = plan;
  if (shard !== null) return await toPart(plan, shard, { name, kind: format }, args, io);
  const file = io.open("sweep", name);
  const lines: Lines = (text, close) => file.write(`${text}\n`, close === undefined ? "" : `${close}\n`);
  const open = (): RowWriter => rowWriter(format, columnsOf(plan), true, lines);
  return await finished(plan, file, open, { name, before: 0 }, args, io);
}

interface Destination {
  readonly name: string;
  readonly before: number; // rows that an earlier command left there
}

/** Writes the rows and gives the file its name, or keeps it beside. */
async function finished(
  plan: Plan,
  file: ReturnType<Io["open"]>,
  open: () => RowWriter,
  { name, before }: Destination,
  args: Arguments,
  io: Io,
): Promise<number> {
  const outcome = await writeRows(plan, open, args, io);
  const { rows, stop, failure } = outcome;
  const all = before + rows;
  const goOn = plan.shard === null ? "" : "; the same command with --resume goes on with it";
  if (failure !== null) {
    if (all > 0)
      throw withRows(failure.error, `${counted(all, "finished row")} kept in ${quoteWhole(file.keep())}${goOn}`);
    file.discard();
    throw failure.error;
  }
  if (stop !== null) {
    io.err(stopText({ ...outcome, rows: all }, stop, plan, ` in ${quoteWhole(file.keep())}${goOn}`));
    return stop.code;
  }
  file.finish();
  tellDone({ name, rows: all, before }, plan.shard, args, io);
  return DONE;
}

interface Done extends Destination {
  readonly rows: number;
}

function tellDone({ name, rows, before }: Done, shard: Shard | null, args: Arguments, io: Io): void {
  if (args.has("json")) {
    printJson(io, { file: name, rows, ...(shard === null ? {} : { part: shard.index, of: shard.count, before }) });
    return;
  }
  const there = before === 0 ? "" : before === rows ? ", all of which were there" : `, ${before} of which were there`;
  io.out(`${counted(rows, "row")} written to ${name}${there}`);
}

interface PartPlace {
  readonly name: string;
  readonly kind: PartKind;
}

/** The rows of one part, in a file that says which part it is. --resume goes on where an earlier command was. */
async function toPart(plan: Plan, shard: Shard, place: PartPlace, args: Arguments, io: Io): Promise<number> {
  const { name, kind } = place;
  const form = PART_FORMS[kind];
  const part: Part = { ...shard, sweep: identityOf(plan, engineVersion()) };
  const resumes = args.has("resume");
  if (resumes) {
    const whole = rowsOfWhole(place, part, io);
    if (whole !== null) {
      tellDone({ name, rows: whole, before: whole }, shard, args, io);
      return DONE;
    }
  }
  const reached = resumes ? reachedIn(place, part, plan, io) : null;
  const file = io.open("sweep", name, resumes ? (reached?.length ?? 0) : undefined);
  let rows = reached?.rows ?? 0;
  const sum = reached?.sum ?? createHash("sha256");
  const open = (): RowWriter => {
    const written = (text: string): void => {
      sum.update(text);
      file.write(text);
    };
    if (reached === null) written(form.head(part, columnsOf(plan)));
    return {
      row: (cells) => {
        written(form.row(cells, rows === 0));
        rows++;
      },
      end: (isWhole) => {
        if (isWhole) file.write(form.end(rows, sum.digest("hex")));
      },
    };
  };
  const rest = reached === null ? plan : { ...plan, first: Math.min(reached.next, plan.end) };
  return await finished(rest, file, open, { name, before: rows }, args, io);
}

/** The rows of a whole part that has the name already; null where nothing has it. */
function rowsOfWhole({ name, kind }: PartPlace, part: Part, io: Io): number | null {
  return withFile(io.path(name), (file) => {
    checkHead(name, readHead(file, PART_FORMS[kind])?.part ?? null, part);
    const end = readEnd(file, PART_FORMS[kind]);
    if (end !== null) return end.rows;
    throw new UsageError(
      `lab sweep: --resume: ${quote(name)} has lost its end; remove it, and this part is made anew.`,
    );
  });
}

/** How far the part is that an earlier command left; null where it left none, or not even its first lines. */
function reachedIn({ name, kind }: PartPlace, part: Part, plan: Plan, io: Io): LeftPart | null {
  const partial = `${name}.partial`;
  return withFile(partialOf(io.path(name)), (file) => {
    const form = PART_FORMS[kind];
    const head = readHead(file, form);
    if (head === null && startsHead(file, form, part, plan)) return null;
    checkHead(partial, head?.part ?? null, part);
    try {
      if (head === null) return null;
      const reached = followRows(file, kind, plan, head.rowsStart);
      return { ...reached, sum: sumOfStart(file, reached.length) };
    } catch (error) {
      if (!(error instanceof DamagedPart)) throw error;
      throw new UsageError(
        `lab sweep: --resume: line ${error.line} of ${quote(partial)} is no row of this part. Remove the file, and ` +
          "the part is made anew.",
      );
    }
  });
}

/** Whether a file has nothing but the beginning of a part's first lines: the command ended while it wrote them. */
function startsHead(file: number, form: PartForm, part: Part, plan: Plan): boolean {
  const head = Buffer.from(form.head(part, columnsOf(plan)));
  const { size } = fs.fstatSync(file);
  if (size >= head.length) return false;
  const there = Buffer.alloc(size);
  fs.readSync(file, there, 0, size, 0);
  return there.equals(head.subarray(0, size));
}

function checkHead(name: string, found: Part | null, part: Part): void {
  const where = `lab sweep: --resume: ${quote(name)}`;
  if (found === null) {
    throw new UsageError(`${where} is no part of a sweep. Give --out another name, or move that file away.`);
  }
  const others = differences(found.sweep, part.sweep);
  const isPart = found.index === part.index && found.count === part.count;
  const is = isPart ? "" : `part ${found.index} of ${found.count}, not ${part.index} of ${part.count}`;
  if (others.length === 0 && isPart) return;
  const what = [is, ...others].filter((text) => text !== "").join("; ");
  throw new UsageError(`${where} is another part: ${what}. Give --out another name, or move that file away.`);
}

/** What `read` makes of the file at `path`; null where there is none. Throws UsageError where it cannot be read. */
function withFile<T>(path: string, read: (file: number) => T): T | null {
  if (!fs.existsSync(path)) return null;
  const file = fs.openSync(path, "r");
  try {
    return read(file);
  } finally {
    fs.closeSync(file);
  }
}
