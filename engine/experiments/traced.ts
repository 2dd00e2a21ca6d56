import type { ForeignTrace, Run } from "./types.ts";

/** What a trace is called in titles: the id of its experiment, or where it comes from. */
export const titleOf = (traced: Pick<Run, "experiment"> | Pick<ForeignTrace, "source">): string =>
  "experiment" in traced ? traced.experiment : traced.source;
