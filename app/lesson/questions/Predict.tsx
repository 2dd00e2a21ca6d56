/** Predict, commit, see the difference: a choice, a number with an interval, or a curve drawn by hand. */
import { Suspense, useId, useState } from "react";
import { isRight, missText, otherReading, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import type { ChoicePrediction, Lesson, Prediction, Side } from "../../../lessons/types.ts";
import { fetched } from "../../controls/fetched.tsx";
import { currentPlace } from "../../setup/location.ts";
import { presentationOf } from "../../setup/presentation.ts";
import { answers } from "../../record/answers.ts";
import { amountText } from "../../words/units.ts";
import type { LogEntry, PredictionRecord } from "../../record/record.ts";
import { Prose, usePlainText } from "../text/Numbers.tsx";
import { useLesson, useRecord } from "../context.ts";
import { CommitRow } from "./CommitRow.tsx";
import { freshReply, sideOf } from "../../../lessons/miss.ts";
import { choiceEntry, logged, predictionEntry } from "../record/log.ts";
import { CrossingDifference, CrossingForm } from "./PredictCrossing.tsx";
import { CurveForm, CurveDifference } from "./PredictCurve.tsx";
import { Bars, NumberDifference, NumberForm } from "./PredictNumber.tsx";
import { curveCommitted } from "../drawn-curve.ts";
import { Question, Radios } from "./Options.tsx";
import { Reply, useReply } from "./Reply.tsx";

const LectureCode = fetched("The code for the lecture", () => import("./LectureCode.tsx").then((m) => m.LectureCode));

const NONE: Committed = { kind: "none" };

/** A right answer settles, so does "No idea", and the third wrong one: then the lesson tells. */
export function committed(before: PredictionRecord | undefined, answer: Committed, right: boolean): PredictionRecord {
  const answers = [...(before?.answers ?? []), answer];
  const told = !right && (answer.kind === "none" || answers.length >= 3);
  return { answers, settled: right || told, told, variant: before?.variant ?? null };
}

interface FormProps<Kind extends Prediction> {
  readonly prediction: Kind;
  /** The last answer, where it was wrong: it stays in the form. */
  readonly before: Committed | undefined;
  readonly onCommit: (answer: Committed) => void;
  /** No idea; or the answer is wanted, after one that was wrong. */
  readonly onNone: () => void;
}

function ChoiceForm({ prediction, before, onCommit, onNone }: FormProps<ChoicePrediction>) {
  const [option, setOption] = useState<string | null>(before?.kind === "choice" ? before.option : null);
  const same = before?.kind === "choice" && before.option === option;
  const todo = option === null ? "Choose an answer first." : same ? "Choose another answer first." : null;
  return (
    <>
      <Radios legend={prediction.question} options={prediction.options} chosen={option} onChoose={setOption} />
      <CommitRow
        todo={todo}
        onCommit={() => option !== null && !same && onCommit({ kind: "choice", option })}
        onNone={onNone}
        again={before !== undefined}
      />
    </>
  );
}

function Form({ prediction, ...rest }: FormProps<Prediction>) {
  switch (prediction.kind) {
    case "choice":
      return <ChoiceForm prediction={prediction} {...rest} />;
    case "number":
      return <NumberForm prediction={prediction} {...rest} />;
    case "curve":
      return <CurveForm prediction={prediction} {...rest} />;
    case "crossing":
      return <CrossingForm prediction={prediction} {...rest} />;
  }
}

/** The reader's first commitment beside the truth. It stays for as long as the lesson does. */
function Difference({ prediction, answer }: { readonly prediction: Prediction; readonly answer: Committed }) {
  const plain = usePlainText();
  if (answer.kind === "none") return <p className="yours">You committed: no idea.</p>;
  if (prediction.kind === "number" && answer.kind === "number")
    return <NumberDifference prediction={prediction} answer={answer} />;
  if (prediction.kind === "curve" && answer.kind === "curve")
    return <CurveDifference prediction={prediction} answer={answer} />;
  if (prediction.kind === "crossing" && answer.kind === "crossing")
    return <CrossingDifference prediction={prediction} answer={answer} />;
  if (prediction.kind !== "choice" || answer.kind !== "choice") return null;
  const option = prediction.options.find(({ id }) => id === answer.option);
  return option === undefined ? null : <p className="yours">You committed: {plain(option.text)}</p>;
}

/** What was answered after a reply. */
function Later({ prediction, answers }: { readonly prediction: Prediction; readonly answers: readonly Committed[] }) {
  const { lesson } = useLesson();
  const plain = usePlainText();
  const said = answers.flatMap((answer): readonly string[] => {
    if (answer.kind === "none") return ["no idea"];
    if (prediction.kind === "number" && answer.kind === "number")
      return [`${amountText(answer.value, prediction.unit)}, ${missText(answer.value, truthOf(lesson, prediction))}`];
    if (prediction.kind !== "choice" || answer.kind !== "choice") return [];
    const option = prediction.options.find(({ id }) => id === answer.option);
    return option === undefined ? [] : [plain(option.text)];
  });
  return said.length === 0 ? null : <p className="yours">Then: {said.join("; then ")}.</p>;
}

const SIDES: Readonly<Record<Side, string>> = { tooHigh: "Too high", tooLow: "Too low" };

interface RepliesProps {
  readonly prediction: Prediction;
  readonly record: PredictionRecord;
  readonly heading: ReturnType<typeof useReply>[0];
}

/** The reply to a right answer: of the question's own number, or of another right reading of it. */
function hitOf(lesson: Lesson, prediction: Prediction, answer: Committed): string {
  if (prediction.kind !== "number" || answer.kind !== "number") return prediction.hit;
  return otherReading(lesson, prediction, answer)?.reply ?? prediction.hit;
}

/** What is said to the answers so far: the reasoning behind it, the difference, and at last the answer. */
function Replies({ prediction, record, heading }: RepliesProps) {
  const { lesson } = useLesson();
  const last = record.answers.at(-1) ?? NONE;
  const side = sideOf(lesson, prediction, last);
  if (record.settled) {
    return (
      <Reply heading={heading} right={record.told ? null : true}>
        <Prose text={record.told ? prediction.third : hitOf(lesson, prediction, last)} />
      </Reply>
    );
  }
  const reply = freshReply(lesson, prediction, record.answers);
  const isSecond = record.answers.length > 1;
  return (
    <Reply heading={heading} right={false} {...(side === null ? {} : { title: SIDES[side] })}>
      {reply !== null && <Prose text={reply} />}
      {(isSecond || reply === null) && <Prose text={prediction.second} />}
      {isSecond && <Bars bars={prediction.bars} />}
    </Reply>
  );
}

export function Predict() {
  const { lesson, step, show } = useLesson();
  const [record, change] = useRecord();
  const title = useId();
  const [heading, answered] = useReply();
  const prediction = step.predict;
  const isKept = answers(({ lessons }) => lessons[lesson.slug]?.predictions[prediction?.id ?? ""] !== undefined);
  if (prediction === undefined) return null;
  const mine = record.predictions[prediction.id];
  const put = (next: PredictionRecord, entry?: LogEntry): void =>
    change((before) => {
      const after = { ...before, predictions: { ...before.predictions, [prediction.id]: next } };
      return entry === undefined ? after : logged(after, entry);
    });
  const commit = (answer: Committed): void => {
    const next = committed(mine, answer, isRight(lesson, prediction, answer));
    answered();
    put(next, predictionEntry(lesson, prediction, answer, mine === undefined ? "prediction" : "again"));
    if (answer.kind === "curve" || answer.kind === "crossing") curveCommitted();
    show(next.settled ? {} : prediction.observe);
  };
  const tell = (before: PredictionRecord): void => {
    answered();
    put({ ...before, settled: true, told: true });
  };
  const choose = (variant: string): void => {
    if (mine === undefined) return;
    const about = `${prediction.id}/variant`;
    const entry = choiceEntry(about, "variant", prediction.variant.options, variant);
    put({ ...mine, variant }, mine.variant === null ? entry : undefined); // the first choice counts
  };
  const first = mine?.answers[0];
  return (
    <section className="predict" aria-labelledby={title}>
      <h3 id={title}>Your prediction</h3>
      {isKept && mine === undefined && (
        <p className="note">
          What you drew here has other points than the question has now, so nothing can be compared with it. Draw it
          again.
        </p>
      )}
      {mine?.settled !== true && (
        <Form
          prediction={prediction}
          before={mine?.answers.at(-1)}
          onCommit={commit}
          onNone={() => (mine === undefined ? commit(NONE) : tell(mine))}
        />
      )}
      {mine?.settled === true && first !== undefined && (
        <>
          <Difference prediction={prediction} answer={first} />
          <Later prediction={prediction} answers={mine.answers.slice(1)} />
        </>
      )}
      <div role="status">
        {mine !== undefined && <Replies prediction={prediction} record={mine} heading={heading} />}
      </div>
      {first !== undefined && presentationOf(currentPlace()).assignment !== null && (
        <Suspense>
          <LectureCode prediction={prediction} answer={first} />
        </Suspense>
      )}
      {mine?.told === true && (
        <>
          <p className="another">A similar question</p>
          <Question {...prediction.variant} chosen={mine.variant} onChoose={choose} />
        </>
      )}
    </section>
  );
}
