import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { furtherJobs, jobCount, jobsOf } from "../../engine/experiments/sweep.ts";
import { inOrder, wholeTrials } from "./sweep-order.ts";

const REQUEST = { over: "threads", values: [1, 2, 3], parameters: {}, seed: 7, trials: 4, faults: [] };
const CURVES = ["shared", "switched"].map((series) => ({ series, request: REQUEST }));
const POINTS = CURVES.flatMap(({ series }) => REQUEST.values.map((value) => ({ series, value })));

/** All runs of the chart where those of the points with these numbers draw nothing, and are made once. */
const runsWith = (certain: readonly number[]) =>
  CURVES.flatMap(jobsOf)
    .map(({ series, value, trial, seed }) => {
      const point = POINTS.findIndex((one) => one.series === series && one.value === value);
      return { series, value, trial, seed, draws: certain.includes(point) ? 0 : 5, measures: {} };
    })
    .filter(({ draws, trial }) => draws > 0 || trial === 1);

const certainPoints = fc.uniqueArray(fc.nat({ max: POINTS.length - 1 }));
const came = certainPoints.chain((certain) => {
  const all = runsWith(certain);
  return fc.record({ certain: fc.constant(certain), runs: fc.shuffledSubarray(all), all: fc.constant(all) });
});

describe("the runs of a sweep", () => {
  it("stand in the order of the headless lab, in whatever order they came", () => {
    fc.assert(
      fc.property(certainPoints, fc.infiniteStream(fc.nat()), (certain, keys) => {
        const all = runsWith(certain);
        const mixed = all.map((run) => ({ run, key: keys.next().value ?? 0 })).toSorted((a, b) => a.key - b.key);
        expect(
          inOrder(
            CURVES,
            mixed.map(({ run }) => run),
          ),
        ).toEqual(all);
      }),
    );
  });

  it("are shown only by whole trials, so that no point of a chart is missing", () => {
    fc.assert(
      fc.property(came, ({ runs, all }) => {
        const shown = wholeTrials(CURVES, runs);
        const last = Math.max(0, ...shown.map(({ trial }) => trial));
        const upTo = (trial: number): number => all.filter((run) => run.trial <= trial).length;
        expect(shown).toHaveLength(upTo(last));
        // And none is held back: the next trial is not whole, or there is none.
        const next = upTo(last + 1);
        if (next > upTo(last)) expect(runs.filter(({ trial }) => trial <= last + 1).length).toBeLessThan(next);
      }),
    );
  });

  it("are those of the points that draw, and are counted as soon as a first run tells", () => {
    fc.assert(
      fc.property(certainPoints, (certain) => {
        const all = runsWith(certain);
        const first = all.filter(({ trial }) => trial === 1);
        const further = furtherJobs(CURVES, first);
        expect(new Set(further.map(({ series, value, trial }) => `${series} ${value} ${trial}`))).toEqual(
          new Set(all.flatMap(({ series, value, trial }) => (trial > 1 ? [`${series} ${value} ${trial}`] : []))),
        );
        expect(further.map(({ trial }) => trial)).toEqual(further.map(({ trial }) => trial).toSorted());
        expect(jobCount(CURVES, [])).toBe(24);
        expect(jobCount(CURVES, first)).toBe(all.length);
      }),
    );
  });
});
