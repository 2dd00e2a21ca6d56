/** A reader’s record of a lesson as the data of its report: every submitted part is run again for the hash. */
import { stepsAsked } from "../../../lessons/hand-in/assignment.ts";
import type { Assignment } from "../../../lessons/hand-in/assignment.ts";
import { openSteps } from "../../../lessons/hand-in/open-steps.ts";
import { proofOf } from "../../../lessons/hand-in/proof.ts";
import type { ProofEngine } from "../../../lessons/hand-in/proof.ts";
import { FORM, FORMAT } from "../../../lessons/hand-in/report-data.ts";
import type { CheckGiven, ReportData } from "../../../lessons/hand-in/report-data.ts";
import { checksIn } from "../../../lessons/hand-in/said.ts";
import type { CheckpointPart, Lesson } from "../../../lessons/types.ts";
import { fitting } from "../../record/fitting.ts";
import type { CheckRecord, LessonRecord } from "../../record/record.ts";

/** Whose report it is, and when and with what it was saved. */
interface Head extends Pick<ReportData, "student" | "assignment" | "engine" | "own" | "asked"> {
  readonly saved: number; // seconds since 1970
}

/**
 * The head of a report that is saved now.
 * @param assignment that the lesson belongs to; one with no lessons for none
 */
export function headNow({ slug }: Lesson, assignment: Assignment, student: string, isOwn: boolean): Head {
  const steps = stepsAsked(assignment, slug);
  return {
    ...{ student, assignment: assignment.name, engine: __ROUNDTRIP_VERSION__, saved: Math.floor(Date.now() / 1000) },
    ...(isOwn ? { own: true } : {}),
    ...(steps === "all" ? {} : { asked: steps }),
  };
}

const firstAt = ({ log }: LessonRecord, about: string): number | null =>
  log.find((entry) => entry.about === about)?.at ?? null;

async function checkGiven(
  part: CheckpointPart,
  record: CheckRecord,
  at: number | null,
  engine: ProofEngine,
): Promise<CheckGiven> {
  const { passed, told, failures, hints } = record;
  const set = Object.fromEntries(Object.entries(record.set).filter(([key]) => part.free.includes(key)));
  const faults = part.breaks === undefined ? [] : record.faults;
  const isSubmitted = passed || failures > 0;
  const hash = isSubmitted ? (await proofOf(part, { set, faults }, engine)).hash : null;
  return { passed, told, failures, hints, experiment: part.experiment, set, seeds: part.seeds, faults, hash, at };
}

/** Rejects where a run fails. */
export async function handedIn(
  lesson: Lesson,
  kept: LessonRecord,
  head: Head,
  engine: ProofEngine,
): Promise<ReportData> {
  const record = fitting(lesson, kept);
  const checks: [string, CheckGiven][] = [];
  for (const { name, part } of lesson.steps.flatMap(checksIn)) {
    const given = record.checks[name];
    if (given !== undefined) checks.push([name, await checkGiven(part, given, firstAt(record, name), engine)]);
  }
  return {
    ...{ format: FORMAT, form: FORM, lesson: lesson.slug, ...head },
    finished: openSteps(lesson, record, head.asked).length === 0,
    predictions: Object.fromEntries(
      Object.entries(record.predictions).map(([id, { answers, told }]) => [
        id,
        { answers, told, at: firstAt(record, id) },
      ]),
    ),
    explains: Object.fromEntries(Object.entries(record.explains).map(([id, { pick, text }]) => [id, { pick, text }])),
    checks: Object.fromEntries(checks),
  };
}
