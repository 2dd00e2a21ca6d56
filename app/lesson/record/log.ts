/** The reader's beliefs behind each answer as entries of the log, and the beliefs that the log shows as a whole. */
import type { LogEntry, Answers, LessonRecord } from "../../record/record.ts";
import type { Option, Prediction, Lesson } from "../../../lessons/types.ts";
import type { Misconception } from "../../../lessons/misconceptions.ts";
import { shownBy } from "../../../lessons/miss.ts";
import { catches, chosen, isRight, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";

type Tags = readonly Misconception[];

export const logged = (record: LessonRecord, entry: LogEntry, at = Math.floor(Date.now() / 1000)): LessonRecord => ({
  ...record,
  log: [...record.log, { ...entry, at }],
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
  const { tags: showed = [] } = found ?? {};
  return {
    about,
    kind,
    form: "choice",
    right: found?.right === true,
    could: tagsOf(options),
    showed,
    caught: null,
  };
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
  const showed = shownBy(lesson, prediction, answer);
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
