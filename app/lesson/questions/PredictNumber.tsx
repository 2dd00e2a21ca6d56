/** A number with an 80 % interval on a scale: ring for the reader's, disc for the truth, dots between. */
import { useId, useRef, useState } from "react";
import { missText, otherReading, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import type { NumberPrediction } from "../../../lessons/types.ts";
import { stated, valueOf } from "../../../lessons/numbers.ts";
import type { NumberKind, Stated } from "../../../lessons/numbers.ts";
import { plainText } from "../../words/numbers.ts";
import { quote } from "../../../engine/faults/fault.ts";
import { typedNumber } from "../../controls/typed-number.ts";
import { ticksOf, xMarks } from "../../chart/axes.ts";
import { text } from "../../chart/marks.ts";
import { useWidth } from "../../chart/use-width.ts";
import type { Ink } from "../../draw/palette.ts";
import { linearScale, logScale } from "../../draw/scale.ts";
import { disc, line } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
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
  /** The source of the truth: "paper". */
  readonly whose?: string;
  readonly label: string;
}

/** The axis of the answer with the interval, a ring for the guess, a disc for the truth, and dots between the two. */
function scaleMarks(
  { prediction, mine, truth, whose = "" }: Omit<ScaleProps, "label">,
  width: number,
): readonly Shape[] {
  const { min, max, log, unit } = prediction;
  const area = { x0: EDGE, x1: width - EDGE, y0: LINE, y1: LINE };
  const ends = { domain: [min, max], range: [area.x0, area.x1], clamp: true } as const;
  const scale = log === true ? logScale(ends) : linearScale(ends);
  const name = (said: string, at: number, y: number, ink: Ink): Shape => {
    const anchor = at > width - 90 ? "end" : at < 60 ? "start" : "middle";
    return text(at, y, said, ink, { anchor, bold: true });
  };
  const along = (from: number, to: number, paint: Parameters<typeof line>[1]): Shape =>
    line([scale.at(from), LINE, scale.at(to), LINE], { stroke: "prediction", ...paint });
  return [
    line([area.x0, LINE, area.x1, LINE], { stroke: "edge", lineWidth: 1 }),
    ...xMarks(ticksOf(scale, Math.max(2, Math.round(width / PX_PER_TICK))), area, unit),
    ...(mine !== null && truth !== null
      ? [along(truth, mine.value, { lineWidth: 3, dash: [0.1, 6], round: true })]
      : []),
    ...(mine === null
      ? []
      : [
          along(mine.low, mine.high, { lineWidth: 9, opacity: 0.3 }),
          disc(scale.at(mine.value), LINE, 5.5, { fill: "paper", stroke: "prediction", lineWidth: 2.4 }),
          name(`you, ${plainText(mine.value)}\u202f${unit}`, scale.at(mine.value), 14, "prediction"),
        ]),
    ...(truth === null
      ? []
      : [
          disc(scale.at(truth), LINE, 5, { fill: "measured" }),
          name(`${whose}, ${plainText(Number(truth.toPrecision(2)))}\u202f${unit}`, scale.at(truth), 66, "ink"),
        ]),
  ];
}

function Scale({ label, ...marks }: ScaleProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div ref={box} className="scale">
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          <Shapes shapes={scaleMarks(marks, width)} />
        </svg>
      )}
    </div>
  );
}

interface Reading {
  /** The sentence that keeps the reader from committing; null for none. */
  readonly problem: string | null;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** The three numbers of the fields, as far as they can be read, and what is wrong with them. */
function readEstimate(prediction: NumberPrediction, texts: typeof EMPTY): Reading {
  const { min, max, unit } = prediction;
  const all = [texts.value, texts.low, texts.high];
  const reads = all.map((text) => typedNumber(prediction, text));
  const [value = null, low = null, high = null] = reads.map((read) => ("value" in read ? read.value : null));
  const wrong = reads.findIndex((read, i) => "why" in read && all[i]?.trim() !== "");
  const read = reads[wrong];
  const allowed = `Enter a number from ${plainText(min)} to ${plainText(max)} ${unit}.`;
  const advice = read !== undefined && "why" in read && read.why !== "" ? ` ${read.why}` : "";
  const problem =
    wrong >= 0
      ? `${quote(all[wrong] ?? "")} is not allowed here. ${allowed}${advice}`
      : value === null || low === null || high === null
        ? "Enter three numbers: your guess and both ends of your interval."
        : low <= value && value <= high
          ? null
          : "Your guess lies outside of your own interval.";
  return { problem, value, low, high };
}

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

const EMPTY = { value: "", low: "", high: "" };

export function NumberForm({ prediction, before, onCommit, onNone }: FormProps) {
  const id = useId();
  const [texts, setTexts] = useState(
    before?.kind === "number"
      ? { value: String(before.value), low: String(before.low), high: String(before.high) }
      : EMPTY,
  );
  const [asked, setAsked] = useState(false);
  const { problem, value, low, high } = readEstimate(prediction, texts);
  // The same once more is no other answer.
  const same = before?.kind === "number" && before.value === value && before.low === low && before.high === high;
  const complete = value !== null && low !== null && high !== null;
  const mine = value === null ? null : { kind: "number" as const, value, low: low ?? value, high: high ?? value };
  const describedBy = asked && problem !== null ? `${id}-problem` : null;
  const field = (key: keyof typeof texts, label: string) => (
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
    if (problem === null && complete) onCommit({ kind: "number", value, low, high });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        commit();
      }}
    >
      <Prose className="q" text={prediction.question} />
      <div className="estimates">
        {field("value", "My guess")}
        {field("low", "80\u202f% sure: at least")}
        {field("high", "at most")}
      </div>
      <Scale
        prediction={prediction}
        mine={mine}
        truth={null}
        label={mine === null ? "Empty scale" : `Your guess is ${mine.value} ${prediction.unit}`}
      />
      {describedBy !== null && (
        <p className="error" id={describedBy} role="alert">
          {problem}
        </p>
      )}
      <CommitRow ready={!same} onNone={onNone} again={before !== undefined} />
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
  const { value, low, high } = answer;
  const caught = low <= truth && truth <= high;
  const unit = prediction.unit;
  const other = otherReading(lesson, prediction, answer);
  const verdict = caught
    ? "contains the true value"
    : other === null
      ? "missed it"
      : "contains the value of another right reading";
  const interval = `${plainText(low)} to ${plainText(high)} ${unit}`;
  const shown = plainText(Number(truth.toPrecision(2)));
  const said = `You said ${plainText(value)} ${unit}, between ${interval}; it is ${shown}`;
  const source = lesson.numbers[prediction.truth];
  const whose = source === undefined ? "" : whoseOf(stated(lesson.paper, source, lesson.numbers));
  return (
    <>
      <Scale prediction={prediction} mine={answer} truth={truth} whose={whose} label={said} />
      <Paragraph className="yours">
        Your interval, {interval}, {verdict}; your guess is {missText(value, truth)}.{" "}
        {source !== undefined && (
          <>
            It is <StatedNumber number={stated(lesson.paper, source, lesson.numbers)} />.
          </>
        )}
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
