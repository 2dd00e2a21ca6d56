/**
 * The runs that try the claims of the papers, made when the site is built: each with its address and, where it answers
 * the claim's number, with ours.
 */
import { changedParameters } from "../../engine/experiments/settings.ts";
import { checkedParameters } from "../../engine/experiments/parameters.ts";
import type { CellKind, ReproduceOptions } from "../../engine/experiments/reproduce.ts";
import type { Try, Tries } from "../../engine/experiments/tries.ts";
import type { Experiment, ParamValues, Run } from "../../engine/experiments/types.ts";
import type { Claim } from "../../engine/papers/types.ts";
import type { CellFact, RunFact } from "./reproduction.ts";

/** A run that tries a claim. */
export interface ClaimRun {
  readonly value: number | null; // ours, in the claim's unit; null where the run answers no number of it
  readonly kind: CellKind | null; // of the published cell that the same measure answers; null where there is none
  readonly run: RunFact & { readonly faults: readonly string[] };
  readonly look: string; // what to look at on the bench
}

/** Claim id to its run. */
export type ClaimRuns = Readonly<Record<string, ClaimRun>>;

interface Given {
  readonly tries: readonly Tries[];
  readonly experiments: readonly Experiment[];
  readonly claimsOf: (paper: string) => readonly Claim[];
  readonly cells: readonly CellFact[]; // of the reproduction
  /** Gives what was kept of a try under a key, or makes it and keeps it; makes each where left out. */
  readonly remember?: ReproduceOptions["remember"];
}

function runOf(tried: Try, experiment: Experiment, set: ParamValues, where: string): Run {
  const parameters = checkedParameters(experiment, { ...tried.set, ...set }, where);
  const run = experiment.run(parameters, tried.seed, tried.faults, { keep: "none" });
  const [unused] = run.unusedFaults;
  if (unused === undefined) return run;
  throw new RangeError(`${where}: the fault ${JSON.stringify(unused)} meets nothing.`);
}

/** A measure that must be a number, as an answer of a claim is. */
function numberOf(run: Run, measure: string, where: string): number {
  const value = run.measures[measure]?.value;
  if (typeof value === "number") return value;
  throw new RangeError(`${where}: the run has no number ${measure}.`);
}

function valueOf(tried: Try, experiment: Experiment, run: Run, where: string): number | null {
  const { measure, compute, scale = 1 } = tried;
  if (measure === undefined) return null;
  if (compute === undefined) return scale * numberOf(run, measure, where);
  const value = compute((set) => numberOf(runOf(tried, experiment, set, where), measure, where));
  if (value === null) throw new RangeError(`${where}: its runs give no number.`);
  return scale * value;
}

/** The kind of the number that the paper prints for a claim, if the same measure answers its cell. */
function kindOf(claim: Claim, paper: string, measure: string | undefined, cells: readonly CellFact[]): CellKind | null {
  const cell = cells.find(
    (one) =>
      measure !== undefined &&
      one.paper === paper &&
      one.measure === measure &&
      claim.tables.includes(one.table) &&
      one.paperValue === claim.value &&
      one.unit === claim.unit,
  );
  return cell === undefined ? null : cell.kind;
}

/** The run of a try, and its number. */
function triedRun(tried: Try, experiment: Experiment, where: string): Pick<ClaimRun, "value" | "run"> {
  const run = runOf(tried, experiment, {}, where);
  const { seed } = tried;
  const parameters = changedParameters(experiment, run.parameters);
  return {
    value: valueOf(tried, experiment, run, where),
    run: { experiment: experiment.id, parameters, seed, hash: run.traceHash, faults: run.faults },
  };
}

function claimRun(tried: Try, claim: Claim, paper: string, { experiments, cells, remember }: Given): ClaimRun {
  const where = `the try of ${paper} ${claim.id}`;
  const experiment = experiments.find(({ id }) => id === tried.experiment);
  if (experiment === undefined) throw new RangeError(`${where}: there is no experiment ${tried.experiment}.`);
  const make = (): Pick<ClaimRun, "value" | "run"> => triedRun(tried, experiment, where);
  const { value, run } = remember === undefined ? make() : remember(where, make);
  return { value, kind: kindOf(claim, paper, tried.measure, cells), run, look: tried.look };
}

/**
 * The tries of a paper may come from several families. Throws RangeError for a try that names no claim or cannot be
 * run, and for a fault that meets nothing.
 */
export function makeClaimRuns(given: Given): Readonly<Record<string, ClaimRuns>> {
  const made: Record<string, ClaimRuns> = {};
  for (const { paper, claims } of given.tries) {
    const known = given.claimsOf(paper);
    const runs = Object.entries(claims).map(([id, tried]): [string, ClaimRun] => {
      const claim = known.find((one) => one.id === id);
      if (claim === undefined) throw new RangeError(`the tries of ${paper}: there is no claim ${id}.`);
      return [id, claimRun(tried, claim, paper, given)];
    });
    made[paper] = { ...made[paper], ...Object.fromEntries(runs) };
  }
  return made;
}
