/** Reports for tests: a lesson as somebody answers it who knows everything, or nothing. */
import { ENGINE_VERSION } from "../../engine/experiments/export/version.ts";
import { present } from "../../engine/kernel/items.ts";
import { solutionOf } from "../judge.ts";
import type { Lesson } from "../types.ts";
import { rightAnswer } from "./invented.ts";
import { proofOf } from "./proof.ts";
import type { ProofEngine } from "./proof.ts";
import { FORM, FORMAT, sealOfFile } from "./report-data.ts";
import type { CheckGiven, ReportData, SealedReport } from "./report-data.ts";
import { checksIn, saidIn } from "./said.ts";

/** A whole lesson, every answer right, every part solved and run. */
export async function solved(lesson: Lesson, engine: ProofEngine, student = "Ada"): Promise<ReportData> {
  const checks: [string, CheckGiven][] = [];
  for (const { name, part } of lesson.steps.flatMap(checksIn)) {
    const attempt = solutionOf(part);
    const { hash } = await proofOf(part, attempt, engine);
    const counts = { passed: true, told: false, failures: 1, hints: 0, at: 1_790_000_600 };
    const setup = { experiment: part.experiment, ...attempt, seeds: part.seeds };
    checks.push([name, { ...counts, ...setup, hash }]);
  }
  const said = lesson.steps.flatMap(saidIn);
  return {
    ...{ format: FORMAT, form: FORM, engine: ENGINE_VERSION, lesson: lesson.slug, assignment: "" },
    ...{ student, saved: 1_790_000_900, finished: true },
    predictions: Object.fromEntries(
      present(lesson.steps, ({ predict }) => predict).map((one) => [
        one.id,
        { answers: [rightAnswer(lesson, one)], told: false, at: 1_790_000_000 },
      ]),
    ),
    explains: Object.fromEntries(said.map(({ id }) => [id, { pick: null, text: "Because of the runs." }])),
    checks: Object.fromEntries(checks),
  };
}

/** Data that somebody changed who knows how a file is sealed: only the runs can find them out. */
export function resealed(data: ReportData): string {
  const sealed = { ...data, page: null, seal: "" };
  return JSON.stringify({ ...sealed, seal: sealOfFile(sealed satisfies SealedReport) });
}
