/** The reader's beliefs behind each answer as entries of the log, and the beliefs that the log shows as a whole. */
import type { LogEntry, Answers, LessonRecord } from "../../record/record.ts";
import type { Misconception, Option, Prediction, Side, Lesson, Miss } from "../../../lessons/types.ts";
import { catches, chosen, crossingMiss, isRight, judgedCurve, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";

type Tags = readonly Misconception[];

export const logged = (record: LessonRecord, entry: LogEntry): LessonRecord => ({
  ...record,
  log: [...record.log, entry],
});

const unique = (tags: Tags): Tags => [...new Set(tags)];
const tagsOf = (options: readonly Option[]): Tags => unique(options.flatMap(({ tags = [] }) => tags));

/** An option chosen. */
export function choiceEntry(
  about: string,
  kind: LogEntry["kind"],
  options: readonly Option[],
  option: string,
): LogEntry {
  const found = chosen(options, option);
  return {
    about,
    kind,
    form: "choice",
    right: found?.right === true,
    could: tagsOf(options),
    showed: found?.tags ?? [],
    caught: null,
  };
}

/** On which side a number or a curve misses; null where it does not, or where it misses in its shape only. */
export function sideOf(lesson: Lesson, prediction: Prediction, answer: Committed): Side | null {
  if (prediction.kind === "number" && answer.kind === "number") {
    if (isRight(lesson, prediction, answer)) return null;
    return answer.value > truthOf(lesson, prediction) ? "tooHigh" : "tooLow";
  }
  if (prediction.kind === "curve" && answer.kind === "curve") {
    const plateau = judgedCurve(lesson.paper, prediction, answer.ys).find(({ feature }) => feature === "plateau");
    if (plateau === undefined || plateau.hit) return null;
    return plateau.drawn > plateau.truth ? "tooHigh" : "tooLow";
  }
  return null;
}

/** The first reply to a wrong answer; null where the prediction has none for it. */
export function missOf(lesson: Lesson, prediction: Prediction, answer: Committed): Miss | null {
  if (prediction.kind === "choice") {
    const option = answer.kind === "choice" ? chosen(prediction.options, answer.option) : undefined;
    return option === undefined ? null : { reply: option.reply, tags: option.tags ?? [] };
  }
  if (prediction.kind === "crossing") {
    const miss = answer.kind === "crossing" ? crossingMiss(lesson, prediction, answer.curves) : null;
    return miss === null ? null : prediction.misses[miss];
  }
  const side = sideOf(lesson, prediction, answer);
  if (side !== null) return prediction.misses[side];
  return prediction.kind === "curve" ? prediction.misses.shape : null;
}

export function predictionEntry(
  lesson: Lesson,
  prediction: Prediction,
  answer: Committed,
  kind: "prediction" | "again",
): LogEntry {
  const right = isRight(lesson, prediction, answer);
  const could =
    prediction.kind === "choice"
      ? tagsOf(prediction.options)
      : unique(Object.values(prediction.misses).flatMap(({ tags }) => tags));
  const showed = right || answer.kind === "none" ? [] : (missOf(lesson, prediction, answer)?.tags ?? []);
  const isNumber = prediction.kind === "number" && answer.kind === "number";
  const caught = isNumber ? catches(answer, truthOf(lesson, prediction)) : null;
  return { about: prediction.id, kind, form: answer.kind, right, could, showed, caught };
}

/** A checkpoint's part submitted: the engine says whether it passed. */
export const checkEntry = (about: string, right: boolean): LogEntry => ({
  about,
  kind: "checkpoint",
  form: "run",
  right,
  could: [],
  showed: [],
  caught: null,
});

const inTurn = (lessons: Answers["lessons"]): readonly LogEntry[] =>
  Object.values(lessons)
    .toSorted((a, b) => a.turn - b.turn)
    .flatMap(({ log }) => log);

/** A belief that some answer showed, and whether the last answer that could show it did. */
export interface Belief {
  readonly tag: Misconception;
  readonly showed: number;
  readonly asked: number;
  readonly persists: boolean;
}

/** The beliefs that answers to any lesson showed, those that persist first. */
export function beliefsOf(lessons: Answers["lessons"]): readonly Belief[] {
  const log = inTurn(lessons);
  const tags = unique(log.flatMap(({ showed }) => showed));
  const beliefs = tags.map((tag): Belief => {
    const asked = log.filter(({ could }) => could.includes(tag));
    const showed = log.filter((entry) => entry.showed.includes(tag));
    return { tag, showed: showed.length, asked: asked.length, persists: asked.at(-1)?.showed.includes(tag) === true };
  });
  return beliefs.sort((a, b) => Number(b.persists) - Number(a.persists) || a.tag.localeCompare(b.tag));
}
