/** The sentences in a lesson's data: questions, replies, hints, labels. */
import type { Checkpoint, Lesson, Option, Prediction, Recall, Step, Variant } from "./types.ts";

interface Sentence {
  readonly step: string;
  readonly text: string;
  /** We say that it is so. A question does not, nor does an answer that a reader may choose, but for the right one. */
  readonly isClaim: boolean;
}

const asks = (text: string | undefined) => (text === undefined ? [] : [{ text, isClaim: false }]);
const claims = (text: string | undefined) => (text === undefined ? [] : [{ text, isClaim: true }]);
type Said = ReturnType<typeof asks>;

const options = (all: readonly Option[] = []): Said =>
  all.flatMap(({ text, right, reply }) => [...(right === true ? claims(text) : asks(text)), ...claims(reply)]);
const asked = (one: Variant): Said => [...asks(one.question), ...options(one.options)];

const predicted = (p: Prediction): Said => [
  ...asks(p.question),
  ...claims(p.hit),
  ...(p.kind === "number" ? (p.alsoRight ?? []).flatMap(({ reply }) => claims(reply)) : []),
  ...claims(p.second),
  ...claims(p.third),
  ...asked(p.variant),
  ...p.bars.flatMap(({ label }) => asks(label)),
  ...(p.kind === "choice" ? options(p.options) : Object.values(p.misses).flatMap(({ reply }) => claims(reply))),
];

const checked = (c: Checkpoint): Said => [
  ...asks(c.question),
  ...c.hints.flatMap(claims),
  ...claims(c.solution),
  ...asked(c.variant),
  ...c.parts.flatMap((part) => [
    ...asks(part.title),
    ...Object.values(part.labels ?? {}).flatMap(asks),
    ...part.conditions.flatMap(({ says, as }) => [...asks(says), ...asks(as)]),
    ...(part.near ?? []).flatMap(({ reply }) => claims(reply)),
  ]),
];

const ofStep = ({ gist, action, tries = [], predict, explain, checkpoint, transfer }: Step): Said => [
  ...asks(gist),
  ...asks(action),
  ...tries.flatMap(({ label }) => asks(label)),
  ...(predict === undefined ? [] : predicted(predict)),
  ...(explain === undefined ? [] : [...asks(explain.prompt), ...claims(explain.ours), ...options(explain.picks)]),
  ...(checkpoint === undefined ? [] : checked(checkpoint)),
  ...(transfer === undefined ? [] : [...asks(transfer.question), ...claims(transfer.answer)]),
];

/** Every sentence of the data, with the step that it belongs to. */
export function sentencesOf(lesson: Lesson, recall: readonly Recall[]): readonly Sentence[] {
  return [
    ...lesson.steps.flatMap((step) => ofStep(step).map((said) => ({ step: step.id, ...said }))),
    ...recall.flatMap((one) => asked(one).map((said) => ({ step: one.about, ...said }))),
  ];
}
