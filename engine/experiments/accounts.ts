/**
 * An account breaks one traced call down into the steps of its critical path and answers a paper's tables of step times
 * with them: the same sums that the paper makes, over the steps of the simulation.
 */
import { criticalPath } from "../kernel/critical-path.ts";
import { elapsedOf, itemAt, numberAt, outcomeOf } from "../kernel/reads.ts";
import type { Nanos } from "../kernel/time.ts";
import { type CellAddress, refRow, refTable, type TraceData } from "../kernel/trace-data.ts";
import type { Paper } from "../papers/types.ts";
import { checkedParameters } from "./parameters.ts";
import { fittedIn } from "./constants.ts";
import type { Constant, Experiment, ParamValues } from "./types.ts";

/** A stretch of work on the critical path. */
export interface TracedStep {
  readonly cell: CellAddress | null; // the published cell that its duration comes from
  readonly onWire: boolean; // a packet under way
  readonly nanos: Nanos;
}

/** A call's critical path: its work in order, and the time that it waited. The two sum to the time of the call. */
export interface TracedCall {
  readonly steps: readonly TracedStep[];
  readonly waited: Nanos;
  readonly took: Nanos;
}

/** The simulated value of a published cell, in the cell's unit. */
export interface AccountedCell {
  readonly at: CellAddress;
  readonly value: number;
  readonly note: string;
}

export interface Account {
  readonly paper: string;
  readonly tables: readonly string[]; // tables that it answers
  readonly calls: Readonly<Record<string, { readonly experiment: string; readonly parameters: ParamValues }>>;
  readonly answer: (paper: Paper, calls: Readonly<Record<string, TracedCall>>) => readonly AccountedCell[];
}

/** Calls made for an account: enough to find one that background work left alone. */
const CALLS = 20;
const SEED = 1;

/** The cells that an account answers, and the fitted constants that its runs used. */
export interface Accounted {
  readonly cells: readonly AccountedCell[];
  readonly constants: readonly Constant[];
}

/** Makes the runs of an account. Gives no cells where one of its experiments is not in `experiments`. */
export function makeAccount(account: Account, paper: Paper, experiments: readonly Experiment[]): Accounted {
  const traced: Record<string, TracedCall> = {};
  const constants: Constant[] = [];
  for (const [name, { experiment: id, parameters }] of Object.entries(account.calls)) {
    const experiment = experiments.find((e) => e.id === id);
    if (experiment === undefined) return { cells: [], constants: [] };
    const repeats = Object.entries(experiment.params).filter(([, param]) => param.kind === "number" && param.repeats);
    const set = { ...parameters, ...Object.fromEntries(repeats.map(([key]) => [key, CALLS])) };
    const complete = checkedParameters(experiment, set, `the account of ${id}`);
    const { trace } = experiment.run(complete, SEED, [], { keep: "all" });
    traced[name] = fastestCall(trace);
    constants.push(...fittedIn(trace, id));
  }
  return { cells: account.answer(paper, traced), constants };
}

/** The critical path of the quickest call that returned: the paper, too, accounts for its best measured time. */
export function fastestCall(trace: TraceData): TracedCall {
  const { count } = trace.calls;
  let best = -1;
  for (let row = 0; row < count; row++) {
    if (outcomeOf(trace, row) !== "returned") continue;
    if (best < 0 || elapsedOf(trace, row) < elapsedOf(trace, best)) best = row;
  }
  if (best < 0) throw new RangeError(`an account needs a call that returned; none of ${count} did.`);
  const path = criticalPath(trace, best + 1);
  const waits = path.filter(({ part }) => part === "wait");
  const steps = path
    .filter(({ part }) => part === "work")
    .map(({ ref, from, to }): TracedStep => {
      const table = refTable(ref);
      const nanos = to - from;
      if (table !== "span") return { cell: null, onWire: table === "packet", nanos };
      const { source } = itemAt(trace.steps, numberAt(trace.spans.step, refRow(ref)), "step");
      return { cell: source.cell ?? null, onWire: false, nanos };
    });
  return { steps, waited: waits.reduce((sum, { from, to }) => sum + (to - from), 0), took: elapsedOf(trace, best) };
}
