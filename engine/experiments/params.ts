/** The kit for parameter tables: numbers and choices, each with its allowed values and the reason for them. */
import type { ChoiceParam, NumberParam, Param } from "./types.ts";

type GivenNumber = Omit<NumberParam, "kind" | "unit" | "step"> & Partial<Pick<NumberParam, "unit" | "step">>;

/** A number; whole and without a unit where nothing else is said. */
export const number = (given: GivenNumber): NumberParam => ({ kind: "number", unit: "", step: 1, ...given });

type GivenChoice<Options extends Readonly<Record<string, string>>> = Omit<
  ChoiceParam,
  "kind" | "options" | "default"
> & {
  readonly options: Options; // each value with its label
  readonly default: NoInfer<keyof Options & string>;
};

/** One of several words. */
export function choice<Options extends Readonly<Record<string, string>>>({
  options,
  ...given
}: GivenChoice<Options>): ChoiceParam<keyof Options & string> {
  const values = Object.keys(options) as readonly (keyof Options & string)[];
  return { kind: "choice", ...given, options: values.map((value) => ({ value, label: String(options[value]) })) };
}

/** The same parameter with another default, range or reason. */
export const variant = <P extends Param>(param: P, changes: Partial<Omit<P, "kind" | "options">>): P => ({
  ...param,
  ...changes,
});
