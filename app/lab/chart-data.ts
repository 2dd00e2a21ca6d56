/** The data of a chart on the bench: its curves over the sweep, its axis, and the crossings of curves. */
import { idleWhy } from "../../engine/experiments/settings.ts";
import type { ChartSpec, Description, ParamValues } from "../../engine/experiments/types.ts";
import { namedIn, present } from "../../engine/kernel/reads.ts";
import type { ChartAxis, ChartData } from "../chart/data.ts";
import { seriesOf } from "../setup/chart-runs.ts";
import type { ChartRequest } from "../setup/chart-request.ts";
import { xOf } from "../setup/chart-words.ts";
import { exactText } from "../words/numbers.ts";
import { unitText } from "../words/units.ts";
import { curvesOn } from "./chart-curves.ts";
import type { ChartAnswers } from "./chart-curves.ts";
import { crossingsOn } from "./crossings.ts";

/** "Ethernet, 10 Mbit/s" at the height of the parameter that sets it; nowhere where that has no effect. */
export function withLimit(
  { limit, ...spec }: ChartSpec,
  { params }: Description,
  parameters: ParamValues,
): ChartData["spec"] {
  const param = limit === undefined ? undefined : params[limit.parameter];
  if (limit === undefined || param?.kind !== "number" || idleWhy(param, parameters) !== null) return spec;
  const value = Number(parameters[limit.parameter]);
  return { ...spec, limit: { value, label: `${limit.label}, ${exactText(value)} ${param.unit}` } };
}

const KB = 1024;

/** The axis of a chart; sizes that are whole KB are told in KB. */
function axisOf({ spec, sweep, param }: ChartRequest): ChartAxis {
  const values = present(sweep.values, (value) => xOf(param, value));
  if (param.kind === "choice") {
    return { label: param.label, unit: "", values, names: param.options.map(({ label }) => label) };
  }
  const log = param.scale === "log" && spec.evenX !== true ? { log: true } : {};
  const inKb = param.unit === "bytes" && values.every((value) => value % KB === 0);
  const inPercent = param.share === true ? { unit: "%", each: 0.01 } : { unit: param.unit };
  const unit = inKb ? { unit: "KB", each: KB } : inPercent;
  return { label: param.label, values, ...unit, ...log };
}

/** Makes the curves, then the axis below them, then their crossings on it. */
export function chartData(request: ChartRequest, answers: ChartAnswers): ChartData {
  const { experiment, spec, setup } = request;
  const { parameters } = setup;
  const series = curvesOn(request, answers);
  const x = axisOf(request);
  return {
    spec: withLimit(spec, experiment, parameters),
    unit: unitText(namedIn(experiment.measures, spec.y, "measure").unit),
    x,
    series,
    crossings: crossingsOn(spec, x, series),
    breakAfter: spec.break?.when(parameters) === true ? spec.break.after : undefined,
    own: seriesOf(spec, parameters),
  };
}
