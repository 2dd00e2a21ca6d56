/** The teacher’s guide of a lesson, from its own data: what is asked at each step, and what is expected. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { withDefaults } from "../../engine/experiments/settings.ts";
import { truthText } from "../../lessons/hand-in/shown.ts";
import { solutionOf } from "../../lessons/judge.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { MISCONCEPTIONS } from "../../lessons/misconceptions.ts";
import type { CheckpointPart, Lesson, Miss, Option, Prediction, Step } from "../../lessons/types.ts";
import type { Misconception } from "../../lessons/misconceptions.ts";
import { wrongNumbers } from "../../lessons/verdict.ts";
import { changedTexts } from "../setup/setting-text.ts";
import { proseText } from "../words/prose-text.ts";
import { amountText } from "../words/units.ts";

/** A wrong answer, and what it shows that its giver believes. */
interface WrongAnswer {
  readonly answer: string;
  readonly belief: string; // "" where no belief has a name
}

export interface GuideItem {
  readonly kind: "Prediction" | "Explanation" | "Checkpoint" | "In another system";
  readonly question: string;
  readonly expected: readonly string[];
  readonly wrong: readonly WrongAnswer[];
}

const beliefOf = (tags: readonly Misconception[] = []): string => tags.map((tag) => MISCONCEPTIONS[tag]).join("; ");

const wrongOptions = (lesson: Lesson, options: readonly Option[]): readonly WrongAnswer[] =>
  options
    .filter(({ right }) => right !== true)
    .map(({ text, tags }) => ({ answer: proseText(lesson, text), belief: beliefOf(tags) }));

const rightTexts = (lesson: Lesson, options: readonly Option[]): readonly string[] =>
  options.flatMap(({ right, text }) => (right === true ? [proseText(lesson, text)] : []));

/** Misses by their sides, where one shows a belief. */
const MISSES: Readonly<Record<string, string>> = {
  tooHigh: "Too high",
  tooLow: "Too low",
  shape: "The right end, another shape",
  first: "The first one stays ahead",
  second: "The second one is ahead at once",
  early: "They cross too early",
  late: "They cross too late",
};

const missed = (misses: Readonly<Record<string, Miss>>): readonly WrongAnswer[] =>
  Object.entries(misses).flatMap(([side, { tags }]) =>
    tags.length === 0 || MISSES[side] === undefined ? [] : [{ answer: MISSES[side], belief: beliefOf(tags) }],
  );

function wrongPredictions(lesson: Lesson, prediction: Prediction): readonly WrongAnswer[] {
  switch (prediction.kind) {
    case "choice":
      return wrongOptions(lesson, prediction.options);
    case "number": {
      const values = wrongNumbers(lesson, prediction);
      return [
        ...prediction.beliefs.map(({ says }, i) => ({
          answer: amountText(Number(itemAt(values, i, "number").toPrecision(3)), prediction.unit),
          belief: says,
        })),
        ...missed(prediction.misses),
      ];
    }
    case "curve":
    case "crossing":
      return missed(prediction.misses);
  }
}

function solutionText(lesson: Lesson, part: CheckpointPart): string {
  const experiment = experimentNamed(part.experiment);
  const parameters = withDefaults(experiment, { ...part.set, ...part.solution });
  const before = changedTexts({
    experiment: experiment.id,
    parameters: withDefaults(experiment, { ...part.set }),
    seed: 1,
    faults: [],
  });
  const after = changedTexts({ experiment: experiment.id, parameters, seed: 1, faults: [] });
  const set = after.filter((text) => !before.includes(text));
  const all = [...set, ...solutionOf(part).faults];
  return `${proseText(lesson, part.title)}: ${all.length === 0 ? "as it stands" : all.join(", ")}`;
}

/** What is asked at a step, in the order in which it stands there. */
export function guideItems(lesson: Lesson, { predict, explain, checkpoint, transfer }: Step): readonly GuideItem[] {
  const text = (prose: string): string => proseText(lesson, prose);
  const { picks = [] } = explain ?? {};
  return [
    ...(predict === undefined
      ? []
      : [
          {
            kind: "Prediction" as const,
            question: text(predict.question),
            expected: [truthText(lesson, predict), text(predict.third)],
            wrong: wrongPredictions(lesson, predict),
          },
        ]),
    ...(explain === undefined
      ? []
      : [
          {
            kind: "Explanation" as const,
            question: text(explain.prompt),
            expected: [...rightTexts(lesson, picks), text(explain.ours)],
            wrong: wrongOptions(lesson, picks),
          },
        ]),
    ...(checkpoint === undefined
      ? []
      : [
          {
            kind: "Checkpoint" as const,
            question: text(checkpoint.question),
            expected: [...checkpoint.parts.map((part) => solutionText(lesson, part)), text(checkpoint.solution)],
            wrong: [],
          },
        ]),
    ...(transfer === undefined
      ? []
      : [
          {
            kind: "In another system" as const,
            question: text(transfer.question),
            expected: [text(transfer.answer)],
            wrong: [],
          },
        ]),
  ];
}
