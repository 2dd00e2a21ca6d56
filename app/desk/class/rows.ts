/** The table of a class: a row a student, a column a prediction or a checkpoint, counted from the checked reports. */
import { visible } from "../../../engine/faults/quote.ts";
import { entryOf, present } from "../../../engine/kernel/items.ts";
import { gather } from "../../../engine/kernel/tally.ts";
import type { AskedLesson } from "../../../lessons/hand-in/assignment.ts";
import type { Answer, CheckedReport, State } from "../../../lessons/hand-in/check-report.ts";
import { copiesNamed, isCounted, minutesOf, withoutOlder } from "../../../lessons/hand-in/class-table.ts";
import { openSteps } from "../../../lessons/hand-in/open-steps.ts";
import type { ReportData } from "../../../lessons/hand-in/report-data.ts";
import { checksIn } from "../../../lessons/hand-in/said.ts";
import { aboutLesson } from "../../../lessons/about.ts";
import { LESSONS } from "../../../lessons/course.ts";
import type { Lesson, Prediction } from "../../../lessons/types.ts";
import type { Misconception } from "../../../lessons/misconceptions.ts";

/** A report that the table shows: it counts, or its data were saved as they are and some answers do not match. */
export interface ShownReport {
  readonly report: CheckedReport;
  readonly data: ReportData;
  readonly answers: readonly Answer[];
}

export interface AnswerColumn {
  readonly key: string;
  readonly lesson: Lesson;
  readonly number: string; // of the lesson: "4.1"
  readonly step: number; // from 1
  readonly gist: string; // of that step
  readonly kind: "prediction" | "checkpoint";
  readonly id: string; // of the prediction, or of the checkpoint
}

export interface StudentRow {
  readonly key: string;
  readonly student: string; // the name of the file where the report has none
  readonly reports: ReadonlyMap<string, ShownReport>; // by the lesson’s slug
  /** Where the student is: "4.1, step 5"; "done". */
  readonly at: string;
  /** Submits of the part that is not passed yet, where there were many; null where the student is not stuck. */
  readonly stuck: Stuck | null;
  readonly minutes: number | null; // from the first answer to the last of each lesson, together
}

interface Stuck {
  readonly where: string; // "4.1, step 5"
  readonly submits: number;
}

export interface ClassTable {
  readonly lessons: readonly Lesson[]; // of which there are reports, in the order of the course
  readonly columns: readonly AnswerColumn[];
  readonly rows: readonly StudentRow[];
  /** Files that count nowhere and stand in no row. */
  readonly refused: readonly CheckedReport[];
  /** The same student handed in a newer one. */
  readonly older: readonly CheckedReport[];
}

/** Submits without passing from which somebody is stuck. */
const STUCK = 3;

const shownOf = (report: CheckedReport): ShownReport | null => {
  const { answers, claimed } = report;
  if (isCounted(report)) return { report, data: report.data, answers };
  return claimed === null ? null : { report, ...claimed };
};

/** The cells of one column: the answers that it shows. */
export const answersAt = ({ answers }: ShownReport, { kind, id }: AnswerColumn): readonly Answer[] =>
  answers.filter((one) => one.kind === kind && (kind === "prediction" ? one.id === id : one.id.startsWith(`${id}/`)));

/** Of several parts, the state that says most: one that does not match, one not passed, one not begun. */
const WEIGHT: readonly State[] = ["does not match", "not passed", "not yet", "told", "passed"];
export const stateOf = (answers: readonly Answer[]): State =>
  WEIGHT.find((state) => answers.some((one) => one.state === state)) ?? answers[0]?.state ?? "not yet";

const numberOf = ({ slug }: Lesson): string => aboutLesson(slug).number;

const columnsOf = (lesson: Lesson): readonly AnswerColumn[] =>
  lesson.steps.flatMap(({ predict, checkpoint, gist }, i): AnswerColumn[] => {
    const common = { lesson, number: numberOf(lesson), step: i + 1, gist };
    const of = (kind: AnswerColumn["kind"], id: string): AnswerColumn => ({
      ...common,
      kind,
      id,
      key: `${lesson.slug} ${id}`,
    });
    return [
      ...(predict === undefined ? [] : [of("prediction", predict.id)]),
      ...(checkpoint === undefined ? [] : [of("checkpoint", checkpoint.id)]),
    ];
  });

/** The prediction of a column; null for a checkpoint. */
export const predictionOf = ({ lesson, step, kind }: AnswerColumn): Prediction | null =>
  kind === "prediction" ? (lesson.steps[step - 1]?.predict ?? null) : null;

function stuckAt(lesson: Lesson, { data }: ShownReport): Stuck | null {
  for (const [i, step] of lesson.steps.entries()) {
    for (const { name } of checksIn(step)) {
      const given = data.checks[name];
      if (given !== undefined && !given.passed && !given.told && given.failures >= STUCK)
        return { where: `${numberOf(lesson)}, step ${i + 1}`, submits: given.failures };
    }
  }
  return null;
}

/** Steps without an answer: of those that the desk asks for, whatever the file says that it was asked. */
function openIn(lesson: Lesson, { data }: ShownReport, asked: readonly AskedLesson[]): readonly number[] {
  const one = asked.find(({ slug }) => slug === lesson.slug);
  return openSteps(lesson, data, one === undefined ? data.asked : one.steps);
}

/** Where a student is. Without an assignment all lessons are asked for that anybody has handed in. */
function placeOf(
  reports: ReadonlyMap<string, ShownReport>,
  lessons: readonly Lesson[],
  asked: readonly AskedLesson[],
): string {
  for (const lesson of lessons) {
    const one = reports.get(lesson.slug);
    const [first] = one === undefined ? [] : openIn(lesson, one, asked);
    if (first !== undefined) return `${numberOf(lesson)}, step ${first}`;
  }
  const missing = (asked.length === 0 ? lessons : asked).find(({ slug }) => !reports.has(slug));
  return missing === undefined ? "done" : `${aboutLesson(missing.slug).number}: no file`;
}

const JOINERS = /([\u200c\u200d])/; // letters of some scripts need them

/** A name in which nothing is unseen or turned round: two that differ look different. */
const nameShown = (name: string): string =>
  name
    .split(JOINERS)
    .map((part) => (JOINERS.test(part) ? part : visible(part)))
    .join("");

function rowOf(
  student: string,
  reports: ReadonlyMap<string, ShownReport>,
  lessons: readonly Lesson[],
  asked: readonly AskedLesson[],
): StudentRow {
  const shown = lessons.flatMap((lesson) => {
    const one = reports.get(lesson.slug);
    return one === undefined ? [] : [{ lesson, one }];
  });
  const minutes = present(shown, ({ one: { answers, data } }) => minutesOf(answers, data.saved));
  const stuck = shown.map(({ lesson, one }) => stuckAt(lesson, one)).find((one) => one !== null) ?? null;
  const sum = minutes.length === 0 ? null : Math.round(minutes.reduce((all, one) => all + one, 0));
  return {
    key: student,
    student: nameShown(student),
    reports,
    at: placeOf(reports, lessons, asked),
    stuck,
    minutes: sum,
  };
}

/** Of two files of one student and lesson: one that counts goes before one that does not match, then the newer one. */
function goesBefore(one: ShownReport, other: ShownReport): boolean {
  const counts = isCounted(one.report);
  return counts === isCounted(other.report) ? one.data.saved > other.data.saved : counts;
}

/**
 * @param known lessons by slug: those of all reports that could be read
 * @param asked the lessons of the assignment that the class was given; empty where it is not known
 */
export function classTable(
  checked: readonly CheckedReport[],
  known: ReadonlyMap<string, Lesson>,
  asked: readonly AskedLesson[] = [],
): ClassTable {
  const { replaced } = withoutOlder(checked);
  const older = new Set(replaced);
  const students = new Map<string, Map<string, ShownReport>>();
  const refused: CheckedReport[] = [];
  for (const report of copiesNamed(checked.filter((one) => !older.has(one)))) {
    const shown = shownOf(report);
    if (shown === null) refused.push(report);
    else {
      const student = shown.data.student === "" ? report.file : shown.data.student;
      const of = students.get(student) ?? new Map<string, ShownReport>();
      const before = of.get(shown.data.lesson);
      const isBetter = before === undefined || goesBefore(shown, before);
      if (isBetter) of.set(shown.data.lesson, shown);
      if (before !== undefined) refused.push((isBetter ? before : shown).report);
      students.set(student, of);
    }
  }
  const handed = new Set([...students.values()].flatMap((of) => [...of.keys()]));
  const lessons = LESSONS.flatMap(({ slug }) => (handed.has(slug) ? [entryOf(known, slug, "lesson")] : []));
  const names = [...students].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
  const rows = names.map(([student, reports]) => rowOf(student, reports, lessons, asked));
  return { lessons, columns: lessons.flatMap(columnsOf), rows, refused, older: replaced };
}

/** A belief that the last answer of some students showed, of those that could show it. */
interface Persisting {
  readonly belief: Misconception;
  readonly students: readonly string[];
}

const couldShow = (prediction: Prediction): readonly Misconception[] =>
  prediction.kind === "choice"
    ? prediction.options.flatMap(({ tags = [] }) => tags)
    : Object.values(prediction.misses).flatMap(({ tags }) => tags);

/** The beliefs that a student’s last answer that could show them showed. */
function persistingIn({ reports }: StudentRow, columns: readonly AnswerColumn[]): readonly Misconception[] {
  const last = new Map<Misconception, boolean>();
  for (const column of columns) {
    const [shown, prediction] = [reports.get(column.lesson.slug), predictionOf(column)];
    const answer = shown === undefined || prediction === null ? undefined : answersAt(shown, column)[0];
    if (prediction === null || answer === undefined || answer.state === "not yet") continue;
    for (const belief of couldShow(prediction)) last.set(belief, answer.beliefs.includes(belief));
  }
  return [...last].flatMap(([belief, persists]) => (persists ? [belief] : []));
}

/** What needs a person, counted from the table. */
export interface ClassSummary {
  readonly stuck: readonly (Stuck & { readonly student: string })[];
  /** Those who are at a place where another is stuck. */
  readonly waiting: readonly { readonly student: string; readonly at: string }[];
  readonly beliefs: readonly Persisting[]; // that of most students first
  readonly wrong: readonly { readonly student: string; readonly where: string }[]; // does not match
  /** Whose answers were given in the same seconds as those of another student. */
  readonly alike: readonly string[];
  /** Whose files have times that cannot be. */
  readonly untimely: readonly string[];
}

export function summaryOf({ rows, columns }: ClassTable): ClassSummary {
  const stuck = rows.flatMap(({ student, stuck: one }) => (one === null ? [] : [{ ...one, student }]));
  const places = new Set(stuck.map(({ where }) => where));
  const waiting = rows.filter((row) => row.stuck === null && places.has(row.at));
  const by = new Map<Misconception, string[]>();
  for (const row of rows) for (const belief of persistingIn(row, columns)) gather(by, belief, row.student);
  const beliefs = [...by].map(([belief, students]) => ({ belief, students }));
  const wrong = rows.flatMap(({ student, reports }) =>
    columns.flatMap((column) => {
      const shown = reports.get(column.lesson.slug);
      const isWrong = shown !== undefined && stateOf(answersAt(shown, column)) === "does not match";
      return isWrong ? [{ student, where: `${column.number}, step ${column.step}` }] : [];
    }),
  );
  const whose = (is: (report: CheckedReport) => boolean): readonly string[] =>
    rows.flatMap(({ student, reports }) => ([...reports.values()].some(({ report }) => is(report)) ? [student] : []));
  return {
    stuck: stuck.sort((a, b) => b.submits - a.submits),
    waiting: waiting.map(({ student, at }) => ({ student, at })),
    beliefs: beliefs.sort((a, b) => b.students.length - a.students.length),
    wrong,
    alike: whose(({ alike }) => alike !== undefined),
    untimely: whose(({ untimely }) => untimely === true),
  };
}
