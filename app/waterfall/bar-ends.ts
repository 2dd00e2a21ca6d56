/**
 * The bars of a waterfall that a parameter makes longer. Their values stand in a row that grows with the end of the
 * bar, so that a slider moves along it: a faster network makes its bar shorter.
 */
import { placeOf } from "../../engine/experiments/stretched.ts";
import { snap } from "../../engine/experiments/parameters.ts";
import { itemAt } from "../../engine/kernel/reads.ts";
import { stepped } from "../controls/number-steps.ts";
import type { Setup } from "../setup/setup.ts";
import type { Handle } from "../timeline/handle/handle.ts";
import { changeLine, defaultOf, labelOf, pulledOf, settingOf, valueNear } from "../timeline/handle/parameters.ts";
import type { Pulled } from "../timeline/handle/parameters.ts";
import type { ShownRow } from "./rows.ts";

/** The handle of the thing that ends with a row; null for a row of other steps, of several, or of a wait for it. */
export function handleOfRow({ steps, to: end }: ShownRow, handles: readonly Handle[]): Handle | null {
  const [step, ...others] = steps;
  if (step === undefined || others.length > 0) return null;
  return handles.find(({ ref, to }) => end >= to && step.refs.includes(ref)) ?? null;
}

/** The values of a parameter as places along the bar. */
export interface Track {
  readonly pulled: Pulled;
  readonly now: number;
  readonly least: number;
  readonly most: number;
  /** The place that a key leads to: longer or shorter, by a step or by a large one. */
  readonly next: (longer: boolean, isLarge: boolean) => number;
  readonly placeOf: (value: number) => number;
  readonly valueOf: (place: number) => number;
}

/** The end of a bar that can be pulled. */
export interface End {
  readonly handle: Handle;
  readonly track: Track;
  readonly isStop: boolean; // of Tab
}

/** Null for a handle that sets no parameter. */
export function trackOf(handle: Handle, setup: Setup): Track | null {
  const pulled = pulledOf(handle, setup);
  if (pulled === null) return null;
  const { param, now } = pulled;
  if (param.kind === "choice") {
    const values = param.options.map(({ value }) => Number(value));
    values.sort((a, b) => placeOf(pulled, a) - placeOf(pulled, b));
    const at = (value: number): number => values.indexOf(value);
    const valueOf = (place: number): number => itemAt(values, place, "option");
    const most = values.length - 1;
    const next = (longer: boolean): number => Math.min(most, Math.max(0, at(now) + (longer ? 1 : -1)));
    return { pulled, now: at(now), least: 0, most, next, placeOf: at, valueOf };
  }
  const sign = handle.kind === "wire" ? -1 : 1;
  const [first, last] = sign < 0 ? [-param.max, -param.min] : [param.min, param.max];
  return {
    pulled,
    now: sign * now,
    least: first,
    most: last,
    next: (longer, isLarge) => sign * stepped(param, now, isLarge ? "large" : "step", longer === sign > 0),
    placeOf: (value) => sign * value,
    valueOf: (place) => snap(param, sign * place),
  };
}

/** The place on the track for an end that a hand brought to a moment. */
export const placeAt = ({ pulled, placeOf: place }: Track, at: number): number => place(valueNear(pulled, at));

export function withPlace({ pulled: { key, param }, valueOf }: Track, setup: Setup, place: number): Setup {
  return { ...setup, parameters: { ...setup.parameters, [key]: settingOf(param, valueOf(place)) } };
}

export const defaultPlace = ({ pulled: { param }, placeOf: place }: Track): number => place(defaultOf(param));

/** "network 10 → 100 Mbit/s"; the value alone where it stays. */
export const placeLine = ({ pulled, valueOf }: Track, place: number): string =>
  valueOf(place) === pulled.now ? labelOf(pulled.param, pulled.now) : changeLine(pulled, valueOf(place));
