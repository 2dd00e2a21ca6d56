/** A curve drawn by hand: by pointer, or each point by key; judged by start, slope, knee and plateau. */
import { useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { itemAt, namedIn } from "../../../engine/kernel/reads.ts";
import type { ChartData } from "../../chart/data.ts";
import { inSentence } from "../../words/sentences.ts";
import { plainText } from "../../words/numbers.ts";
import { layoutChart } from "../../chart/layout.ts";
import { Shapes } from "../../draw/Shapes.tsx";
import { useWidth } from "../../chart/use-width.ts";
import { judgedCurve, truthCurve } from "../../../lessons/verdict.ts";
import type { Committed } from "../../../lessons/verdict.ts";
import type { Feature } from "../../../lessons/curve.ts";
import { experimentNamed, paperFor } from "../../../lessons/named.ts";
import { table } from "../../../engine/papers/lookup.ts";
import type { CurvePrediction, Lesson } from "../../../lessons/types.ts";
import { withLimit } from "../../lab/chart-data.ts";
import { columnHref } from "../../setup/paper-links.ts";
import { defaultsOf } from "../../../engine/experiments/settings.ts";
import { CommitRow } from "./CommitRow.tsx";
import { NoteButton, Noted } from "../text/Noted.tsx";
import { Prose } from "../text/Numbers.tsx";
import { useLesson } from "../context.ts";
import { DrawingPad, keyedHeight, OnPaper, padHeight } from "./DrawingPad.tsx";
import { filled, moved } from "./pad.ts";
import { drawnSeries } from "../drawn-curve.ts";
import { Verdict } from "./Verdict.tsx";

/** The chart without answers: its axes and its limit, with room for all that may be drawn, and what is drawn. */
function padChart(lesson: Lesson, prediction: CurvePrediction, xs: readonly number[], drawn: Ys | null): ChartData {
  const experiment = experimentNamed(prediction.experiment);
  const spec = experiment.charts.find(({ y }) => y === prediction.measure);
  if (spec === undefined) throw new Error(`lesson: ${experiment.id} has no chart of ${prediction.measure}`);
  const over = experiment.params[(spec.sweep ?? experiment.sweep).over];
  const spots = drawn === null ? [] : xs.map((x, i) => ({ x, y: itemAt(drawn, i, "height of the curve") }));
  return {
    spec: { ...withLimit(spec, experiment, defaultsOf(experiment)), points: [] },
    unit: namedIn(experiment.measures, spec.y, "measure").unit,
    x: {
      label: over?.label ?? "",
      unit: over?.kind === "number" ? over.unit : "",
      values: xs,
      log: over?.kind === "number" && over.scale === "log",
    },
    upTo: prediction.max,
    series: [drawnSeries(lesson, "", spots)],
  };
}

type Ys = readonly number[];

interface PadProps {
  readonly prediction: CurvePrediction;
  readonly xs: readonly number[];
  readonly ys: readonly (number | null)[];
  readonly onDraw: (ys: readonly (number | null)[]) => void;
}

/** Paper to draw on: the axes of the chart, and a point over each value. */
function Pad({ prediction, xs, ys, onDraw }: PadProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { max } = prediction;
  const { lesson, paper } = useLesson();
  const height = padHeight(paper);
  const drawn = filled(ys);
  const data = padChart(lesson, prediction, xs, drawn);
  const range = { max, step: prediction.step };
  const words = { title: data.spec.title, unit: data.unit, points: "one point for each value" };
  const pad = { box, width, height, xs, ...words, ...range };
  if (width === 0) return <DrawingPad {...pad} frame={null} onPen={() => undefined} />;
  const layout = layoutChart(data, { width, height });
  const { xAt, yAt } = layout;
  const onKey = (event: KeyboardEvent, i: number): void => {
    const next = keyedHeight(event, ys[i] ?? 0, prediction);
    if (next !== undefined) onDraw(ys.map((y, k) => (k === i ? next : y)));
  };
  return (
    <DrawingPad {...pad} frame={layout} onPen={(from, at, y) => onDraw(moved(ys, from, at, y))}>
      <g aria-hidden="true">
        {layout.layers.map((layer) => (
          <Shapes key={layer.name} shapes={layer.marks} />
        ))}
      </g>
      {xs.map((x, i) => {
        const y = ys[i] ?? null;
        return (
          <circle
            key={x}
            cx={xAt(x)}
            cy={yAt(y ?? drawn?.[i] ?? 0)}
            r={7}
            className={y === null ? "ring undrawn" : "ring"}
            role="slider"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={`${plainText(x)} ${inSentence(data.x.label)}`}
            aria-valuemin={0}
            aria-valuemax={max}
            aria-valuenow={y ?? 0}
            aria-valuetext={y === null ? "not drawn" : `${plainText(y)} ${data.unit}`}
            onKeyDown={(event) => onKey(event, i)}
          />
        );
      })}
    </DrawingPad>
  );
}

interface FormProps {
  readonly prediction: CurvePrediction;
  /** The last answer, where it was wrong: it stays drawn. */
  readonly before: Committed | undefined;
  readonly onCommit: (answer: Committed) => void;
  readonly onNone: () => void;
}

export function CurveForm({ prediction, before, onCommit, onNone }: FormProps) {
  const { lesson } = useLesson();
  const xs = truthCurve(lesson.paper, prediction).map(({ x }) => x);
  const [ys, setYs] = useState<readonly (number | null)[]>(before?.kind === "curve" ? before.ys : xs.map(() => null));
  const drawn = filled(ys);
  return (
    <>
      <Prose className="q" text={prediction.question} />
      <OnPaper>
        <Pad prediction={prediction} xs={xs} ys={ys} onDraw={setYs} />
        <p className="note">
          Draw with the pointer, or Tab to a point and move it with ↑ and ↓ (Page Up and Page Down for large steps).
          Draw at least the first and the last point; straight lines join the others.
        </p>
        <CommitRow
          todo={drawn === null ? "Draw the first and the last point first." : null}
          onCommit={() => drawn !== null && onCommit({ kind: "curve", ys: drawn })}
          onNone={onNone}
          again={before !== undefined}
        />
      </OnPaper>
    </>
  );
}

const FEATURE_WORDS: Readonly<Record<Feature, string>> = {
  start: "Start",
  slope: "First rise",
  knee: "Bends at",
  plateau: "Ends at",
};

/** What a feature of the published curve is, so that it can be found in its table. */
const FEATURE_SOURCES: Readonly<Record<Feature, string>> = {
  start: "its first row",
  slope: "its second row minus its first",
  knee: "the first row that is nine tenths of the way from the first row to the end",
  plateau: "the mean of its last quarter",
};

interface DifferenceProps {
  readonly prediction: CurvePrediction;
  readonly answer: Extract<Committed, { readonly kind: "curve" }>;
}

/** The four features beside the paper's. The curve itself stands in the chart from now on. */
export function CurveDifference({ prediction, answer }: DifferenceProps) {
  const { lesson } = useLesson();
  const paper = paperFor(lesson.paper, "a curve");
  const { measure, experiment, truth: published } = prediction;
  const unit = namedIn(experimentNamed(experiment).measures, measure, "measure").unit;
  const { source, columns } = table(paper, published.table);
  const column = columns.find(({ key }) => key === published.column)?.label ?? published.column;
  const note = (feature: Feature, shown: string) => (
    <>
      <b>{shown}</b> in the paper. {source}, {column}: {FEATURE_SOURCES[feature]}.{" "}
      <a href={columnHref(paper, published.table, published.column)}>In its table</a>
    </>
  );
  return (
    <Noted>
      <table className="features">
        <caption>Your curve and the published one, {unit}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col" className="k-prediction">
              you
            </th>
            <th scope="col">paper</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {judgedCurve(lesson.paper, prediction, answer.ys).map(({ feature, drawn, truth, hit }) => {
            const shown = plainText(Number(truth.toPrecision(3)));
            return (
              <tr key={feature}>
                <th scope="row">{FEATURE_WORDS[feature]}</th>
                <td className="k-prediction">{plainText(Number(drawn.toPrecision(3)))}</td>
                <td>
                  <NoteButton
                    said={`${shown}, ${FEATURE_WORDS[feature]}, in the paper. Where from`}
                    note={note(feature, shown)}
                  >
                    {shown}
                  </NoteButton>
                </td>
                <td>
                  <Verdict right={hit}>{hit ? "close" : "off"}</Verdict>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Noted>
  );
}
