/**
 * The answers to one lesson as data, form 1: what a report hands in. It stands in the page that people read, or in a
 * file of its own. Whoever reads it believes nothing: every checkpoint is run again (check-report.ts).
 */
import type { ParamValues } from "../../engine/experiments/types.ts";
import { TraceHash } from "../../engine/kernel/trace-hash.ts";
import type { Committed } from "../verdict.ts";

export const FORMAT = "roundtrip-report";
export const FORM = 1;

export interface PredictionGiven {
  readonly answers: readonly Committed[]; // the first counts
  readonly told: boolean;
  readonly at: number | null; // seconds since 1970, of the first answer; null where it was not kept
}

export interface ExplainGiven {
  readonly pick: string | null;
  readonly text: string;
}

/** What was submitted last to one part of a checkpoint, with the setup of its runs. */
export interface CheckGiven {
  readonly passed: boolean;
  readonly told: boolean;
  readonly failures: number;
  readonly hints: number;
  readonly experiment: string;
  readonly set: ParamValues; // of what the part leaves free
  readonly seeds: readonly number[];
  readonly faults: readonly string[];
  readonly hash: string | null; // over all runs that judge it; null where nothing was submitted
  readonly at: number | null;
}

export interface ReportData {
  readonly format: typeof FORMAT;
  readonly form: typeof FORM;
  readonly engine: string; // "0.1.0"
  readonly lesson: string; // slug
  readonly assignment: string; // "" for none
  readonly student: string; // a name or a code; "" where none was given
  readonly own?: boolean; // the lesson had numbers drawn from the student’s name or code
  readonly saved: number; // seconds since 1970
  readonly asked?: readonly number[]; // the steps that its assignment asks for, from 1; left out: all
  readonly finished: boolean; // no answer is missing in the steps that are asked for
  readonly predictions: Readonly<Record<string, PredictionGiven>>;
  readonly explains: Readonly<Record<string, ExplainGiven>>;
  readonly checks: Readonly<Record<string, CheckGiven>>; // "checkpoint/part"
}

/** The answer to a teacher’s own question. */
export interface OwnAnswer {
  readonly question: string;
  readonly answer: string; // "" while there is none
}

/** What a file holds besides: hashes that tell of a file changed by hand. They are no signature. */
export interface SealedReport extends ReportData {
  readonly page: string | null; // over the page before the data; null in a file of data alone
  readonly seal: string; // over all else
}

/** 16 digits for a text; line ends count alike, because mail changes them. */
export function digestOf(text: string): string {
  const hash = new TraceHash();
  hash.addText(text.replaceAll("\r\n", "\n"));
  return hash.digits();
}

/** JSON in which the keys of each object are in order: the same data have one text. */
function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${ordered(one)}`).join(",")}}`;
}

export const sealOf = (data: ReportData, page: string | null): string => digestOf(ordered({ ...data, page }));

/** The seal of what a file says of itself. */
export const sealOfFile = ({ seal: _, ...rest }: SealedReport): string => digestOf(ordered(rest));

const OPENING = '<script type="application/json" id="roundtrip-report">';
const CLOSING = "</script>";

/** The report as a file of data alone. */
export const dataText = (data: ReportData): string =>
  `${JSON.stringify({ ...data, page: null, seal: sealOf(data, null) } satisfies SealedReport, null, 1)}\n`;

/** The element that ends a page for people; `page` is all that stands before it. No browser runs it. */
export function dataElement(data: ReportData, page: string): string {
  const hash = digestOf(page);
  const sealed: SealedReport = { ...data, page: hash, seal: sealOf(data, hash) };
  return `${OPENING}${JSON.stringify(sealed).replaceAll("<", "\\u003c")}${CLOSING}`;
}

/** Whether a text has such an element anywhere. */
export const hasElement = (text: string): boolean => text.includes(OPENING);

/** What stands before the data of a page, and the data; null where no such element ends it. */
export function splitPage(text: string): { readonly page: string; readonly json: string } | null {
  const from = text.indexOf(OPENING);
  const to = text.indexOf(CLOSING, from);
  const isLast = /^\s*<\/body>\s*<\/html>\s*$/.test(text.slice(to + CLOSING.length, to + CLOSING.length + 100));
  if (from < 0 || to < 0 || !isLast || text.length > to + 100) return null;
  return { page: text.slice(0, from), json: text.slice(from + OPENING.length, to) };
}
