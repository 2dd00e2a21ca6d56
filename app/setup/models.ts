/** The calls of a paper's model.py that answer an experiment, and their keys in a table of values. */
import type { ChartSpec, Description, ModelLink, ParamValues } from "../../engine/experiments/types.ts";
import type { ModelCall } from "../workers/evaluate.ts";
import { modelFor } from "../../engine/experiments/answering.ts";
import { changedParameters } from "../../engine/experiments/settings.ts";
import { inSentence } from "../language/in-sentence.ts";
import { chartRequest, pointsWith } from "./chart-request.ts";
import type { ChartRequest, SweptPoint } from "./chart-request.ts";
import { defaultSetup } from "./setup.ts";
import type { Setup } from "./setup.ts";
import { namedIn } from "../../engine/kernel/reads.ts";
import { listed } from "../words/sentences.ts";

type Called = Pick<ModelLink, "paper" | "function" | "arguments">;
type Link = Called & Pick<ModelLink, "when" | "regardlessOf">;
type Asked = Pick<Setup, "parameters" | "faults">;

const NOT_COVERED = "The model does not cover this.";

/** One text for one call: "firefly null_us ethernet_mbps=10". */
export function callKey(call: ModelCall): string {
  const given = Object.keys(call.arguments)
    .sort()
    .map((name) => `${name}=${call.arguments[name]}`);
  return [call.paper, call.function, ...given].join(" ");
}

/** A call as Python writes it: `null_us(ethernet_mbps=10)`, `rpc_us(machine="local")`. */
export function callText(call: ModelCall): string {
  return `${call.function}(${Object.entries(call.arguments)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(", ")})`;
}

export function modelCall(link: Called, parameters: ParamValues): ModelCall {
  return { paper: link.paper, function: link.function, arguments: link.arguments(parameters) };
}

/**
 * Labels of changed parameters that the model has no term for: with the default in their place it speaks too, and its
 * call is the same.
 */
function unknownToModel(experiment: Description, link: Link, parameters: ParamValues): readonly string[] {
  const here = callKey(modelCall(link, parameters));
  return Object.entries(changedParameters(experiment, parameters)).flatMap(([key]) => {
    const param = experiment.params[key];
    if (param === undefined || (param.kind === "number" && param.repeats)) return [];
    if (link.regardlessOf?.includes(key) === true) return [];
    const there = { ...parameters, [key]: param.default };
    const known = callKey(modelCall(link, there)) !== here || link.when?.(there) === false;
    return known ? [] : [inSentence(param.label)];
  });
}

/** Whether a model speaks of such runs: it covers them, has a term for all that is changed, and nothing is broken. */
export const speaks = (experiment: Description, link: Link, { parameters, faults }: Asked): boolean =>
  faults.length === 0 && link.when?.(parameters) !== false && unknownToModel(experiment, link, parameters).length === 0;

/** The labels of changed parameters for which no model answers, each alone. */
const uncoveredBy = (experiment: Description, measure: string, parameters: ParamValues): readonly string[] => {
  const { parameters: usual } = defaultSetup(experiment);
  return Object.entries(changedParameters(experiment, parameters)).flatMap(([key, value]) =>
    modelFor(experiment, measure, { ...usual, [key]: value }) === undefined
      ? [inSentence(namedIn(experiment.params, key, "parameter").label)]
      : [],
  );
};

/** Why the model of a measure does not answer a set-up; null where it does. */
export function modelSilence(experiment: Description, measure: string, { parameters, faults }: Asked): string | null {
  const link = modelFor(experiment, measure, parameters);
  const usual = modelFor(experiment, measure, defaultSetup(experiment).parameters);
  if (link === undefined && usual === undefined) return NOT_COVERED;
  if (faults.length > 0) return "The model does not cover faults.";
  const unknown =
    link === undefined ? uncoveredBy(experiment, measure, parameters) : unknownToModel(experiment, link, parameters);
  if (unknown.length > 0) return `The model has no term for ${listed(unknown)}.`;
  return link === undefined ? NOT_COVERED : null;
}

/** Why a chart that has curves of models with the defaults has none here; null where it has one, or never has. */
export function modelSilenceOn(request: ChartRequest): string | null {
  const { experiment, spec, setup, points } = request;
  const [{ parameters }] = [...points, setup];
  const isUsual = callsOfChart(chartRequest(experiment, spec, defaultSetup(experiment))).length > 0;
  return isUsual && callsOfChart(request).length === 0
    ? modelSilence(experiment, spec.y, { parameters, faults: setup.faults })
    : null;
}

/** The calls behind a chart: the model's for every curve, and those of further models. */
export function callsOfChart(request: ChartRequest): readonly ModelCall[] {
  const { experiment, spec, setup, points, curves } = request;
  const callsOf = (link: Link | undefined, { parameters }: SweptPoint): readonly ModelCall[] =>
    link !== undefined && speaks(experiment, link, { ...setup, parameters }) ? [modelCall(link, parameters)] : [];
  const each = spec.series === undefined ? [points] : curves.map((curve) => curve.points);
  const own = each.flat().flatMap((point) => callsOf(modelFor(experiment, spec.y, point.parameters), point));
  const { models: links = [] } = spec;
  const further = links.flatMap((model) => pointsWith(request, model.series).flatMap((point) => callsOf(model, point)));
  return [...own, ...further];
}

/** Every call that the page needs for `parameters`: the model's answers there, and its curves on these charts too. */
export function modelCallsOf(
  experiment: Description,
  parameters: ParamValues,
  further: readonly ChartSpec[] = [],
): readonly ModelCall[] {
  const here = experiment.models.flatMap((link) =>
    link.when?.(parameters) === false ? [] : [modelCall(link, parameters)],
  );
  const setup = { ...defaultSetup(experiment), parameters };
  const onCharts = [...experiment.charts, ...further].flatMap((chart) =>
    callsOfChart(chartRequest(experiment, chart, setup)),
  );
  return [...new Map([...here, ...onCharts].map((call) => [callKey(call), call])).values()];
}
