/** Two curves drawn by hand over one axis, by pointer or each point by key; where they cross is marked meanwhile. */
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { itemAt } from "../../../engine/kernel/reads.ts";
import { layoutChart } from "../../chart/layout.ts";
import type { ChartLayout } from "../../chart/layout.ts";
import { text } from "../../chart/marks.ts";
import { line } from "../../draw/scene.ts";
import type { Shape } from "../../draw/scene.ts";
import { useSizeOf } from "../../draw/figure-size.ts";
import { Shapes } from "../../draw/Shapes.tsx";
import { plainText } from "../../words/numbers.ts";
import { useWidth } from "../../draw/page-hooks.ts";
import { stated } from "../../../lessons/numbers.ts";
import type { CrossingPrediction, Lesson } from "../../../lessons/types.ts";
import { crossingMiss, drawnCrossing, truthOf } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import { Paragraph } from "../text/Noted.tsx";
import { Prose, StatedNumber } from "../text/Numbers.tsx";
import { CommitRow } from "./CommitRow.tsx";
import { useLesson } from "../context.ts";
import { DrawingPad, marksOf, OnPaper, padHeight } from "./DrawingPad.tsx";
import type { PadSize, Ys } from "./DrawingPad.tsx";
import { filled } from "./pad.ts";
import { drawnSeries } from "../drawn-curve.ts";
import { Verdict } from "./Verdict.tsx";

/** Axes up to the end of the paper, and the curves as far as they are drawn. */
function padLayout(
  lesson: Lesson,
  { title, unit, x, max, curves: names }: CrossingPrediction,
  size: PadSize,
  curves: readonly (readonly number[] | null)[],
): ChartLayout {
  const spec = { y: title, title, points: [] };
  const { label, unit: shown, values } = x; // in the question's own unit
  const series = curves.map((ys, k) => {
    const spots = ys === null ? [] : values.map((x, i) => ({ x, y: itemAt(ys, i, "height of the curve") }));
    return drawnSeries(lesson, itemAt(names, k, "curve"), spots);
  });
  return layoutChart({ spec, unit, x: { label, unit: shown, values }, upTo: max, series }, size);
}

/** A line down at a crossing, named at its top. */
function crossMarks({ plot, xAt }: ChartLayout, at: number, name: string, whose: "you" | "truth"): readonly Shape[] {
  const x = xAt(at);
  const toLeft = x > (plot.x0 + plot.x1) / 2;
  const ink = whose === "you" ? "prediction" : "ink";
  const place = { anchor: toLeft ? "end" : "start", bold: true } as const;
  return [
    line([x, plot.y0, x, plot.y1], { stroke: ink, lineWidth: 1.2 }),
    text(x + (toLeft ? -5 : 5), plot.y0 + (whose === "you" ? 10 : 26), name, ink, place),
  ];
}

const rounded = (value: number): string => plainText(Number(value.toPrecision(3)));

interface PadProps {
  readonly prediction: CrossingPrediction;
  readonly curves: readonly Ys[];
  readonly pen: number;
  readonly onPen: (pen: number) => void;
  readonly onDraw: (pen: number, ys: Ys) => void;
}

function Pad({ prediction, ...drawn }: PadProps) {
  const { x, unit, title, curves: names } = prediction;
  const { lesson } = useLesson();
  return (
    <DrawingPad
      {...{ title, unit, points: "one point of each curve for each value", xs: x.values, range: prediction }}
      {...{ names, of: x.unit, ...drawn }}
      layoutOf={(curves, size) => padLayout(lesson, prediction, size, curves)}
      marksOn={(layout, curves) => {
        const found = curves.every((one) => one !== null) ? drawnCrossing(prediction, curves) : null;
        if (found === null || !("at" in found)) return [];
        return crossMarks(layout, found.at, `they cross at ${rounded(found.at)}\u202f${x.unit}`, "you");
      }}
    />
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
          <legend>Drawing</legend>
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
          todo={ready ? null : "Draw the first and the last point of both curves first."}
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
  const { width, scale, style } = useSizeOf(useWidth(box, true));
  const height = padHeight(null, scale);
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
  const layout = padLayout(lesson, prediction, { width: Math.max(1, width), height }, answer.curves);
  const crossings = [
    ...(mine === null ? [] : crossMarks(layout, mine, `you, ${rounded(mine)}\u202f${x.unit}`, "you")),
    ...crossMarks(layout, truth, `paper, ${rounded(truth)}\u202f${x.unit}`, "truth"),
  ];
  return (
    <>
      <div ref={box} className="pad still" style={{ ...style, height: height * scale }}>
        {width > 0 && (
          <svg
            className="enlarged"
            width={width}
            height={height}
            role="img"
            aria-label={`The curves that you drew. ${said}.`}
          >
            <Shapes shapes={[...marksOf(layout), ...crossings]} />
          </svg>
        )}
      </div>
      <Paragraph className="yours">
        {said}.{" "}
        {source !== undefined && (
          <Crossing ofPaper={lesson.paper !== null}>
            <StatedNumber number={stated(lesson.paper, source, lesson.numbers)} />
          </Crossing>
        )}
        <Verdict right={miss === null}>{miss === null ? "close" : "off"}</Verdict>
      </Paragraph>
    </>
  );
}

/** A whole sentence for each case: other languages order its words in another way. @param children where it is */
const Crossing = ({ ofPaper, children }: { readonly ofPaper: boolean; readonly children: ReactNode }) =>
  ofPaper ? <>The paper’s curves cross at {children}. </> : <>The curves cross at {children}. </>;
