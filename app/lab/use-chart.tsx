/** The parts that a chart has on the bench and on the stage of a lesson: its data, its words, and going to a run. */
import { useMemo } from "react";
import type { ReactNode } from "react";
import { paperOf } from "../../engine/experiments/answering.ts";
import type { ChartSpec, Description, ParamValues } from "../../engine/experiments/types.ts";
import type { ChartData } from "../chart/data.ts";
import { inLargerUnit } from "../chart/larger-unit.ts";
import { entryHref } from "../setup/paper-links.ts";
import type { Series } from "../setup/points.ts";
import { crossingText } from "./chart-curves.ts";
import type { Answers } from "./chart-curves.ts";
import { chartCaption, chartData } from "./chart-data.ts";
import { valueAtX, xOf } from "../setup/chart-words.ts";
import { isOnSweep } from "../setup/chart-runs.ts";
import { sweepOf } from "../setup/charts.ts";
import { useBench, useBenchStore } from "./context.ts";
import { useModels } from "./use-models.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { change, modelsShown } from "./store.ts";
import { useSweep } from "./use-sweep.ts";

/** The sentences beneath a chart: where its curves cross, that the paper's plot is lost, why its curves are broken. */
function saidOf(experiment: Description, spec: ChartSpec, data: ChartData): readonly ReactNode[] {
  const crossing = crossingText(spec, data);
  const lost = spec.lost !== undefined && (
    <>
      The paper’s own plot is lost, so none of its points stands here:{" "}
      <a href={entryHref(paperOf(experiment), "errata", spec.lost)}>{spec.lost}</a>.
    </>
  );
  const change = data.breakAfter !== undefined && spec.break?.why;
  return [crossing, lost, change].filter((line) => line !== null && line !== undefined && line !== false);
}

/** The name of the reader's own model on the chart. */
const EDITED_NAME = "model, modified from the paper";
const EDITED_CAPTION = "The model is yours, modified from the paper. ";

/** The parameters that a point of a chart sets: its x, the chart's fixed values, and the value of its curve. */
function settingOf(experiment: Description, spec: ChartSpec, x: number, curveNumber: number | undefined): ParamValues {
  const { series, sweep } = spec;
  const value = curveNumber === undefined ? undefined : series?.values[curveNumber];
  const one = series === undefined || value === undefined ? {} : { [series.parameter]: value };
  const { over } = sweepOf(experiment, spec);
  return { ...sweep?.fixed, ...one, [over]: valueAtX(experiment.params[over], x) };
}

/** The values of the paper's model, or of the reader's own with the name that it then has. */
export function useModelShown(): Pick<Answers, "models" | "modelName"> {
  const models = useModels();
  const edited = useBench((state) => state.edited);
  return useMemo(
    () => ({ models: modelsShown({ models, edited }), modelName: edited === null ? undefined : EDITED_NAME }),
    [models, edited],
  );
}

/** The chart's model at the parameters that a slider is drawn over, as far as it is known; null while none is drawn. */
function useDraggedModel(experiment: Description, spec: ChartSpec | undefined, modelName: string | undefined) {
  const setup = useBench((state) => state.setup);
  const dragged = useBench((state) => state.dragged);
  const known = useModelShown().models;
  return useMemo((): readonly Series[] | null => {
    if (dragged === null || spec === undefined) return null;
    const at = { ...setup, parameters: dragged.parameters };
    const models = { ...known, ...dragged.models };
    const { series } = chartData(experiment, spec, { setup: at, values: [], models, modelName });
    return series.filter(({ kind }) => kind === "model");
  }, [dragged, spec, experiment, setup, known, modelName]);
}

/** Whether a curve has as many points as another: then all that it needs is known. */
const isWhole = (one: Series | undefined, as: Series): one is Series =>
  one !== undefined && one.points.length >= as.points.length;

/** A chart whose model follows a slider: its curves where they are known there, else the old ones. */
function withModel(answers: ChartData, moved: readonly Series[] | null): ChartData {
  if (moved === null) return answers;
  const series = answers.series.map((one) => {
    const next = moved.find(({ kind, name }) => kind === one.kind && name === one.name);
    return one.kind === "model" && isWhole(next, one) ? next : one;
  });
  return { ...answers, series };
}

interface UsedChart {
  readonly data: ChartData;
  readonly pending: ReturnType<typeof useSweep>["pending"];
  readonly old: boolean;
  readonly modelOld: boolean;
  readonly selectedX: number | null;
  readonly onSelectX: (x: number, curve: number | null) => void;
  readonly caption: string;
  readonly said: readonly ReactNode[];
}

const NONE: readonly Series[] = [];

/** Null where the experiment has no chart. @param more series that stand beside the answers */
export function useChart(setup: Setup, spec: ChartSpec | undefined, more = NONE): UsedChart | null {
  const store = useBenchStore();
  const experiment = experimentOf(setup);
  const { values, pending, old } = useSweep();
  const model = useModelShown();
  const answers = useMemo(
    () => (spec === undefined ? null : chartData(experiment, spec, { setup, values, ...model })),
    [experiment, spec, setup, values, model],
  );
  const moved = useDraggedModel(experiment, spec, model.modelName);
  const data = useMemo(
    () =>
      answers === null
        ? null
        : inLargerUnit({ ...withModel(answers, moved), series: [...withModel(answers, moved).series, ...more] }),
    [answers, moved, more],
  );
  const said = useMemo(
    () => (spec === undefined || data === null ? [] : saidOf(experiment, spec, data)),
    [experiment, spec, data],
  );
  if (spec === undefined || data === null) return null;
  const { over } = sweepOf(experiment, spec);
  const here = xOf(experiment.params[over], setup.parameters[over]);
  return {
    data,
    pending,
    old: old || moved !== null,
    modelOld: moved?.every((one) => !data.series.includes(one)) === true,
    said,
    selectedX: isOnSweep(spec, setup.parameters) ? here : null,
    onSelectX: (x, curve) => {
      const curveNumber = curve === null ? undefined : (data.series[curve]?.curveNumber ?? undefined);
      const set = settingOf(experiment, spec, x, curveNumber);
      change(store, over, (before) => ({ ...before, parameters: { ...before.parameters, ...set } }));
    },
    caption: `${model.modelName === undefined ? "" : EDITED_CAPTION}${chartCaption(experiment, spec, setup, data)}`,
  };
}
