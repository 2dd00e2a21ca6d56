import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { busyStretches, foldsOf, foldsOfCall, fromPlain, toPlain, workOf } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import { exampleRun } from "../trace/two-machines.ts";
import { makeScale, panned, zoomed } from "./scale.ts";
import { tickLabel, ticksOf } from "./ticks.ts";

const foldLists = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 5000 }), length: fc.integer({ min: 1, max: 1e6 }) }), {
    maxLength: 5,
  })
  .map((list): readonly Stretch[] => {
    let at = 0;
    return list.map(({ gap, length }) => {
      const from = at + gap;
      at = from + length;
      return { from, to: at };
    });
  });

describe("the axis of a call that takes an hour", () => {
  it("counts minutes: 0, 10 min … 1 h", () => {
    const hour = 3600e9;
    const scale = makeScale({ from: 0, to: hour }, [], 800);
    const labels = ticksOf(scale, 0, 90).flatMap(({ label }) => label ?? []);
    expect(labels).toEqual(["0", "10 min", "20 min", "30 min", "40 min", "50 min", "1 h"]);
  });
});

describe("plain time", () => {
  it("keeps the order of moments and leaves out exactly what is folded", () => {
    fc.assert(
      fc.property(foldLists, fc.nat(2e6), fc.nat(2e6), (folds, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)];
        expect(toPlain(early, folds)).toBeLessThanOrEqual(toPlain(late, folds));
        const end = 1e8;
        const folded = folds.reduce((sum, { from, to }) => sum + to - from, 0);
        expect(toPlain(end, folds)).toBe(end - folded);
      }),
    );
  });

  it("comes back to the moment, or to the beginning of the fold that holds it", () => {
    fc.assert(
      fc.property(foldLists, fc.nat(6e6), (folds, time) => {
        const fold = folds.find(({ from, to }) => time > from && time <= to);
        expect(fromPlain(toPlain(time, folds), folds)).toBe(fold === undefined ? time : fold.from);
      }),
    );
  });
});

describe("the scale", () => {
  it("keeps the order of moments across folds, and comes back from pixels to times", () => {
    fc.assert(
      fc.property(
        foldLists,
        fc.integer({ min: 300, max: 1400 }),
        fc.array(fc.nat(6e6), { minLength: 2 }),
        (folds, length, times) => {
          const view = { from: 0, to: Math.max(1000, toPlain(6e6, folds)) };
          const scale = makeScale(view, folds, length);
          const sorted = [...times].sort((a, b) => a - b);
          for (const [i, time] of sorted.entries()) {
            expect(scale.at(time)).toBeGreaterThanOrEqual(scale.at(sorted[i - 1] ?? 0) - 1e-6);
            expect(Math.abs(scale.at(scale.time(scale.at(time))) - scale.at(time))).toBeLessThan(0.01);
          }
        },
      ),
      { examples: [[[{ from: 7, to: 92_958 }], 310, [7, 0]]] }, // 7 ns in pixels and back is a little more than 7
    );
  });

  it("fills its length with the view", () => {
    const folds = [{ from: 2000, to: 500_000 }];
    const scale = makeScale({ from: 0, to: 4000 }, folds, 800);
    expect(scale.at(0)).toBe(0);
    expect(scale.at(502_000)).toBeCloseTo(800, 6);
    expect(scale.folds).toHaveLength(1);
    expect(scale.at(500_000) - scale.at(2000)).toBeCloseTo(38, 6);
  });

  it("does not show a fold outside of the view", () => {
    expect(makeScale({ from: 0, to: 1000 }, [{ from: 2000, to: 500_000 }], 800).folds).toHaveLength(0);
  });
});

describe("folds of a run", () => {
  it("fold the wait for the retransmission timer and leave the work standing", () => {
    const { trace } = exampleRun({ mishap: "lost" });
    const folds = foldsOfCall(trace, 1);
    expect(folds).toHaveLength(1);
    const busy = busyStretches(trace);
    for (const { from, to } of busy) {
      for (const fold of folds) expect(from >= fold.to || to <= fold.from).toBe(true);
    }
  });

  it("leave a call without a long silence as it is", () => {
    expect(foldsOfCall(exampleRun().trace, 1)).toEqual([]);
  });

  it("count as work what is not silent, once", () => {
    const busy = [
      { from: 0, to: 10 },
      { from: 20, to: 25 },
    ];
    expect(workOf(busy, { from: 5, to: 100 })).toBe(10);
    expect(foldsOf(busy, 0)).toEqual([]);
  });
});

describe("ticks", () => {
  it("carry their unit", () => {
    expect(tickLabel(0, 5e5)).toBe("0");
    expect(tickLabel(5e5, 5e5)).toBe("500 µs");
    expect(tickLabel(1e6, 5e5)).toBe("1 ms");
    expect(tickLabel(2.5e6, 5e5)).toBe("2.5 ms");
    expect(tickLabel(1_367_500, 500)).toBe("1,367.5 µs");
    expect(tickLabel(600.5e6, 5e5)).toBe("600.5 ms");
    expect(tickLabel(25e9, 5e9)).toBe("25 s");
    expect(tickLabel(-5e5, 5e5)).toBe("−500 µs");
  });

  it("are at least as far apart as asked, and count from the origin", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 1e9 }), fc.nat(1e6), (width, origin) => {
        const scale = makeScale({ from: origin, to: origin + width }, [], 800);
        const majors = ticksOf(scale, origin, 90).filter(({ label }) => label !== null);
        expect(majors[0]?.time).toBe(origin);
        for (const [i, tick] of majors.entries()) {
          if (i > 0) expect(tick.at - (majors[i - 1]?.at ?? 0)).toBeGreaterThanOrEqual(89.9);
        }
      }),
    );
  });
});

describe("zoom and pan", () => {
  const limits = { from: 0, to: 1e6 };
  const views = fc
    .record({ from: fc.nat(4e5), width: fc.integer({ min: 1000, max: 5e5 }) })
    .map(({ from, width }) => ({ from, to: from + width }));

  it("stay within the limits", () => {
    fc.assert(
      fc.property(
        views,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.integer({ min: -2e6, max: 2e6 }),
        (view, factor, by) => {
          for (const next of [zoomed(view, factor, view.from, limits), panned(view, by, limits)]) {
            expect(next.from).toBeGreaterThanOrEqual(-1e-6);
            expect(next.to).toBeLessThanOrEqual(1e6 + 1e-6);
            expect(next.to).toBeGreaterThan(next.from);
          }
        },
      ),
    );
  });

  it("keep the moment under the pointer where it is", () => {
    const view = zoomed({ from: 2e5, to: 4e5 }, 0.5, 2.5e5, limits);
    expect((2.5e5 - view.from) / (view.to - view.from)).toBeCloseTo(0.25, 9);
  });

  it("labels every stretch between many folds, and leaves room for words in the three longest alone", () => {
    const second = 1e9;
    const folds = Array.from({ length: 9 }, (_, i) => {
      const from = (10 * i + 0.05 * (i + 1)) * second;
      return { from, to: from + (i % 4 === 0 ? 10 : 9.9) * second };
    });
    const scale = makeScale({ from: 0, to: toPlain(91 * second, folds) }, folds, 900);
    const sizes = scale.folds.map(({ size }) => size);
    expect(sizes.filter((size) => size > 26)).toHaveLength(3);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeGreaterThan(10);
    const labels = ticksOf(scale, 0, 96).filter(({ label }) => label !== null);
    const edges = [0, ...folds.flatMap(({ from, to }) => [from, to]), 91 * second];
    for (let i = 0; i < edges.length; i += 2) {
      const [low = 0, high = 0] = [edges[i], edges[i + 1]];
      expect(labels.some(({ time }) => time >= low - 1 && time <= high + 1)).toBe(true);
    }
  });
});
