/** The kit for parameter tables: numbers and choices, each with its allowed values and the reason for them. */
import type { Rule } from "../protocols/rules.ts";
import type { ChoiceParam, NumberParam, OwnText, Param } from "./types.ts";

type GivenNumber = Omit<NumberParam, "kind" | "unit" | "step"> & Partial<Pick<NumberParam, "unit" | "step">>;

/** A number; whole and without a unit where nothing else is said. */
export const number = (given: GivenNumber): NumberParam => ({ kind: "number", unit: "", step: 1, ...given });

type GivenChoice<Options extends Readonly<Record<string, string>>> = Omit<
  ChoiceParam,
  "kind" | "options" | "default" | "standIn"
> & {
  readonly options: Options; // each value with its label
  readonly default: NoInfer<keyof Options & string>;
  readonly standIn?: NoInfer<keyof Options & string>;
};

/** One of several words. */
export function choice<Options extends Readonly<Record<string, string>>>({
  options,
  ...given
}: GivenChoice<Options>): ChoiceParam<keyof Options & string> {
  const values = Object.keys(options) as readonly (keyof Options & string)[];
  return { kind: "choice", ...given, options: values.map((value) => ({ value, label: String(options[value]) })) };
}

/** One of several words, or a text that a reader writes. */
export const choiceOrText = <Options extends Readonly<Record<string, string>>>(
  given: GivenChoice<Options> & { readonly own: OwnText },
): ChoiceParam => choice(given);

/** "uniqueId" as words: "Unique id". */
export const inWords = (rule: string): string =>
  `${rule.charAt(0).toUpperCase()}${rule.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;

/** The rule of its protocol that a run leaves out, one of these. */
export const leftOut = <Left extends Rule>(rules: readonly Left[]): ChoiceParam<Left | "none"> => ({
  kind: "choice",
  group: "protocol",
  label: "Rule left out",
  options: (["none", ...rules] as const).map((value) => ({ value, label: inWords(value) })),
  default: "none",
  why: "Break a run without a rule to see what the rule is for.",
  quiet: true,
});

/** The rules that the value of such a parameter leaves out. */
export const rulesWithout = (left: Rule | "none"): readonly Rule[] => (left === "none" ? [] : [left]);

/** The same parameter with another default, range or reason. */
export const variant = <P extends Param>(param: P, changes: Partial<Omit<P, "kind" | "options">>): P => ({
  ...param,
  ...changes,
});
