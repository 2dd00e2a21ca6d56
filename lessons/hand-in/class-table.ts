/** The table of a class: a row a report, a column a question. CSV for a spreadsheet, in which nothing is a formula. */
import { notFormula } from "../../engine/kernel/csv.ts";
import { present } from "../../engine/kernel/items.ts";
import type { AskedLesson } from "./assignment.ts";
import type { Answer, CheckedReport } from "./check-report.ts";
import type { ReportData } from "./report-data.ts";

/** One cell of CSV: a text in quotes; what a spreadsheet would calculate begins with an apostrophe. */
export function csvCell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  if (value === null) return '""';
  const text = value.replaceAll("\u0000", "").replaceAll(/[\r\n]+/g, " ");
  return `"${notFormula(text).replaceAll('"', '""')}"`;
}

type Counted = CheckedReport & { readonly data: ReportData };

export const isCounted = (report: CheckedReport): report is Counted =>
  report.data !== null && (report.kind === "good" || report.kind === "old");

/** A column: a question of a lesson. */
interface Column {
  readonly lesson: string;
  readonly step: number;
  readonly id: string;
  readonly kind: Answer["kind"];
}

function columnsOf(reports: readonly Counted[]): readonly Column[] {
  const known = new Map<string, Column>();
  for (const { data, answers } of reports) {
    for (const { step, id, kind } of answers) {
      const { lesson } = data;
      known.set(`${lesson} ${kind} ${id}`, { lesson, step, id, kind });
    }
  }
  return [...known.values()];
}

const answerAt = ({ data, answers }: CheckedReport, { lesson, id, kind }: Column): Answer | undefined =>
  data?.lesson === lesson ? answers.find((one) => one.id === id && one.kind === kind) : undefined;

/** A row of the class: one student’s report of one lesson, with its counts. */
interface Counts {
  readonly right: number; // predictions that were the truth at first
  readonly predictions: number;
  readonly passed: number;
  readonly parts: number;
  readonly open: number; // questions of the steps that are asked for, not answered yet
  readonly minutes: number | null; // from the first answer to the last; null where they are not known
}

/** From the first answer to the last; null where fewer times were kept, or one is later than the file was saved. */
export function minutesOf(answers: readonly Answer[], saved: number): number | null {
  const times = present(answers, ({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return times.length < 2 || last > saved ? null : (last - first) / 60;
}

export function countsOf({ answers, data }: CheckedReport): Counts {
  const isAsked = ({ step }: Answer): boolean => data?.asked?.includes(step) ?? true;
  const of = (kind: Answer["kind"]): readonly Answer[] => answers.filter((one) => one.kind === kind);
  const minutes = data === null ? null : minutesOf(answers, data.saved);
  return {
    right: of("prediction").filter(({ state }) => state === "same").length,
    predictions: of("prediction").length,
    passed: of("checkpoint").filter(({ state }) => state === "passed").length,
    parts: of("checkpoint").length,
    open: answers.filter((one) => one.state === "not yet" && isAsked(one)).length,
    minutes: minutes === null ? null : Math.round(minutes),
  };
}

/** Newest first of what one student handed in twice for a lesson: older ones are named, and do not count. */
export function withoutOlder(reports: readonly CheckedReport[]): {
  readonly counted: readonly CheckedReport[];
  readonly replaced: readonly CheckedReport[];
} {
  const newest = new Map<string, Counted>();
  const replaced: CheckedReport[] = [];
  for (const report of reports) {
    if (!isCounted(report)) continue;
    const { data } = report;
    const key = data.student === "" ? `file ${report.file}` : `${data.lesson} ${data.student}`;
    const before = newest.get(key);
    if (before !== undefined && before.data.saved >= data.saved) replaced.push(report);
    else {
      if (before !== undefined) replaced.push(before);
      newest.set(key, report);
    }
  }
  return { counted: [...newest.values()], replaced };
}

/**
 * The answers to teachers’ own questions: by question, then by student. The newest file of a student counts. Who gave
 * no name has that of the file.
 */
export function ownWords(reports: readonly CheckedReport[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const given = withoutOlder(reports).counted.flatMap(({ file, data, own }) =>
    data === null || own === undefined ? [] : [{ file, own, student: data.student, saved: data.saved }],
  );
  const questions = new Map<string, Map<string, string>>();
  for (const { file, own, student } of given.toSorted((a, b) => a.saved - b.saved)) {
    const of = questions.get(own.question) ?? new Map<string, string>();
    of.set(student === "" ? file.replace(/, report \d+$/, "") : student, own.answer);
    questions.set(own.question, of);
  }
  return questions;
}

const TIMED = 2; // answers that two students do not give in the same seconds by chance

/** Reports whose answers were given in the same seconds as those of another student: each with the one before it. */
function copiesIn(reports: readonly CheckedReport[]): ReadonlyMap<CheckedReport, CheckedReport> {
  const first = new Map<string, CheckedReport>();
  const copies = new Map<CheckedReport, CheckedReport>();
  for (const report of reports) {
    const times = report.answers.flatMap(({ kind, id, at }) => (at === null ? [] : [`${kind} ${id} ${at}`]));
    if (times.length < TIMED || !isCounted(report)) continue;
    const key = [report.data?.lesson, ...times].join("\n");
    const before = first.get(key);
    if (before === undefined) first.set(key, report);
    else if (before.data?.student !== report.data?.student) copies.set(report, before);
  }
  return copies;
}

/** The reports, each copy with the file that it is alike: it counts as before, and a teacher decides. */
export function copiesNamed(reports: readonly CheckedReport[]): readonly CheckedReport[] {
  const copies = copiesIn(reports);
  return reports.map((report) => {
    const before = copies.get(report);
    if (before === undefined) return report;
    const why = `Its answers were given in the same seconds as those of ${before.file}, by another name.`;
    return { ...report, reasons: [...report.reasons, why], alike: before.file };
  });
}

const HEAD = ["file", "verdict", "reasons", "student", "assignment", "lesson", "finished", "right", "predictions"];
const MORE = ["passed", "parts", "open", "minutes", "saved"];

/** Whether a file says that it is finished with all steps that are asked for, whatever it says was asked. */
function isFinished({ lesson, asked: said, finished }: ReportData, asked: readonly AskedLesson[]): boolean {
  const { steps = said ?? "all" } = asked.find(({ slug }) => slug === lesson) ?? {};
  return finished && (said === undefined || (steps !== "all" && steps.every((step) => said.includes(step))));
}

/**
 * A line a file: its verdict ("older" where a newer one counts), its counts, and each answer beside its truth.
 * @param asked the lessons of the assignment that the class was given; empty where it is not known
 */
export function classCsv(reports: readonly CheckedReport[], asked: readonly AskedLesson[] = []): string {
  const older = new Set(withoutOlder(reports).replaced);
  const columns = columnsOf(reports.filter(isCounted));
  const names = columns.flatMap(({ lesson, step, id, kind }) => {
    const name = `${lesson} ${step} ${kind === "checkpoint" ? "checkpoint " : ""}${id}`;
    return [name, `${name}: answer`, `${name}: truth`];
  });
  const asksOwn = reports.some(({ own }) => own !== undefined);
  const lines = reports.map((report) => {
    const { file, kind, reasons, data } = report;
    const counts = countsOf(report);
    const answers = columns.flatMap((column) => {
      const answer = answerAt(report, column);
      return answer === undefined ? ["", "", ""] : [answer.state, answer.given, answer.truth];
    });
    const of =
      data === null
        ? ["", "", "", ""]
        : [data.student, data.assignment, data.lesson, isFinished(data, asked) ? "yes" : "no"];
    const { right, predictions, passed, parts, open, minutes } = counts;
    const numbers = data === null ? Array<null>(6).fill(null) : [right, predictions, passed, parts, open, minutes];
    const saved = data === null ? "" : new Date(data.saved * 1000).toISOString();
    const { question = "", answer = "" } = report.own ?? {};
    const words = asksOwn ? [question, answer] : [];
    return [file, older.has(report) ? "older" : kind, reasons.join(" "), ...of, ...numbers, saved, ...answers, ...words]
      .map(csvCell)
      .join(",");
  });
  const ownNames = asksOwn ? ["own question", "own answer"] : [];
  return `${[[...HEAD, ...MORE, ...names, ...ownNames].map(csvCell).join(","), ...lines].join("\r\n")}\r\n`;
}
