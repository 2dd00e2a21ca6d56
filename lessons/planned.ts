/**
 * A lesson that is not written yet offers the tables of its paper that it will speak of, and the run of today's
 * experiments that comes nearest to its question.
 */
interface NearestRun {
  readonly experiment: string;
  readonly set: Readonly<Record<string, string | number>>; // parameters that differ from their defaults
  readonly faults: readonly string[];
  readonly shows: string; // what the reader sees there, as a sentence
}

export interface PlannedLesson {
  readonly paper: string | null; // null while its paper is not here
  readonly tables: readonly string[]; // of that paper
  readonly run: NearestRun;
}

const run = (
  experiment: string,
  shows: string,
  set: NearestRun["set"] = {},
  faults: readonly string[] = [],
): NearestRun => ({ experiment, set, faults, shows });

/** By slug: every lesson of the course that is not written. */
export const PLANNED: Readonly<Record<string, PlannedLesson>> = {
  "what-rules-are-for": {
    paper: null,
    tables: [],
    run: run("firefly/null", "The network delivers the call twice. A rule makes the server ignore the second.", {}, [
      "duplicate call#1",
    ]),
  },
};
