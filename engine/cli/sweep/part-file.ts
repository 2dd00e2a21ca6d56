/** Parts of sweeps on the disk: what a file says of itself, how far one is that was cut short, whether it is whole. */
import { createHash, type Hash } from "node:crypto";
import * as fs from "node:fs";
import { jobAt, mostJobs } from "../../experiments/sweep.ts";
import type { ChartCurve } from "../../experiments/sweep.ts";
import { PART_FORMS } from "./part.ts";
import type { Part, PartForm, PartKind } from "./part.ts";
import type { Plan } from "./plan.ts";

const CHUNK = 1 << 20; // bytes read at once
const LONGEST_LINE = 1 << 24; // a line of a part is far shorter; a file of another kind may have no line break at all
const LONGEST_END = 200;
const LINE_BREAK = 10;

const ENDINGS = { ".csv": "csv", ".json": "json" } as const;
export const PART_ENDINGS = Object.keys(ENDINGS);

/** The form that a file's name stands for, by its end; null where it stands for none. */
export function kindOf(name: string): PartKind | null {
  const found = Object.entries(ENDINGS).find(([ending]) => name.endsWith(ending) && name.length > ending.length);
  return found === undefined ? null : found[1];
}

interface Line {
  readonly text: string; // without its line break
  readonly end: number; // the position behind the line break
}

/** The lines of a file from a position on. A last line without a line break is left out: it may not be whole. */
function* linesFrom(file: number, start: number): Generator<Line, void> {
  const chunk = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let position = start; // of `rest`
  for (;;) {
    const read = fs.readSync(file, chunk, 0, CHUNK, position + rest.length);
    if (read === 0 || rest.length > LONGEST_LINE) return;
    const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
    let from = 0;
    for (let at = bytes.indexOf(LINE_BREAK); at >= 0; at = bytes.indexOf(LINE_BREAK, from)) {
      yield { text: bytes.toString("utf8", from, at), end: position + at + 1 };
      from = at + 1;
    }
    rest = bytes.subarray(from);
    position += from;
  }
}

/** The start of a file that is a part. */
interface PartHead {
  readonly part: Part;
  readonly columns: string; // their line, as it stands there
  readonly rowsStart: number; // position of the first row
}

/** What a file says of itself in its first lines; null where it says not that it is a part. */
export function readHead(file: number, form: PartForm): PartHead | null {
  const lines: Line[] = [];
  for (const line of linesFrom(file, 0)) {
    if (lines.push(line) === form.headLines) break;
  }
  const [first, second] = lines;
  const part = first === undefined ? null : form.partIn(first.text);
  const last = lines[form.headLines - 1];
  return part === null || second === undefined || last === undefined
    ? null
    : { part, columns: second.text, rowsStart: last.end };
}

interface PartEnd {
  readonly rows: number; // as the file says
  readonly rowsEnd: number; // position behind the last row
  readonly sum: string; // SHA-256 of all before that position, as the file says
}

const BOM = "\ufeff";

/** Why a file whose first line names no part may be one all the same, as a clause; null where nothing speaks for it. */
export function changedStart(file: number, form: PartForm): string | null {
  const { value } = linesFrom(file, 0).next();
  const first = value?.text ?? "";
  const [plain, isMarked] = first.startsWith(BOM) ? [first.slice(BOM.length), true] : [first, false];
  if (form.partIn(plain.replace(/\r$/, "")) !== null) {
    return isMarked ? "begins with a byte-order mark, which another program has put there" : CRLF;
  }
  return readEnd(file, form) === null ? null : "has lost its first line, which says the part";
}

const CRLF = "has lines that end with CR LF, which another program has made of LF";

/** The sum of a file’s bytes up to a position. */
export function sumOfStart(file: number, end: number): Hash {
  const sum = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK);
  for (let at = 0; at < end;) {
    const read = fs.readSync(file, chunk, 0, Math.min(CHUNK, end - at), at);
    if (read === 0) break;
    sum.update(chunk.subarray(0, read));
    at += read;
  }
  return sum;
}

/** The end of a whole part; null where the file ends before it. */
export function readEnd(file: number, form: PartForm): PartEnd | null {
  const { size } = fs.fstatSync(file);
  const tail = Buffer.alloc(Math.min(LONGEST_END, size));
  fs.readSync(file, tail, 0, tail.length, size - tail.length);
  const text = tail.toString("latin1");
  const found = form.endPattern.exec(text);
  if (found === null) return null;
  const [, rows, sum = ""] = found;
  return { rows: Number(rows), rowsEnd: size - tail.length + found.index, sum };
}

/** How far a part is that was cut short. */
interface Reached {
  readonly rows: number;
  readonly next: number; // the number of the run that comes next, in the whole sweep
  readonly length: number; // of the file, to the end of its last whole row
}

/** A part that an earlier command has left, with the sum of what it has. */
export interface LeftPart extends Reached {
  readonly sum: Hash;
}

/** A file that holds a line which no row of its part can be; `line` counts from 1. */
export class DamagedPart extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Line ${line} of a part is no row of it.`);
    this.line = line;
  }
}

/**
 * Follows the rows of a part that was cut short to the last whole one. Throws DamagedPart where a row is not the one
 * that the sweep has there.
 */
export function followRows(file: number, kind: PartKind, plan: Plan, rowsStart: number): Reached {
  const form = PART_FORMS[kind];
  let reached: Reached = { rows: 0, next: plan.first, length: rowsStart };
  for (const { text, end } of linesFrom(file, rowsStart)) {
    const next = nextAfter(text, form, plan, reached);
    if (next === null) {
      if (form.endLine.test(text)) return reached; // it has all rows, and not yet its name
      throw new DamagedPart(reached.rows + form.headLines + 1);
    }
    reached = { rows: reached.rows + 1, next, length: end };
  }
  return reached;
}

/** The run behind the one that a row stands for; null where the row is none that can come here. */
function nextAfter(text: string, form: PartForm, { curve, end }: Plan, { rows, next }: Reached): number | null {
  const { trials } = curve.request;
  // The value that a part begins in may have its row in the part before.
  const candidates = [next, Math.ceil(next / trials) * trials];
  for (const index of candidates) {
    if (index >= end || index >= mostJobs(curve)) continue;
    const start = startOf(curve, index, form, rows === 0);
    if (!text.startsWith(start)) continue;
    const draws = /^\d+(?=,)/.exec(text.slice(start.length))?.[0];
    if (draws === undefined) return null;
    return draws === "0" ? (Math.floor(index / trials) + 1) * trials : index + 1;
  }
  return null;
}

function startOf(curve: ChartCurve, index: number, form: PartForm, isFirst: boolean): string {
  const { value, trial, seed } = jobAt(curve, index);
  return form.rowStart([value, trial, seed], isFirst);
}
