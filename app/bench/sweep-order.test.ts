import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inOrder, wholeTrials } from "./sweep-order.ts";

const REQUEST = { over: "threads", values: [1, 2, 3], parameters: {}, seed: 7, trials: 4, faults: [] };
const CURVES = ["shared", "switched"].map((series) => ({ series, request: REQUEST }));
const ALL = CURVES.flatMap(({ series }) =>
  REQUEST.values.flatMap((value) =>
    [1, 2, 3, 4].map((trial) => ({ series, value, trial, seed: 6 + trial, measures: {} })),
  ),
);

describe("the runs of a sweep", () => {
  it("stand in the order of the headless lab, in whatever order they came", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ALL, { minLength: ALL.length }), (came) => {
        expect(inOrder(CURVES, came)).toEqual(ALL);
      }),
    );
  });

  it("are shown only by whole trials, so that no point of a chart is missing", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ALL), (came) => {
        const shown = wholeTrials(CURVES, came);
        const trials = [...new Set(shown.map(({ trial }) => trial))];
        for (const trial of trials) expect(shown.filter((run) => run.trial === trial)).toHaveLength(6);
        const next = trials.length + 1;
        expect(Math.max(0, ...trials)).toBe(trials.length);
        expect(came.filter(({ trial }) => trial === next).length).not.toBe(6);
      }),
    );
  });
});
