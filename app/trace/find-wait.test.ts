/** The reason of a silence, in runs of many machines, where not all waits are looked through. */
import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../engine/experiments/answering.ts";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { foldsOfCall } from "./folds.ts";
import type { Stretch } from "./folds.ts";
import { storyOf } from "./story.ts";

/** Silences before the call's end lie on its path; after it only threads of the workstations wait. */
const EXPERIMENTS = ["multirpc/callback-break", "multirpc/callback-ways", "multirpc/specification"];

describe.each(EXPERIMENTS)("%s", (id) => {
  const experiment = experimentOf(id);
  const { trace } = experiment.run(defaultsOf(experiment), 1, [], { keep: { calls: 1 } });
  const story = storyOf(trace, 1);

  it("says of each silence what one would say who looked through all waits", () => {
    const folds = foldsOfCall(trace, 1);
    expect(folds.length).toBeGreaterThan(0);
    for (const fold of folds) {
      const covers = ({ from, to }: Stretch): boolean => from <= fold.from && to >= fold.to;
      expect(story.findWait(covers)?.reason()).toBe(story.waits.find(covers)?.reason());
    }
  });
});
