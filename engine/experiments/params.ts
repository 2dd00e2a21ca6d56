/** The kit for parameter tables: numbers and choices, each with its allowed values and the reason for them. */
import type { Rule } from "../protocols/rules.ts";
import type { ChoiceParam, NumberParam, OwnText, Param } from "./types.ts";

type GivenNumber = Omit<NumberParam, "kind" | "unit" | "step"> & Partial<Pick<NumberParam, "unit" | "step">>;

const DECADES = 1000;

/** A number; whole, without a unit, and by factors where it spans three decades, if nothing else is said. */
export function number(given: GivenNumber): NumberParam {
  const { min, max, step = 1 } = given;
  const isWide = max / Math.max(min, step) >= DECADES;
  return { kind: "number", unit: "", step: 1, ...(isWide ? { scale: "log" } : {}), ...given };
}

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

/** Rules whose key is shorter than their name. */
const RULE_NAMES: Readonly<Record<string, string>> = {
  uniqueId: "Unique identifier",
  pleaseAck: "Please acknowledge",
  heldReply: "Kept result",
};

/** "sequenceCheck" as words: "Sequence check". */
export const inWords = (rule: string): string =>
  RULE_NAMES[rule] ??
  `${rule.charAt(0).toUpperCase()}${rule.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;

/** The rule of its protocol that a run leaves out: one of these shared ones, or of these of its own with a sentence. */
export function leftOut<Left extends Rule>(rules: readonly Left[]): ChoiceParam<Left | "none">;
export function leftOut<Left extends string>(rules: Readonly<Record<Left, string>>): ChoiceParam<Left | "none">;
export function leftOut(rules: readonly string[] | Readonly<Record<string, string>>): ChoiceParam {
  const isShared = Array.isArray(rules);
  return {
    kind: "choice",
    group: "protocol",
    label: "Rule left out",
    options: ["none", ...(isShared ? (rules as readonly string[]) : Object.keys(rules))].map((value) => {
      return { value, label: inWords(value) };
    }),
    ...(isShared ? {} : { rules: rules as Readonly<Record<string, string>> }),
    default: "none",
    why: "Break a run without a rule to see what the rule is for.",
    quiet: true,
  };
}

/** The rules that the value of such a parameter leaves out. */
export const rulesWithout = <Left extends string>(left: Left): readonly Exclude<Left, "none">[] =>
  left === "none" ? [] : [left as Exclude<Left, "none">];

/** The same parameter with another default, range or reason. */
export const variant = <P extends Param>(param: P, changes: Partial<Omit<P, "kind" | "options">>): P => ({
  ...param,
  ...changes,
});
