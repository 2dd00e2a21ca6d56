/** Two curves drawn by hand over one axis, by pointer or each point by key; where they cross is marked meanwhile. */
import { useId, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { chartRows } from "../../chart/data.ts";
import type { ChartData } from "../../chart/data.ts";
import { frameMarks, frameOf } from "../../chart/axes.ts";
import type { Frame } from "../../chart/axes.ts";
import { Shapes } from "../../draw/Shapes.tsx";
import { plainText } from "../../words/numbers.ts";
import { useWidth } from "../../chart/use-width.ts";
import { stated } from "../../../lessons/numbers.ts";
import type { CrossingPrediction } from "../../../lessons/types.ts";
import { crossingMiss, drawnCrossing, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import { Paragraph } from "../text/Noted.tsx";
import { Prose, StatedNumber } from "../text/Numbers.tsx";
import { CommitRow } from "./CommitRow.tsx";
import { useLesson } from "../context.ts";
import { DrawingPad, keyedHeight, OnPaper, padHeight } from "./DrawingPad.tsx";
import { filled, moved } from "./pad.ts";
import { predictionPath } from "../stage/overlay.ts";
import { Verdict } from "./Options.tsx";

const CLASSES = ["first", "second"] as const;
type Ys = readonly (number | null)[];

/** Axes up to the end of the paper, and nothing else. */
function axesOf({ title, unit, x, max }: CrossingPrediction, width: number, height: number) {
  const spec = { y: title, title, points: [], limit: { value: max, label: "" } };
  const { label, unit: shown, values } = x; // in the question's own unit
  const data: ChartData = { spec, unit, x: { label, unit: shown, values }, series: [] };
  const rows = chartRows(data);
  const frame: Frame = { ...frameOf(data, rows, { width, height }, 0), limitAt: null };
  return { frame, marks: frameMarks(data, rows, frame) };
}

interface CurvesProps {
  readonly prediction: CrossingPrediction;
  readonly frame: Frame;
  readonly curves: readonly (readonly number[] | null)[];
}

/** Names at opposite ends, where curves that cross are farthest apart. */
function Curves({ prediction, frame, curves }: CurvesProps) {
  const xs = prediction.x.values;
  return curves.map((ys, k) => {
    const last = ys?.at(-1);
    if (ys === null || last === undefined) return null;
    const others = curves.flatMap((other, i) => (i === k || other === null ? [] : [other.at(-1) ?? 0]));
    const above = others.every((other) => last > other || (last === other && k === 0));
    return (
      <g key={prediction.curves[k]} className={CLASSES[k]}>
        <path d={predictionPath(frame, xs, ys)} className="dots" />
        <text x={frame.xAt(xs.at(-1) ?? 0)} y={frame.yAt(last) + (above ? -13 : 22)} textAnchor="end" className="you">
          {prediction.curves[k]}
        </text>
      </g>
    );
  });
}

interface CrossLineProps {
  readonly frame: Frame;
  readonly at: number;
  readonly name: string;
  readonly kind: "you" | "truth";
}

/** A line down at a crossing, named at its top. */
function CrossLine({ frame, at, name, kind }: CrossLineProps) {
  const x = frame.xAt(at);
  const { y0, y1, x0, x1 } = frame.plot;
  const toLeft = x > (x0 + x1) / 2;
  return (
    <g className={`cross ${kind}`}>
      <line x1={x} x2={x} y1={y0} y2={y1} />
      <text
        x={x + (toLeft ? -5 : 5)}
        y={y0 + (kind === "you" ? 10 : 26)}
        textAnchor={toLeft ? "end" : "start"}
        className={kind}
      >
        {name}
      </text>
    </g>
  );
}

const rounded = (value: number): string => plainText(Number(value.toPrecision(3)));

interface PadProps {
  readonly prediction: CrossingPrediction;
  readonly curves: readonly Ys[];
  readonly pen: number;
  readonly onPen: (pen: number) => void;
  readonly onDraw: (pen: number, ys: Ys) => void;
}

interface PointsProps extends Omit<PadProps, "onDraw"> {
  readonly frame: Frame;
  readonly whole: readonly (readonly number[] | null)[]; // the curves with their gaps joined, where they are drawn
  readonly onKey: (event: KeyboardEvent, curve: number, point: number) => void;
}

/** Every point of both curves, each moved by key. */
function Points({ prediction, frame, curves, whole, pen, onPen, onKey }: PointsProps) {
  const { x, max, unit } = prediction;
  return curves.map((ys, k) =>
    x.values.map((value, i) => {
      const y = ys[i] ?? null;
      const kind = ["ring", CLASSES[k], y === null && "undrawn", k !== pen && "idle"].filter(Boolean).join(" ");
      return (
        <circle
          key={`${k} ${value}`}
          cx={frame.xAt(value)}
          cy={frame.yAt(y ?? whole[k]?.[i] ?? 0)}
          r={6}
          className={kind}
          role="slider"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={`${prediction.curves[k]}, ${plainText(value)} ${x.unit}`}
          aria-valuemin={0}
          aria-valuemax={max}
          aria-valuenow={y ?? 0}
          aria-valuetext={y === null ? "not drawn" : `${plainText(y)} ${unit}`}
          onFocus={(event) => event.currentTarget.matches(":focus-visible") && onPen(k)}
          onKeyDown={(event) => onKey(event, k, i)}
        />
      );
    }),
  );
}

function Pad({ prediction, curves, pen, onPen, onDraw }: PadProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { x, max, step, unit, title } = prediction;
  const height = padHeight(useLesson().paper);
  const label = `${title} in ${unit}: one point of each curve for each value`;
  const pad = { box, width, height, label, max, step, xs: x.values };
  if (width === 0) return <DrawingPad {...pad} frame={null} onPen={() => undefined} />;
  const { frame, marks } = axesOf(prediction, width, height);
  const onKey = (event: KeyboardEvent, k: number, i: number): void => {
    const drawn = curves[k] ?? [];
    const next = keyedHeight(event, drawn[i] ?? 0, prediction);
    if (next === undefined) return;
    onDraw(
      k,
      drawn.map((y, place) => (place === i ? next : y)),
    );
  };
  const whole = curves.map(filled);
  const found = whole.every((one) => one !== null) ? drawnCrossing(prediction, whole) : null;
  return (
    <DrawingPad {...pad} frame={frame} onPen={(from, at, y) => onDraw(pen, moved(curves[pen] ?? [], from, at, y))}>
      <g aria-hidden="true">
        <Shapes shapes={marks} />
        {found !== null && "at" in found && (
          <CrossLine
            frame={frame}
            at={found.at}
            name={`they cross at ${rounded(found.at)}\u202f${x.unit}`}
            kind="you"
          />
        )}
        <Curves prediction={prediction} frame={frame} curves={whole} />
      </g>
      <Points {...{ prediction, frame, curves, whole, pen, onPen, onKey }} />
    </DrawingPad>
  );
}

interface FormProps {
  readonly prediction: CrossingPrediction;
  /** The last answer, where it was wrong: it stays drawn. */
  readonly before: Committed | undefined;
  readonly onCommit: (answer: Committed) => void;
  readonly onNone: () => void;
}

export function CrossingForm({ prediction, before, onCommit, onNone }: FormProps) {
  const name = useId();
  const [pen, setPen] = useState(0);
  const [curves, setCurves] = useState<readonly Ys[]>(
    before?.kind === "crossing" ? before.curves : prediction.curves.map(() => prediction.x.values.map(() => null)),
  );
  const whole = curves.map(filled).filter((one) => one !== null);
  const ready = whole.length === curves.length;
  return (
    <>
      <Prose className="q" text={prediction.question} />
      <OnPaper>
        <fieldset className="pens">
          <legend>{prediction.unit}, drawing</legend>
          <div className="seg">
            {prediction.curves.map((curve, k) => (
              <label key={curve}>
                <input type="radio" name={name} checked={pen === k} onChange={() => setPen(k)} />
                {curve}
              </label>
            ))}
          </div>
        </fieldset>
        <Pad
          prediction={prediction}
          curves={curves}
          pen={pen}
          onPen={setPen}
          onDraw={(k, ys) => setCurves((all) => all.map((old, i) => (i === k ? ys : old)))}
        />
        <p className="note">
          Draw both curves with the pointer, or Tab to a point and move it with ↑ and ↓ (Page Up and Page Down for large
          steps). Draw at least the first and the last point of each curve; straight lines join the others.
        </p>
        <CommitRow
          ready={ready}
          onCommit={() => ready && onCommit({ kind: "crossing", curves: whole })}
          onNone={onNone}
          again={before !== undefined}
        />
      </OnPaper>
    </>
  );
}

interface DifferenceProps {
  readonly prediction: CrossingPrediction;
  readonly answer: Extract<Committed, { readonly kind: "crossing" }>;
}

/** The reader's curves, with their crossing and the published one. */
export function CrossingDifference({ prediction, answer }: DifferenceProps) {
  const { lesson } = useLesson();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const height = padHeight(null);
  const { x, curves } = prediction;
  const truth = truthOf(lesson, prediction);
  const source = lesson.numbers[prediction.truth];
  const found = drawnCrossing(prediction, answer.curves);
  const miss = crossingMiss(lesson, prediction, answer.curves);
  const mine = found !== null && "at" in found ? found.at : null;
  const said =
    found === null
      ? "Your curves cross in another way"
      : "at" in found
        ? `Your curves cross at ${rounded(found.at)} ${x.unit}`
        : `Your curves never cross: ${found.ahead === "first" ? curves[0] : curves[1]} is always ahead`;
  const { frame, marks } = axesOf(prediction, Math.max(1, width), height);
  return (
    <>
      <div ref={box} className="pad still" style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} role="img" aria-label={`The curves that you drew. ${said}.`}>
            <Shapes shapes={marks} />
            {mine !== null && (
              <CrossLine frame={frame} at={mine} name={`you, ${rounded(mine)}\u202f${x.unit}`} kind="you" />
            )}
            <CrossLine frame={frame} at={truth} name={`paper, ${rounded(truth)}\u202f${x.unit}`} kind="truth" />
            <Curves prediction={prediction} frame={frame} curves={answer.curves} />
          </svg>
        )}
      </div>
      <Paragraph className="yours">
        {said}.{" "}
        {source !== undefined && (
          <>
            The paper’s curves cross at <StatedNumber number={stated(lesson.paper, source, lesson.numbers)} />.{" "}
          </>
        )}
        <Verdict right={miss === null}>{miss === null ? "close" : "off"}</Verdict>
      </Paragraph>
    </>
  );
}
