/** What can be pulled on the figure of a crowd: each handle sits where its meaning is. All of it is pure. */
import type { NumberParam, ParamValue } from "../../engine/experiments/types.ts";
import { toMillis } from "../../engine/kernel/time.ts";
import { experimentOf } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import { plain } from "../words/numbers.ts";
import { rolesOf, shareOf } from "./facts.ts";
import type { CrowdView } from "./facts.ts";
import { mostSent } from "./layout.ts";
import type { CrowdLayout } from "./layout.ts";
import { msText } from "./words.ts";

export interface CrowdHandle {
  readonly parameter: string;
  readonly way: "along" | "across";
  readonly x: number; // px of its middle
  readonly y: number;
  readonly label: string; // "Retries"
  /** What stands beside it: "2 retries: up to 900". */
  readonly says: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step: number;
  readonly standard: number; // its default
  readonly by: (right: number, down: number, from: number) => number;
  readonly textOf: (value: number) => string; // "2 retries"
}

export const withValue = (setup: Setup, parameter: string, value: ParamValue): Setup => ({
  ...setup,
  parameters: { ...setup.parameters, [parameter]: value },
});

/** A step of about a fiftieth of a value, round and allowed. */
const roundStep = (value: number, least: number): number =>
  Math.max(least, 10 ** (Math.floor(Math.log10(Math.max(value, 1))) - 1));

/** To steps from zero: where a hand pulls, values are round. */
const toStep = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(6));

type Made = Omit<CrowdHandle, "parameter" | "label" | "least" | "most" | "standard" | "value"> & {
  readonly value?: number;
  readonly most?: number;
};

export function handlesOf(view: CrowdView, layout: CrowdLayout): readonly CrowdHandle[] {
  const { params } = experimentOf(view.setup);
  const roles = rolesOf(experimentOf(view.setup));
  const { blip } = roles;
  const share = shareOf(roles, view.setup.parameters);
  const made = (
    name: string | undefined,
    make: (param: NumberParam, value: number) => Made,
  ): readonly CrowdHandle[] => {
    const param = name === undefined ? undefined : params[name];
    if (name === undefined || param?.kind !== "number") return [];
    const value = view.setup.parameters[name];
    if (typeof value !== "number") return [];
    const one = make(param, value);
    return [
      {
        ...{ value, least: param.min, most: param.max },
        ...one,
        parameter: name,
        label: param.label,
        standard: param.default,
      },
    ];
  };
  return [
    ...(blip === undefined ? [] : made(blip.length, (param) => blipHandle(view, layout, param, blip.at))),
    ...made(roles.load, (param, value) => loadHandle(view, layout, param, value)),
    ...made(roles.retries, (_, retries) => retriesHandle(view, layout, retries)),
    ...(roles.load === undefined ? [] : made(share, (param) => budgetHandle(view, layout, param))),
    ...made(roles.places?.limit, (param, value) => placesHandle(view, layout, param, value)),
  ];
}

/** The length of the disturbance, at its end. */
function blipHandle(view: CrowdView, { time, rates, isNarrow }: CrowdLayout, param: NumberParam, at: number): Made {
  const step = Math.max(param.step, 100);
  const perPx = toMillis(time.valueAt(1) - time.valueAt(0));
  return {
    ...{ way: "along", step, y: rates.y0 - (isNarrow ? 36 : 13) },
    x: time.at(Math.min(view.until, view.blip?.until ?? at)),
    most: Math.min(param.max, toMillis(view.until - at)),
    says:
      view.blip === null ? "Nothing is disturbed" : `${view.blip.says} for ${msText(toMillis(view.blip.until - at))}`,
    by: (right, _, from) => toStep(from + right * perPx, step) - from,
    textOf: (value) => (value === 0 ? "no disturbance" : `for ${msText(value)}`),
  };
}

function loadHandle(view: CrowdView, { x0, time, rates }: CrowdLayout, param: NumberParam, value: number): Made {
  const step = roundStep(value, param.step);
  const perPx = rates.scale.valueAt(0) - rates.scale.valueAt(1);
  const before = view.blip === null ? time.at(view.until / 8) : time.at(view.blip.from);
  return {
    ...{ way: "across", step, x: Math.max(x0 + 14, (x0 + before) / 2), y: rates.scale.at(value) },
    most: Math.max(value, Math.min(param.max, rates.scale.domain[1])),
    says: `${plain(value, 0)} come`,
    by: (_, down, from) => toStep(from - down * perPx, step) - from,
    textOf: (calls) => `${plain(calls, 1)} calls a second`,
  };
}

/** At the level of all that could come at the most. */
function retriesHandle(view: CrowdView, { x1, rates }: CrowdLayout, retries: number): Made {
  const { load } = view;
  const pxEach = Math.max(6, rates.scale.at(0) - rates.scale.at(load));
  const most = mostSent(view);
  return {
    ...{ way: "across", step: 1, x: x1 },
    y: Math.max(rates.y0, rates.scale.at(most)),
    says:
      retries === 0
        ? "no retries"
        : `${plain(retries, 0)} ${retries === 1 ? "retry" : "retries"}: up to ${plain(most, 0)}`,
    by: (_, down) => Math.round(-down / pxEach),
    textOf: (value) => (value === 0 ? "no retries" : value === 1 ? "1 retry" : `${plain(value, 0)} retries`),
  };
}

/** Parked at the top where it binds nobody. */
function budgetHandle(view: CrowdView, { x1, rates, isNarrow }: CrowdLayout, param: NumberParam): Made {
  const { load, retries, budget } = view;
  const none = Math.min(param.max, retries ?? param.max); // as large as the retries: no budget
  const yOf = (value: number): number =>
    value >= none ? rates.y0 : Math.max(rates.y0, rates.scale.at(load * (1 + value)));
  const valueAt = (y: number): number => {
    if (y <= rates.y0 + 4) return param.max;
    const wanted = toStep(Math.max(0, rates.scale.valueAt(y) / load - 1), param.step);
    return wanted >= none ? param.max : wanted;
  };
  const percent = (value: number): string =>
    value >= none ? "no budget for retries" : `budget of ${plain(100 * value, 0)} %`;
  return {
    ...{ way: "across", step: param.step, x: x1 - (isNarrow ? 40 : 46) },
    value: budget ?? param.max,
    y: yOf(budget ?? none),
    says: percent(budget ?? none),
    by: (_, down, from) => valueAt(yOf(from) + down) - from,
    textOf: percent,
  };
}

function placesHandle(view: CrowdView, { x1, waiting }: CrowdLayout, param: NumberParam, value: number): Made {
  const { scale, y0 } = waiting;
  const each = view.places === null || value === 0 ? 1 : view.places / value; // servers
  const step = roundStep(value, param.step);
  const perPx = (scale.valueAt(0) - scale.valueAt(1)) / each;
  const total = view.places ?? value;
  const isFar = total > scale.domain[1];
  return {
    ...{ way: "across", step, x: x1 },
    y: isFar ? y0 : scale.at(total),
    says: `${plain(total, 0)} places`,
    by: (_, down, from) => toStep((isFar ? scale.domain[1] / each : from) - down * perPx, step) - from,
    textOf: (places) => `${plain(places, 0)} places in a queue`,
  };
}
