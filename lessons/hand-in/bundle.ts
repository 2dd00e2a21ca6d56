/**
 * What a student hands in of an assignment: the reports of its lessons and the answer to the teacher’s own question, as
 * one file of data. Each report stands in it as the text of a file of its own, and is checked like one.
 */
import { quote } from "../../engine/faults/quote.ts";
import { refused } from "./check-report.ts";
import type { CheckedReport } from "./check-report.ts";
import { LARGEST, ReportFault } from "./read-report.ts";
import { digestOf } from "./report-data.ts";
import type { OwnAnswer } from "./report-data.ts";

const FORMAT = "roundtrip-hand-in";
const FORM = 1;
const MOST_REPORTS = 60;
const LONGEST_NAME = 80;
export const LONGEST_ANSWER = 4000;

interface Bundle {
  readonly assignment: string;
  readonly student: string;
  readonly own: OwnAnswer | null; // null where the teacher asks none
  readonly reports: readonly string[]; // each the text of a report’s file
}

const sealOf = (bundle: Bundle): string =>
  digestOf(
    JSON.stringify([
      ...[FORM, bundle.assignment, bundle.student],
      ...[bundle.own?.question ?? null, bundle.own?.answer ?? null, ...bundle.reports],
    ]),
  );

/** The file that a student hands in. */
export const bundleText = (bundle: Bundle): string =>
  `${JSON.stringify({ format: FORMAT, form: FORM, ...bundle, seal: sealOf(bundle) }, null, 1)}\n`;

/** Checks each report of a file by `check`; one that is a hand-in and no good gives one refused report. */
export async function checkedIn(
  file: string,
  content: string,
  check: (file: string, text: string) => Promise<CheckedReport>,
): Promise<readonly CheckedReport[]> {
  let found: readonly ReportFile[];
  try {
    found = reportsIn(file, content);
  } catch (error) {
    if (error instanceof ReportFault) return [refused(file, error.message, error.kind)];
    throw error;
  }
  const checked: CheckedReport[] = [];
  for (const { file: name, text, own } of found) {
    const report = await check(name, text);
    checked.push(own === null ? report : { ...report, own });
  }
  return checked;
}

/** A report of a class as it lies in a file, alone or among those of one assignment. */
export interface ReportFile {
  readonly file: string; // its name; of several in a file with the lesson’s place: "ada.json, report 2"
  readonly text: string;
  readonly own: OwnAnswer | null;
}

const damaged = (why: string): ReportFault => new ReportFault("damaged", why);

function textAt(value: unknown, name: string, longest: number): string {
  if (typeof value === "string" && value.length <= longest) return value;
  throw damaged(
    `Its ${name} is ${quote(String(JSON.stringify(value)))}; want a text of at most ${longest} characters.`,
  );
}

function readOwn(value: unknown): OwnAnswer | null {
  if (value === null) return null;
  if (typeof value !== "object" || value === undefined)
    throw damaged("Its own question is none: want null or an object.");
  const { question, answer } = value as Readonly<Record<string, unknown>>;
  return { question: textAt(question, "question", LONGEST_ANSWER), answer: textAt(answer, "answer", LONGEST_ANSWER) };
}

function readBundle(data: Readonly<Record<string, unknown>>): Bundle {
  const { form, reports, seal } = data;
  if (form !== FORM)
    throw new ReportFault(
      "old",
      `Its form is ${quote(String(JSON.stringify(form)))}; this version reads form ${FORM}.`,
    );
  if (!Array.isArray(reports) || reports.length === 0 || reports.length > MOST_REPORTS)
    throw damaged(`It holds no list of 1 to ${MOST_REPORTS} reports.`);
  const bundle = {
    assignment: textAt(data["assignment"], "assignment", LONGEST_NAME),
    student: textAt(data["student"], "student", LONGEST_NAME),
    own: readOwn(data["own"]),
    reports: reports.map((report) => textAt(report, "report", LARGEST)),
  };
  if (sealOf(bundle) !== seal)
    throw new ReportFault("forged", "It was changed after it was saved: its hash is another.");
  return bundle;
}

/** Such a file begins so: whatever else begins with a brace may be a report by itself. */
const BEGIN = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${FORMAT}"`);

/**
 * The reports of a file: those of an assignment that was handed in, or the file itself. Throws ReportFault where it is
 * such a hand-in and damaged, forged or of another form.
 */
export function reportsIn(file: string, content: string): readonly ReportFile[] {
  if (!BEGIN.test(content)) return [{ file, text: content, own: null }];
  if (content.length > LARGEST)
    throw new ReportFault("foreign", `It is larger than ${LARGEST >> 20} MB; no hand-in is.`);
  let data: unknown;
  try {
    data = JSON.parse(content);
  } catch {
    throw damaged("Its data are not JSON: cut off, or changed by hand.");
  }
  const { own, reports } = readBundle(data as Readonly<Record<string, unknown>>);
  return reports.map((text, i) => ({ file: reports.length === 1 ? file : `${file}, report ${i + 1}`, text, own }));
}
