/** A number on a scale, and an interval to bet on: ring for the reader's, disc for the truth, dots between. */
import { useId, useRef, useState } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { catches, isRight, missText, otherReading, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import type { Lesson, NumberPrediction } from "../../../lessons/types.ts";
import { numberNamed, stated, valueOf } from "../../../lessons/numbers.ts";
import type { NumberKind, Stated } from "../../../lessons/numbers.ts";
import { plainText } from "../../words/numbers.ts";
import { quote } from "../../../engine/faults/quote.ts";
import { typedNumber } from "../../controls/typed-number.ts";
import { amountText, betweenText } from "../../words/units.ts";
import { ticksOf, wholeTicks, xMarks } from "../../chart/axes.ts";
import { text } from "../../chart/marks.ts";
import { useWidth } from "../../draw/page-hooks.ts";
import type { Ink } from "../../draw/palette.ts";
import { linearScale, logScale } from "../../draw/scale.ts";
import { disc, line } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { useSizeOf } from "../../draw/figure-size.ts";
import { Shapes } from "../../draw/Shapes.tsx";
import { CommitRow } from "./CommitRow.tsx";
import { Noted, Paragraph } from "../text/Noted.tsx";
import { Prose, StatedNumber, usePlainText } from "../text/Numbers.tsx";
import { useLesson } from "../context.ts";

type Estimate = Extract<Committed, { readonly kind: "number" }>;

const EDGE = 10; // px, so that a ring at the end of the scale is whole
const LINE = 30; // px from the top
const HEIGHT = 72;
const PX_PER_TICK = 80;

interface ScaleProps {
  readonly prediction: NumberPrediction;
  readonly mine: Estimate | null;
  readonly truth: number | null;
  /** The truth as the lesson prints it, with its source: "paper, 2,661 µs". */
  readonly truthName?: string;
  readonly label: string;
}

/** The axis of the answer with the interval, a ring for the guess, a disc for the truth, and dots between the two. */
function scaleMarks(
  { prediction, mine, truth, truthName = "" }: Omit<ScaleProps, "label">,
  width: number,
): readonly Shape[] {
  const { min, max, near, log, unit } = prediction;
  const area = { x0: EDGE, x1: width - EDGE, y0: LINE, y1: LINE };
  const ends = { domain: [min, max], range: [area.x0, area.x1], clamp: true } as const;
  const scale = log === true ? logScale(ends) : linearScale(ends);
  const name = (said: string, at: number, y: number, ink: Ink): Shape => {
    const anchor = at > width - 90 ? "end" : at < 60 ? "start" : "middle";
    return text(at, y, said, ink, { anchor, bold: true });
  };
  const ticks = ticksOf(scale, Math.max(2, Math.round(width / PX_PER_TICK)));
  const isWhole = near === 0; // half a packet is no answer
  const along = (from: number, to: number, paint: Parameters<typeof line>[1]): Shape =>
    line([scale.at(from), LINE, scale.at(to), LINE], { stroke: "prediction", ...paint });
  return [
    line([area.x0, LINE, area.x1, LINE], { stroke: "edge", lineWidth: 1 }),
    ...xMarks(isWhole ? wholeTicks(ticks) : ticks, area, unit),
    ...(mine !== null && truth !== null
      ? [along(truth, mine.value, { lineWidth: 3, dash: [0.1, 6], round: true })]
      : []),
    ...(mine === null
      ? []
      : [
          ...(mine.interval === null
            ? []
            : [along(mine.interval.low, mine.interval.high, { lineWidth: 9, opacity: 0.3 })]),
          disc(scale.at(mine.value), LINE, 5.5, { fill: "paper", stroke: "prediction", lineWidth: 2.4 }),
          name(`you, ${amountText(mine.value, unit)}`, scale.at(mine.value), 14, "prediction"),
        ]),
    ...(truth === null
      ? []
      : [disc(scale.at(truth), LINE, 5, { fill: "measured" }), name(truthName, scale.at(truth), 66, "ink")]),
  ];
}

function Scale({ label, ...marks }: ScaleProps) {
  const box = useRef<HTMLDivElement>(null);
  const { width, style } = useSizeOf(useWidth(box, true));
  return (
    <div ref={box} className="scale" style={style}>
      {width > 0 && (
        <svg className="enlarged" width={width} height={HEIGHT} role="img" aria-label={label}>
          <Shapes shapes={scaleMarks(marks, width)} />
        </svg>
      )}
    </div>
  );
}

type Texts = Readonly<Record<"value" | "low" | "high", string>>;

/** The estimate that the fields hold, or the sentence that keeps the reader from committing it. */
function estimateOf(prediction: NumberPrediction, texts: Texts): Estimate | string {
  const { min, max, unit } = prediction;
  const all = [texts.value, texts.low, texts.high];
  const reads = all.map((text) => typedNumber({ min, max, unit }, text));
  const [value = null, low = null, high = null] = reads.map((read) => ("value" in read ? read.value : null));
  const wrong = reads.findIndex((read, i) => "why" in read && all[i]?.trim() !== "");
  const read = reads[wrong];
  const allowed = `Enter a number from ${plainText(min)} to ${plainText(max)} ${unit}.`;
  const advice = read !== undefined && "why" in read && read.why !== "" ? ` ${read.why}` : "";
  if (wrong >= 0) return `${quote(itemAt(all, wrong, "name"))} is not allowed here. ${allowed}${advice}`;
  if (value === null) return "Enter your guess as a number.";
  if (low === null && high === null) return { kind: "number", value, interval: null };
  if (low === null || high === null) return "Enter both ends of your interval, or leave both empty.";
  if (low > value || value > high) return "Your guess lies outside of your own interval. Change one of them.";
  return { kind: "number", value, interval: { low, high } };
}

const isSame = (a: Estimate, b: Estimate): boolean =>
  a.value === b.value && a.interval?.low === b.interval?.low && a.interval?.high === b.interval?.high;

const textsOf = ({ value, interval }: Estimate): Texts => ({
  value: String(value),
  low: interval === null ? "" : String(interval.low),
  high: interval === null ? "" : String(interval.high),
});

interface FieldProps {
  readonly label: string;
  readonly unit: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly problem: string | null; // id of the sentence that says what is wrong
}

function Field({ label, unit, text, onText, problem }: FieldProps) {
  const id = useId();
  return (
    <span className="estimate">
      <label htmlFor={id}>{label}</label>
      <span className="value">
        <input
          id={id}
          className="field"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={problem !== null}
          {...(problem === null ? {} : { "aria-describedby": problem })}
          onChange={(event) => onText(event.target.value)}
        />
        <span className="unit">{unit}</span>
      </span>
    </span>
  );
}

interface FormProps {
  readonly prediction: NumberPrediction;
  /** The last answer, where it was wrong: it stays in the fields and on the scale. */
  readonly before: Committed | undefined;
  readonly onCommit: (answer: Committed) => void;
  readonly onNone: () => void;
}

const EMPTY: Texts = { value: "", low: "", high: "" };

export function NumberForm({ prediction, before, onCommit, onNone }: FormProps) {
  const id = useId();
  const [texts, setTexts] = useState(before?.kind === "number" ? textsOf(before) : EMPTY);
  const [asked, setAsked] = useState(false);
  const estimate = estimateOf(prediction, texts);
  const [mine, problem] = typeof estimate === "string" ? [null, estimate] : [estimate, null];
  // The same once more is no other answer.
  const same = before?.kind === "number" && mine !== null && isSame(before, mine);
  const describedBy = asked && problem !== null ? `${id}-problem` : null;
  const field = (key: keyof Texts, label: string) => (
    <Field
      label={label}
      unit={prediction.unit}
      text={texts[key]}
      problem={describedBy}
      onText={(text) => setTexts((all) => ({ ...all, [key]: text }))}
    />
  );
  const commit = (): void => {
    setAsked(true);
    if (mine !== null && !same) onCommit(mine);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <Prose className="q" text={prediction.question} />
      <div className="row estimates">{field("value", "My guess")}</div>
      <fieldset className={texts.value === "" ? "row estimates later" : "row estimates"}>
        <legend>If you like: I am 80 % sure that it is</legend>
        {field("low", "between")}
        {field("high", "and")}
      </fieldset>
      <Scale
        prediction={prediction}
        mine={mine}
        truth={null}
        label={mine === null ? "Empty scale" : `Your guess is ${amountText(mine.value, prediction.unit)}`}
      />
      {describedBy !== null && (
        <p className="error" id={describedBy} role="alert">
          {problem}
        </p>
      )}
      <CommitRow todo={same ? "Change your number first." : null} onNone={onNone} again={before !== undefined} />
    </form>
  );
}

const WHOSE: Readonly<Record<NumberKind, string>> = {
  measured: "paper",
  model: "model",
  simulated: "simulated",
  computed: "paper",
};

/** The source of a number: "paper", say. A computed number has the source of its parts, a measured one first. */
function whoseOf({ kind, origin }: Stated): string {
  if (origin.kind !== "ours") return WHOSE[kind];
  const parts = origin.parts.map(({ number }) => whoseOf(number));
  return parts.find((one) => one === WHOSE.measured) ?? parts[0] ?? WHOSE.computed;
}

/** What became of the interval that the reader bet on. */
function betText(lesson: Lesson, prediction: NumberPrediction, answer: Estimate): string {
  if (catches(answer, truthOf(lesson, prediction)) === true)
    return isRight(lesson, prediction, answer)
      ? "contains the true value"
      : "contains the true value, and also the answer of a wrong idea";
  if (otherReading(lesson, prediction, answer) === null) return "missed it";
  return "contains the value of another right reading";
}

/** Ring, disc and the gap between them; hit or miss by the interval, a miss told as factor and direction. */
export function NumberDifference({
  prediction,
  answer,
}: {
  readonly prediction: NumberPrediction;
  readonly answer: Estimate;
}) {
  const { lesson } = useLesson();
  const truth = truthOf(lesson, prediction);
  const { value, interval } = answer;
  const { unit } = prediction;
  const number = stated(lesson.paper, numberNamed(lesson.numbers, prediction.truth), lesson.numbers);
  const shown = `${number.text}\u202f${unit}`;
  const guessed = missText(value, truth);
  const bet = interval === null ? "" : betweenText(interval.low, interval.high, unit);
  return (
    <>
      <Scale
        prediction={prediction}
        mine={answer}
        truth={truth}
        truthName={`${whoseOf(number)}, ${shown}`}
        label={`You said ${amountText(value, unit)}${bet === "" ? "" : `, ${bet}`}; it is ${shown}`}
      />
      <Paragraph className="yours">
        {interval !== null && `Your interval, ${bet}, ${betText(lesson, prediction, answer)}. `}
        Your guess is {guessed}. It is <StatedNumber number={number} />.
      </Paragraph>
    </>
  );
}

/** Numbers of the lesson as bars, to one scale; each opens its source. */
export function Bars({ bars }: { readonly bars: readonly { readonly label: string; readonly number: string }[] }) {
  const { lesson } = useLesson();
  const plain = usePlainText();
  const rows = bars.flatMap(({ label, number }) => {
    const source = lesson.numbers[number];
    if (source === undefined) return [];
    const value = valueOf(lesson.paper, source, lesson.numbers);
    return [{ label, number: stated(lesson.paper, source, lesson.numbers), value }];
  });
  const most = Math.max(...rows.map(({ value }) => value));
  return (
    <Noted>
      <dl className="bars">
        {rows.map(({ label, number, value }) => (
          <div key={label}>
            <dt>{plain(label)}</dt>
            <dd className="num">
              <StatedNumber number={number} />
            </dd>
            <dd aria-hidden="true">
              <i style={{ width: `${(100 * value) / most}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </Noted>
  );
}
