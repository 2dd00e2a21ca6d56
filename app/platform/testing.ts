/** Records of readers who answered everything, for tests. */
import { solutionOf } from "../../lessons/judge.ts";
import type { Lesson, Prediction } from "../../lessons/types.ts";
import { truthCurve } from "../../lessons/verdict.ts";
import type { Committed } from "../../lessons/verdict.ts";
import { checkEntry, choiceEntry, logged, predictionEntry } from "../lesson/record/log.ts";
import { checksIn, saidIn } from "../../lessons/hand-in/said.ts";
import { EMPTY } from "../record/record.ts";
import type { LessonRecord } from "../record/record.ts";

/** A wrong answer with as many digits as a reader’s hand gives. */
function answerTo({ paper }: Lesson, prediction: Prediction, n: number): Committed {
  switch (prediction.kind) {
    case "number":
      return { kind: "number", value: 17.25 + n, interval: { low: 11.5 + n, high: 31.75 + n } };
    case "choice":
      return { kind: "choice", option: prediction.options.find(({ right }) => right !== true)?.id ?? "" };
    case "curve":
      return { kind: "curve", ys: truthCurve(paper, prediction).map((_, i) => (i + n) * prediction.step * 3) };
    case "crossing": {
      const drawn = (by: number) => prediction.x.values.map((_, i) => (i + by + n) * prediction.step * 3);
      return { kind: "crossing", curves: [drawn(1), drawn(2)] };
    }
  }
}

function predicted(lesson: Lesson, record: LessonRecord, prediction: Prediction): LessonRecord {
  const answers = [0, 1, 2].map((n) => answerTo(lesson, prediction, n));
  const [option] = prediction.variant.options;
  const about = `${prediction.id}/variant`;
  const after = answers.reduce(
    (all, answer, n) => logged(all, predictionEntry(lesson, prediction, answer, n === 0 ? "prediction" : "again")),
    logged(record, choiceEntry(about, "variant", prediction.variant.options, option?.id ?? "")),
  );
  const own = { answers, settled: true, told: true, variant: option?.id ?? null };
  return { ...after, predictions: { ...record.predictions, [prediction.id]: own } };
}

/**
 * Everything that a reader can answer in a lesson is answered, most of it wrongly at first.
 * @param text what the reader writes where a sentence is asked for
 */
export function fullRecord(lesson: Lesson, text: string): LessonRecord {
  const { steps } = lesson;
  let record: LessonRecord = { ...EMPTY, turn: 1, visit: 1, seen: steps.map(({ id }) => id), at: steps.length };
  for (const step of steps) {
    const { predict, checkpoint } = step;
    if (predict !== undefined) record = predicted(lesson, record, predict);
    for (const one of saidIn(step)) {
      const own = { pick: one.picks?.[0]?.id ?? null, text, shown: true };
      record = { ...record, explains: { ...record.explains, [one.id]: own } };
    }
    for (const { name: key, part } of checksIn(step)) {
      const own = { passed: true, failures: 3, ...solutionOf(part), hints: 2, told: false };
      record = { ...record, checks: { ...record.checks, [key]: own } };
      for (const right of [false, false, false, true]) record = logged(record, checkEntry(key, right));
    }
    if (checkpoint !== undefined) {
      const option = checkpoint.variant.options[0]?.id ?? "";
      const entry = choiceEntry(`${checkpoint.id}/variant`, "variant", checkpoint.variant.options, option);
      record = logged({ ...record, variants: { ...record.variants, [checkpoint.id]: option } }, entry);
    }
  }
  return { ...record, finished: true };
}
