/** The parts that a chart has on the bench and on the stage of a lesson: its data, its words, and going to a run. */
import { useMemo } from "react";
import type { ReactNode } from "react";
import { paperOf } from "../../engine/experiments/answering.ts";
import type { ChartSpec, ParamValues } from "../../engine/experiments/types.ts";
import type { ChartData } from "../chart/data.ts";
import { inLargerUnit } from "../chart/larger-unit.ts";
import { entryHref } from "../setup/paper-links.ts";
import type { Series } from "../setup/points.ts";
import { chartCaption } from "./chart-caption.ts";
import { modelledOn } from "./chart-curves.ts";
import type { ChartAnswers } from "./chart-curves.ts";
import { chartData } from "./chart-data.ts";
import { crossingText } from "./crossings.ts";
import { chartRequest } from "../setup/chart-request.ts";
import type { ChartRequest } from "../setup/chart-request.ts";
import { valueAtX, xOf } from "../setup/chart-words.ts";
import { isOnSweep } from "../setup/chart-runs.ts";
import { modelSilenceOn } from "../setup/models.ts";
import { laterPart } from "../controls/later-part.ts";
import { useBench, useBenchStore, useLab } from "./context.ts";
import { useModels } from "./use-models.ts";
import { experimentOf, setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { sliderDraftOf } from "./draft.ts";
import { change, modelsShown } from "./store.ts";
import { useSweep } from "./use-sweep.ts";
import type { ChartShown } from "./use-sweep.ts";

/** The sentences beneath a chart: crossings, that the paper's plot is lost, why curves are broken, or models silent. */
function saidOf(request: ChartRequest, data: ChartData): readonly ReactNode[] {
  const { experiment, spec } = request;
  const crossing = crossingText(spec, data);
  const lost = spec.lost !== undefined && (
    <>
      The paper’s own plot is lost, so none of its points stands here:{" "}
      <a href={entryHref(paperOf(experiment), "errata", spec.lost)}>{spec.lost}</a>.
    </>
  );
  const change = data.breakAfter !== undefined && spec.break?.why;
  return [crossing, lost, change, modelSilenceOn(request)].filter(
    (line) => line !== null && line !== undefined && line !== false,
  );
}

/** The name of the reader's own model on the chart. */
const EDITED_NAME = "model, modified from the paper";
const EDITED_CAPTION = "The model is yours, modified from the paper. ";

/** The parameters that a point of a chart sets: its x, the chart's fixed values, and the value of its curve. */
function settingOf({ spec, sweep, param, curves }: ChartRequest, x: number, curveNumber: number | null): ParamValues {
  const curve = curves.find(({ number }) => number === curveNumber);
  const one = spec.series === undefined || curve === undefined ? {} : { [spec.series.parameter]: curve.value };
  return { ...spec.sweep?.fixed, ...one, [sweep.over]: valueAtX(param, x) };
}

/** The values of the paper's model, or of the reader's own with the name that it then has. */
export function useModelShown(): Pick<ChartAnswers, "models" | "modelName"> {
  const models = useModels();
  const edited = useBench((state) => state.edited);
  return useMemo(
    () => ({ models: modelsShown({ models, edited }), modelName: edited === null ? undefined : EDITED_NAME }),
    [models, edited],
  );
}

/** The chart's model at the parameters that a slider is drawn over, as far as it is known; null while none is drawn. */
function useDraftModel(request: ChartRequest | null, modelName: string | undefined) {
  const draft = useBench(sliderDraftOf);
  const known = useModelShown().models;
  return useMemo((): readonly Series[] | null => {
    if (draft === null || request === null) return null;
    const at = chartRequest(request.experiment, request.spec, draft.setup);
    return modelledOn(at, { values: [], models: { ...known, ...draft.models }, modelName });
  }, [draft, request, known, modelName]);
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
  readonly onHoldX: (x: number | null) => void;
  readonly stands: string;
  readonly caption: string;
  readonly said: readonly ReactNode[];
}

const NONE: readonly Series[] = [];

/** The chart of a setup; null where its experiment has no chart. */
export function useChartRequest(setup: Setup, spec: ChartSpec | undefined): ChartRequest | null {
  return useMemo(() => (spec === undefined ? null : chartRequest(experimentOf(setup), spec, setup)), [spec, setup]);
}

const usePreviewing = laterPart(() => import("./preview.ts"));

/**
 * @param shown whose runs are drawn: those of the request
 * @param more series that stand beside the answers
 */
export function useChart(request: ChartRequest | null, shown: ChartShown, more = NONE): UsedChart | null {
  const store = useBenchStore();
  const lab = useLab();
  const previewing = usePreviewing();
  const previews = previewing === null ? null : lab.previewsBy(previewing.startPreviews);
  const { values, pending, old } = useSweep(shown);
  const model = useModelShown();
  const answers = useMemo(
    () => (request === null ? null : chartData(request, { values, ...model })),
    [request, values, model],
  );
  const moved = useDraftModel(request, model.modelName);
  const data = useMemo(() => {
    if (answers === null) return null;
    const shown = withModel(answers, moved);
    return inLargerUnit({ ...shown, series: [...shown.series, ...more] });
  }, [answers, moved, more]);
  const said = useMemo(() => (request === null || data === null ? [] : saidOf(request, data)), [request, data]);
  if (request === null || data === null) return null;
  const { setup, sweep, param } = request;
  return {
    data,
    pending,
    old: old || moved !== null,
    modelOld: moved?.every((one) => !data.series.includes(one)) === true,
    said,
    selectedX: isOnSweep(request.spec, setup.parameters) ? xOf(param, setup.parameters[sweep.over]) : null,
    onSelectX: (x, curve) => {
      const set = settingOf(request, x, curve === null ? null : (data.series[curve]?.curveNumber ?? null));
      change(store, sweep.over, (before) => ({ ...before, parameters: { ...before.parameters, ...set } }));
    },
    stands: setupKey(setup),
    onHoldX: (x) => {
      if (x === null) return previews?.cancel();
      previews?.show({ ...setup, parameters: { ...setup.parameters, ...settingOf(request, x, null) } });
    },
    caption: `${model.modelName === undefined ? "" : EDITED_CAPTION}${chartCaption(request, data, values)}`,
  };
}
