/**
 * How a claim of a paper is tried by a run that a reader can open on the bench. A family lists its paper's claims in
 * its tries.ts, from the claims' tests (*.paper.test.ts): the settings are the test's, or some of those that it goes
 * through. The test stays what decides; a try lets the reader see the same.
 */
import type { Ask, ParamTable, ParamValues, SomeValues } from "./types.ts";

/** A run, and where it answers the claim's number, how. */
export interface Try<Table extends ParamTable = ParamTable, Name extends string = string> {
  readonly experiment: string; // id
  readonly set: SomeValues<Table>; // the other parameters have their defaults
  readonly faults: readonly string[]; // lines of the fault script
  readonly seed: number;
  /** The measure of the run that is the claim's number. */
  readonly measure?: Name;
  /** Computes the claim's number from that measure of several runs, each with `set` and what it is asked to set. */
  readonly compute?: (ask: Ask<Table>) => number | null;
  /** The measure times this is in the claim's unit; 1 where it is left out. */
  readonly scale?: number;
  readonly look: string; // one sentence: what to look at on the bench
}

/** The claims of a paper that tests try on the simulation, by their ids. */
export interface Tries {
  readonly paper: string;
  readonly claims: Readonly<Record<string, Try>>;
}

type Rest<Table extends ParamTable, Name extends string> = Partial<
  Pick<Try<Table, Name>, "faults" | "measure" | "compute" | "scale">
>;

/** Writes tries with one experiment: seed 1, and no faults unless they are named. */
export const triedBy =
  <Table extends ParamTable, Name extends string>(experiment: string) =>
  (set: SomeValues<Table>, look: string, rest: Rest<Table, Name> = {}): Try => {
    const { measure, compute, scale, faults = [] } = rest;
    return {
      experiment,
      set: set as ParamValues,
      faults,
      seed: 1,
      look,
      ...(measure === undefined ? {} : { measure }),
      ...(compute === undefined ? {} : { compute: compute as NonNullable<Try["compute"]> }),
      ...(scale === undefined ? {} : { scale }),
    };
  };
