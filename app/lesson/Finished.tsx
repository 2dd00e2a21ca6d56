/** The end of a lesson: what the reader guessed beside the truth, what the reader can do now, and the next lesson. */
import { useEffect, useRef } from "react";
import { itemAt, namedIn } from "../../engine/kernel/reads.ts";
import type { Lesson, Prediction } from "../../lessons/types.ts";
import { drawnCrossing, judgedCurve, truthCurve, truthOf } from "../../lessons/verdict.ts";
import type { Committed } from "../../lessons/verdict.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { currentPlace, hashOf } from "../setup/location.ts";
import { stepPlace } from "./lesson-link.ts";
import { hrefOf } from "../setup/link-table.ts";
import { usePresentation } from "../setup/presentation.ts";
import { plainText } from "../words/numbers.ts";
import { amountText } from "../words/units.ts";
import { numberNamed, stated } from "../../lessons/numbers.ts";
import { usePlainText } from "./text/Numbers.tsx";
import { useLesson, useRecord } from "./context.ts";
import "./finished.css";

interface Props {
  /** The steps in which answers are missing, from 1: with any the lesson is not finished. */
  readonly open: readonly number[];
  /** Whether the reader has just come to the end: then it takes the focus. */
  readonly fresh: boolean;
  /** The next lesson that is written; undefined at the last. */
  readonly next: { readonly slug: string; readonly title: string } | undefined;
}

export function Finished({ open, fresh, next }: Props) {
  const { lesson } = useLesson();
  const { withText } = usePresentation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!fresh) return;
    heading.current?.closest("section")?.scrollIntoView({ block: "nearest" });
    heading.current?.focus({ preventScroll: true });
  }, [fresh]);
  return (
    <section className="finished" aria-label="The end of the lesson">
      <h2 tabIndex={-1} ref={heading}>
        {open.length === 0 ? "You have finished this lesson" : "You are at the end, and some answers are missing"}
      </h2>
      {open.length > 0 && <Missing open={open} />}
      <Guesses />
      <h3>You can now</h3>
      <ul>
        {lesson.can.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      {!withText && (
        <p>
          {next !== undefined && (
            <>
              <a href={hrefOf("lesson", [next.slug])}>Next: {next.title}</a>.{" "}
            </>
          )}
          <a href={hrefOf("")}>The course</a>
        </p>
      )}
    </section>
  );
}

/** The way to each answer that is missing. */
function Missing({ open }: { readonly open: readonly number[] }) {
  const { lesson } = useLesson();
  return (
    <ul>
      {open.map((place) => (
        <li key={place}>
          <a href={hashOf(stepPlace(lesson.slug, place - 1, currentPlace()))}>
            Step {place}: {lesson.steps[place - 1]?.gist}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Each first guess beside the truth. */
function Guesses() {
  const { lesson } = useLesson();
  const [record] = useRecord();
  const plain = usePlainText();
  return (
    <table className="features">
      <caption>What you guessed</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className="k-prediction">
            you
          </th>
          <th scope="col">truth</th>
        </tr>
      </thead>
      <tbody>
        {lesson.steps.map(({ id, gist, predict }, i) => {
          if (predict === undefined) return null;
          const answer = record.predictions[predict.id]?.answers[0];
          const { you, truth } = told(lesson, predict, answer, plain);
          return (
            <tr key={id}>
              <th scope="row">
                <a href={hrefOf("lesson", [lesson.slug], { step: String(i + 1) })}>{gist}</a>
              </th>
              <td className="k-prediction">{you}</td>
              <td>{truth}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const rounded = (value: number): string => plainText(Number(value.toPrecision(2)));

interface Told {
  readonly you: string;
  readonly truth: string;
}

/** A guess and the truth in few words: of a curve where it ends up, of two where they cross. */
export function told(
  lesson: Lesson,
  prediction: Prediction,
  answer: Committed | undefined,
  plain: (text: string) => string,
): Told {
  const you = (said: string): string =>
    answer === undefined ? "not guessed" : answer.kind === "none" ? "no idea" : said;
  switch (prediction.kind) {
    case "number": {
      const { unit } = prediction;
      const mine = answer?.kind === "number" ? amountText(answer.value, unit) : "";
      const { text } = stated(lesson.paper, numberNamed(lesson.numbers, prediction.truth), lesson.numbers);
      return { you: you(mine), truth: `${text}\u202f${unit}` };
    }
    case "curve": {
      const ys = answer?.kind === "curve" ? answer.ys : truthCurve(lesson.paper, prediction).map(({ y }) => y);
      const unit = namedIn(experimentNamed(prediction.experiment).measures, prediction.measure, "measure").unit;
      const end = judgedCurve(lesson.paper, prediction, ys).find(({ feature }) => feature === "plateau");
      const at = (value: number): string => `ends up at ${rounded(value)}\u202f${unit}`;
      return end === undefined ? { you: you(""), truth: "" } : { you: you(at(end.drawn)), truth: at(end.truth) };
    }
    case "crossing": {
      const { unit } = prediction.x;
      const found = answer?.kind === "crossing" ? drawnCrossing(prediction, answer.curves) : null;
      const mine = found !== null && "at" in found ? `cross at ${rounded(found.at)}\u202f${unit}` : "do not cross";
      return { you: you(mine), truth: `cross at ${rounded(truthOf(lesson, prediction))}\u202f${unit}` };
    }
    case "choice": {
      const option = answer?.kind === "choice" ? prediction.options.find(({ id }) => id === answer.option) : undefined;
      const right = prediction.options.filter((one) => one.right === true);
      return { you: you(plain(option?.text ?? "")), truth: plain(itemAt(right, 0, "right option").text) };
    }
  }
}
