/** An experiment that can be explored: its protocol, and what its run is like. */
import { LEFT_OUT } from "../experiments/parameters.ts";
import type { ParamValues } from "../experiments/types.ts";
import { RULES, type Rule } from "../protocols/rules.ts";
import type { Turn } from "../kernel/turns.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { CallTimes } from "./protocol.ts";
import type { Property } from "./properties.ts";
import type { Search, SearchOptions } from "./search.ts";

/** The rules that a run with these parameters leaves out. */
export function rulesLeftOut(parameters: ParamValues): readonly Rule[] {
  const value = parameters[LEFT_OUT];
  return (Object.keys(RULES) as Rule[]).filter((rule) => rule === value);
}

/** A step of a protocol in a trace: `protocol` and `input` are words of a transition. */
export interface StepWords {
  readonly protocol: string; // "Firefly caller"
  readonly input: string; // "start"
}

/** The steps of a call in a trace, in their order. */
export interface CallSteps {
  readonly starts: StepWords;
  readonly executes: StepWords;
  readonly answers: StepWords;
  readonly returns: StepWords;
}

export interface Explorable {
  /** Ids of the experiments. */
  readonly experiments: readonly string[];
  /** The parameters of a run of one caller that makes so many calls, where nothing else disturbs it. */
  readonly parametersOf: (calls: number) => ParamValues;
  /** What the protocol promises with these parameters. */
  readonly promises: (parameters: ParamValues) => readonly Property[];
  readonly steps: CallSteps;
  /** When the procedure was started, and for which call. */
  readonly executions: (trace: TraceData) => readonly Turn[];
  /** Follows all runs with these parameters. */
  readonly search: (parameters: ParamValues, times: CallTimes, options: SearchOptions) => Search;
}
