/** The kit for parameter tables: numbers and choices, each with its allowed values and the reason for them. */
import type { Rule } from "../protocols/rules.ts";
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

/** The name of the parameter that says which rule of the protocol is left out. */
export const LEFT_OUT = "without";

/** The rule of a protocol that a run leaves out. @param rules that the protocol has, each with a label */
export const leftOut = <Left extends Rule>(rules: Readonly<Record<Left, string>>): ChoiceParam<Left | "none"> =>
  choice<Readonly<Record<Left | "none", string>>>({
    group: "protocol",
    label: "Rule left out",
    options: { none: "None", ...rules } as Readonly<Record<Left | "none", string>>,
    default: "none",
    why: "Leave a rule out and break the run: you see what the rule is for.",
    inert: "without faults no packet comes twice or too late.",
  });

/** The rules that the value of such a parameter leaves out. */
export const rulesWithout = (left: Rule | "none"): readonly Rule[] => (left === "none" ? [] : [left]);

/** The same parameter with another default, range or reason. */
export const variant = <P extends Param>(param: P, changes: Partial<Omit<P, "kind" | "options">>): P => ({
  ...param,
  ...changes,
});
