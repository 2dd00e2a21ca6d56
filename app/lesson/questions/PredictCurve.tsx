/** A curve drawn by hand: by pointer, or each point by key; judged by start, slope, knee and plateau. */
import { useState } from "react";
import { itemAt, namedIn } from "../../../engine/kernel/reads.ts";
import type { ChartData } from "../../chart/data.ts";
import { inSentence } from "../../language/in-sentence.ts";
import { plainText } from "../../words/numbers.ts";
import { layoutChart } from "../../chart/layout.ts";
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
import { DrawingPad, OnPaper } from "./DrawingPad.tsx";
import type { Ys } from "./DrawingPad.tsx";
import { filled } from "./pad.ts";
import { drawnSeries } from "../drawn-curve.ts";
import { Verdict } from "./Verdict.tsx";

/** The chart without answers: its axes and its limit, with room for all that may be drawn, and what is drawn. */
function padChart(
  lesson: Lesson,
  prediction: CurvePrediction,
  xs: readonly number[],
  drawn: readonly number[] | null,
): ChartData {
  const experiment = experimentNamed(prediction.experiment);
  const spec = experiment.charts.find(({ y }) => y === prediction.measure);
  if (spec === undefined) throw new Error(`lesson: ${experiment.id} has no chart of ${prediction.measure}`);
  const over = namedIn(experiment.params, (spec.sweep ?? experiment.sweep).over, "parameter");
  const spots = drawn === null ? [] : xs.map((x, i) => ({ x, y: itemAt(drawn, i, "height of the curve") }));
  return {
    spec: { ...withLimit(spec, experiment, defaultsOf(experiment)), points: [] },
    unit: namedIn(experiment.measures, spec.y, "measure").unit,
    x: {
      label: over.label,
      unit: over.kind === "number" ? over.unit : "",
      values: xs,
      log: over.kind === "number" && over.scale === "log",
    },
    upTo: prediction.max,
    series: [drawnSeries(lesson, "", spots)],
  };
}

interface PadProps {
  readonly prediction: CurvePrediction;
  readonly xs: readonly number[];
  readonly ys: Ys;
  readonly onDraw: (ys: Ys) => void;
}

/** Paper to draw on: the axes of the chart, and a point over each value. */
function Pad({ prediction, xs, ys, onDraw }: PadProps) {
  const { lesson } = useLesson();
  const { spec, unit, x } = padChart(lesson, prediction, xs, null);
  return (
    <DrawingPad
      {...{ title: spec.title, unit, points: "one point for each value", xs, range: prediction }}
      {...{ curves: [ys], names: [""], of: inSentence(x.label), pen: 0 }}
      onDraw={(_, next) => onDraw(next)}
      layoutOf={([drawn = null], size) => layoutChart(padChart(lesson, prediction, xs, drawn), size)}
    />
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
  const [ys, setYs] = useState<Ys>(before?.kind === "curve" ? before.ys : xs.map(() => null));
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
