/** A number with an 80 % interval on a scale: ring for the reader's, disc for the truth, dots between. */
import { useId, useRef, useState } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { missText, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import type { NumberPrediction } from "../../../lessons/types.ts";
import { stated, valueOf } from "../../../lessons/numbers.ts";
import type { NumberKind, Stated } from "../../../lessons/numbers.ts";
import { plainText } from "../../words/numbers.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { useWidth } from "../../chart/use-width.ts";
import { CommitRow } from "./CommitRow.tsx";
import { Noted, Paragraph } from "../text/Noted.tsx";
import { Prose, StatedNumber, usePlainText } from "../text/Numbers.tsx";
import { useLesson } from "../context.ts";

type Estimate = Extract<Committed, { readonly kind: "number" }>;

/** Where a value stands on the scale, 0 to 1. */
function placeOf({ min, max, log }: NumberPrediction, value: number): number {
  const at = (x: number): number => (log === true ? Math.log(Math.max(x, Number.EPSILON)) : x);
  return Math.min(1, Math.max(0, (at(value) - at(min)) / (at(max) - at(min))));
}

/** Ticks: quarters, or decades on a logarithmic scale. */
function ticksOf({ min, max, log }: NumberPrediction): readonly number[] {
  if (log !== true) return [0, 0.25, 0.5, 0.75, 1].map((share) => min + share * (max - min));
  const ticks: number[] = [];
  for (let tick = min; tick <= max * 1.0001; tick *= 10) ticks.push(Number(tick.toPrecision(6)));
  return ticks;
}

const EDGE = 10; // px, so that a ring at the end of the scale is whole
const LINE = 30; // px from the top
const TICK_SIZE = 12; // px, of the letters
const TICK_GAP = 8; // px between two of them

interface TicksProps {
  readonly prediction: NumberPrediction;
  /** Where a value stands, in px. */
  readonly x: (value: number) => number;
}

/** The last one names the unit; a number that would touch it is left out. */
function Ticks({ prediction, x }: TicksProps) {
  const ticks = ticksOf(prediction);
  const last = ticks.length - 1;
  const textOf = (tick: number, i: number): string =>
    i === last ? `${plainText(tick)}\u202f${prediction.unit}` : plainText(tick);
  const widthOf = (tick: number, i: number): number => tableWidth(textOf(tick, i), TICK_SIZE, false);
  const end = itemAt(ticks, last, "tick");
  const free = x(end) - widthOf(end, last) - TICK_GAP;
  return ticks.map((tick, i) => (
    <g key={tick}>
      <line x1={x(tick)} x2={x(tick)} y1={LINE} y2={LINE + 5} className="axis" />
      {(i === 0 || i === last || x(tick) + widthOf(tick, i) / 2 < free) && (
        <text x={x(tick)} y={LINE + 20} textAnchor={i === 0 ? "start" : i === last ? "end" : "middle"} className="tick">
          {textOf(tick, i)}
        </text>
      )}
    </g>
  ));
}

interface ScaleProps {
  readonly prediction: NumberPrediction;
  readonly mine: Estimate | null;
  readonly truth: number | null;
  /** Who says the truth: "paper". */
  readonly whose?: string;
  readonly label: string;
}

function Scale({ prediction, mine, truth, whose = "", label }: ScaleProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const x = (value: number): number => EDGE + placeOf(prediction, value) * (width - 2 * EDGE);
  const unit = prediction.unit;
  const name = (text: string, at: number, y: number, kind: string) => (
    <text x={at} y={y} className={kind} textAnchor={at > width - 90 ? "end" : at < 60 ? "start" : "middle"}>
      {text}
    </text>
  );
  return (
    <div ref={box} className="scale">
      {width > 0 && (
        <svg width={width} height={72} role="img" aria-label={label}>
          <line x1={EDGE} x2={width - EDGE} y1={LINE} y2={LINE} className="axis" />
          <Ticks prediction={prediction} x={x} />
          {mine !== null && truth !== null && (
            <line x1={x(truth)} x2={x(mine.value)} y1={LINE} y2={LINE} className="dots" />
          )}
          {mine !== null && <line x1={x(mine.low)} x2={x(mine.high)} y1={LINE} y2={LINE} className="interval" />}
          {mine !== null && <circle cx={x(mine.value)} cy={LINE} r={5.5} className="ring" />}
          {truth !== null && <circle cx={x(truth)} cy={LINE} r={5} className="disc" />}
          {mine !== null && name(`you, ${plainText(mine.value)}\u202f${unit}`, x(mine.value), 14, "you")}
          {truth !== null &&
            name(`${whose}, ${plainText(Number(truth.toPrecision(2)))}\u202f${unit}`, x(truth), 66, "truth")}
        </svg>
      )}
    </div>
  );
}

const read = (text: string): number | null => {
  const value = Number(text.replaceAll(",", "").trim());
  return text.trim() === "" || !Number.isFinite(value) ? null : value;
};

/** What keeps an estimate from being committed; null where nothing does. */
function problemOf(
  prediction: NumberPrediction,
  value: number | null,
  low: number | null,
  high: number | null,
): string | null {
  const { min, max, unit } = prediction;
  const outside = (one: number): boolean => one < min || one > max;
  if (value === null || low === null || high === null)
    return "Enter three numbers: your guess and both ends of your interval.";
  if ([value, low, high].some(outside)) return `Enter a number from ${plainText(min)} to ${plainText(max)} ${unit}.`;
  return low <= value && value <= high ? null : "Your guess lies outside of your own interval.";
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
  const [value, low, high] = [read(texts.value), read(texts.low), read(texts.high)];
  const problem = problemOf(prediction, value, low, high);
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

/** Who says a number: of one that was computed, whoever says what it is computed from, the measurements first. */
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
  const verdict = caught ? "contains the true value" : "missed it";
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
