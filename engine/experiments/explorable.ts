/**
 * How the search over faults follows the runs of an experiment. A family says it in its explore.ts: the ends of the
 * protocol for a run's parameters, and the parameters that the search cannot follow.
 */
import type { AnyEnds } from "../protocols/ends.ts";
import { RULES, type Rule } from "../protocols/rules.ts";
import { LEFT_OUT } from "./parameters.ts";
import type { Description, ParamValue, ParamValues, Values } from "./types.ts";

/** A parameter that the search cannot follow: it takes this value, whatever a run has. */
interface Bound {
  readonly parameter: string;
  readonly value: ParamValue;
  /** Values that it can follow besides. */
  readonly also?: readonly ParamValue[];
  readonly why: string; // a whole sentence
  /** Only where the run has these values; left out: always. */
  readonly where?: ParamValues;
}

/** A bound that has changed a parameter of the run, or the number of faults. */
export interface Bounded {
  readonly parameter: string;
  readonly asked: ParamValue;
  readonly explored: ParamValue;
  readonly why: string;
}

/** The program that calls, and its procedure. The first byte of a result is the number of its call. */
export interface Program {
  argument(call: number): Uint8Array;
  result(argument: Uint8Array): Uint8Array;
}

/** A rule of the protocol that another parameter than `without` leaves out. */
interface RuleSwitch {
  readonly rule: string; // its name
  readonly says: string; // a whole sentence
  readonly leftOut: ParamValues; // parameters with which a run has it not
}

/** A setting that shows what a rule is for, where the usual one does not. */
interface ShownElsewhere {
  readonly rule: string;
  readonly set: ParamValues;
  readonly why: string; // a whole sentence
}

/** What the matrix of rules and promises needs beside the parameter `without` (explore/matrix.ts). */
interface MatrixRules {
  /** Parameters with which a run keeps all rules; left out: it does by default. */
  readonly kept?: ParamValues;
  readonly switches?: readonly RuleSwitch[];
  readonly elsewhere?: readonly ShownElsewhere[];
}

export interface Explorable {
  /** Ids of the experiments. */
  readonly experiments: readonly string[];
  /** The parameter that says how many calls a run makes; their number where none says it. */
  readonly calls: string | number;
  readonly bounds: readonly Bound[];
  /** The most faults of a run that the search can follow in some seconds; left out: as many as are asked for. */
  readonly faults?: { readonly most: number; readonly why: string };
  /** The ends of the protocol of a run with these parameters. */
  readonly ends: (parameters: ParamValues) => AnyEnds;
  readonly rules?: MatrixRules;
  /** Left out: the argument and the result are one byte. */
  readonly program?: (parameters: ParamValues) => Program;
}

/** What an explore.ts says where an experiment’s values are typed, as in its run. */
type Followed<Of extends Pick<Description, "params">> = Omit<Explorable, "calls" | "bounds" | "ends" | "program"> & {
  /** Left out: the parameter `calls`. */
  readonly calls?: Explorable["calls"];
  /** Left out: none. */
  readonly bounds?: readonly Bound[];
  readonly ends: (values: Values<Of["params"]>) => AnyEnds;
  readonly program?: (values: Values<Of["params"]>) => Program;
};

/** How the search follows the runs of a description, whose type is given: `followed<typeof echo>({ … })`. */
export function followed<Of extends Pick<Description, "params">>(given: Followed<Of>): Explorable {
  const { ends, program, ...rest } = given;
  const typed = (parameters: ParamValues): Values<Of["params"]> => parameters as Values<Of["params"]>;
  return {
    calls: "calls",
    bounds: [],
    ...rest,
    ends: (parameters) => ends(typed(parameters)),
    ...(program === undefined ? {} : { program: (parameters) => program(typed(parameters)) }),
  };
}

/** Losses by chance: the search has its own. */
export const NO_LOSS: Bound = { parameter: "loss", value: 0, why: "The search itself loses packets." };

/** Threads that call at the same time: the search follows two of them, with a call each. */
export const THREADS = twoOf("threads", "thread");
export const CALLERS = twoOf("callers", "caller");

/** Machines that call at the same time, each by one thread. */
export const CLIENTS: readonly Bound[] = [
  twoOf("clients", "client machine"),
  {
    parameter: "threads",
    value: 1,
    where: { clients: 2 },
    why: "The search follows two machines with a call each, or two threads of one machine.",
  },
];

function twoOf(parameter: string, what: string): Bound {
  return { parameter, value: 1, also: [2], why: `The search follows one ${what}, or two with a call each.` };
}

/** So many calls the program of a run makes at the same time. */
export const callsTogether = ({ threads, callers, calls }: ParamValues): number =>
  Math.min(Number(threads ?? callers), Number(calls));

/** One byte there and back. */
export const NUMBERED: Program = {
  argument: (call) => Uint8Array.of(call),
  result: (argument) => argument.slice(0, 1),
};

/** Data in so many fragments of one byte each, there or back or both as the parameter says. */
export const inFragments = (count: number, { direction }: ParamValues): Program => ({
  argument: (call) => new Uint8Array(direction === "back" ? 1 : count).fill(call),
  result: (argument) => {
    const [call] = argument;
    if (call === undefined) throw new Error("An argument of the search has a byte at least.");
    return new Uint8Array(direction === "there" ? 1 : count).fill(call);
  },
});

/** The value of `without` with which a run has all rules. */
export const ALL_RULES = "none";

/** Whether the experiment has rules that can be left out. */
export const hasRules = ({ params }: Pick<Description, "params">, { rules }: Explorable): boolean =>
  params[LEFT_OUT] !== undefined || (rules?.switches ?? []).length > 0;

/** The rules of the experiment's parameter `without`, each as a whole sentence, in the order of rules.ts. */
export function rulesOf({ params }: Pick<Description, "params">): readonly (readonly [rule: string, says: string])[] {
  const left = params[LEFT_OUT];
  if (left?.kind !== "choice") return [];
  if (left.rules !== undefined) return Object.entries(left.rules);
  return Object.entries(RULES).filter(([rule]) => left.options.some(({ value }) => value === rule));
}

/** The shared rules that a run with these parameters leaves out. */
export function rulesLeftOut(parameters: ParamValues): readonly Rule[] {
  const value = parameters[LEFT_OUT];
  return (Object.keys(RULES) as Rule[]).filter((rule) => rule === value);
}

/** The parameters of a run that the search can follow, with so many calls, and the bounds that have changed one. */
export function boundParameters(
  { bounds, calls }: Explorable,
  parameters: ParamValues,
  asked: number,
): { readonly parameters: ParamValues; readonly bounded: readonly Bounded[]; readonly calls: number } {
  const bounded = bounds.flatMap(({ parameter: name, value, also = [], why, where = {} }): readonly Bounded[] => {
    const given = parameters[name];
    if (Object.entries(where).some(([other, wanted]) => parameters[other] !== wanted)) return [];
    const isFollowed = given === undefined || given === value || also.includes(given);
    return isFollowed ? [] : [{ parameter: name, asked: given, explored: value, why }];
  });
  const changed = Object.fromEntries(bounded.map(({ parameter: name, explored }) => [name, explored]));
  const followed = { ...parameters, ...changed };
  if (typeof calls === "number") return { parameters: followed, bounded, calls };
  return { parameters: { ...followed, [calls]: asked }, bounded, calls: asked };
}

/** The faults of a run that the search can follow, as a bound. */
export function boundFaults({ faults: bound }: Explorable, asked: number): Bounded & { readonly explored: number } {
  const { most, why } = bound ?? { most: asked, why: "" };
  return { parameter: "faults", asked, explored: Math.min(asked, most), why };
}
