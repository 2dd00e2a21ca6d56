import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { fromLog, logSlope, logTimeOf, toLog } from "../trace/log-time.ts";
import { isLabel } from "../draw/scene.ts";
import { repeatsOf } from "../trace/repeats.ts";
import { gapText } from "../words/times.ts";
import { leastView, plainOf, scaleOf, zoomed } from "./scale.ts";
import { shownCall } from "./shown-call.ts";
import { areaOf } from "../draw/uncovered.ts";
import { drawnAt, overlaps, wordsOf } from "./testing.ts";
import { tickLabel, ticksOf } from "./ticks.ts";

const logs = fc.record({ from: fc.nat(1e12), unit: fc.integer({ min: 100, max: 1e8 }) });
const DAY = 86_400e9;

describe("logarithmic time", () => {
  it("keeps the order of moments, and comes back to each within a nanosecond in a billion", () => {
    fc.assert(
      fc.property(logs, fc.maxSafeInteger(), fc.maxSafeInteger(), (log, a, b) => {
        const [early, late] = [Math.min(a % DAY, b % DAY), Math.max(a % DAY, b % DAY)];
        expect(toLog(early, log)).toBeLessThanOrEqual(toLog(late, log));
        expect(Math.abs(fromLog(toLog(late, log), log) - late)).toBeLessThan(1 + Math.abs(late - log.from) * 1e-9);
      }),
    );
  });

  it("grows by its slope", () => {
    fc.assert(
      fc.property(logs, fc.integer({ min: -1e12, max: 1e12 }), (log, since) => {
        const [at, step] = [log.from + since, (log.unit + Math.abs(since)) / 1e4];
        const grown = (toLog(at + step, log) - toLog(at - step, log)) / (2 * step);
        expect(grown / logSlope(at, log)).toBeCloseTo(1, 2);
      }),
    );
  });

  it("gives waits that double the same room, beyond its unit", () => {
    const log = { from: 5e9, unit: 1e6 };
    const rooms = [1, 2, 4, 8, 16].map((s) => toLog(5e9 + 2 * s * 1e9, log) - toLog(5e9 + s * 1e9, log));
    for (const room of rooms) expect(room / (rooms[0] ?? 1)).toBeCloseTo(1, 2);
  });

  it("has the arrival of the call’s first packet for its unit", () => {
    const { trace } = runOf("firefly/null", { set: { calls: 2 } });
    const { call, log } = shownCall(trace, 2, "log");
    const first = Math.min(
      ...Array.from(trace.packets.arrives.subarray(0, trace.packets.count)).filter(
        (_, i) => trace.packets.call[i] === 2,
      ),
    );
    expect(log).toEqual({ from: call.from, unit: first - call.from });
    expect(logTimeOf(trace, 0, { from: 0, to: 1 }).from).toBe(0);
  });
});

const views = fc.record({
  log: logs,
  from: fc.double({ min: 0, max: 8, noNaN: true }),
  wide: fc.double({ min: 0.01, max: 12, noNaN: true }),
});

describe("the logarithmic scale", () => {
  it("fills its length with the view, keeps the order, and comes back from pixels to times", () => {
    fc.assert(
      fc.property(
        views,
        fc.integer({ min: 200, max: 1400 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (view, length, shares) => {
          const { log } = view;
          const scale = scaleOf(
            { folds: [], log },
            { from: view.from * log.unit, to: (view.from + view.wide) * log.unit },
            length,
          );
          // Late in a run a number holds a moment to a ten-thousandth of a nanosecond, which a close view shows.
          const isAt = (time: number, pixel: number): void => {
            const grain = scale.perNano(time) * Math.abs(time) * Number.EPSILON;
            expect(Math.abs(scale.at(time) - pixel)).toBeLessThan(0.05 + grain);
          };
          isAt(scale.from, 0);
          isAt(scale.to, length);
          let before = -Infinity;
          for (const share of shares.toSorted((a, b) => a - b)) {
            const time = scale.time(share * length);
            isAt(time, share * length);
            expect(time).toBeGreaterThanOrEqual(before);
            before = time;
          }
        },
      ),
    );
  });

  it("labels round moments, at least so far apart as asked", () => {
    fc.assert(
      fc.property(views, ({ log, from, wide }) => {
        const scale = scaleOf({ folds: [], log }, { from: from * log.unit, to: (from + wide) * log.unit }, 900);
        const labels = ticksOf(scale, log.from, 90).filter(({ label }) => label !== null);
        for (const [i, { at }] of labels.entries())
          if (i > 0) expect(at - (labels[i - 1]?.at ?? 0)).toBeGreaterThan(89.5);
        const ats = ticksOf(scale, log.from, 90).map(({ at }) => at);
        expect(ats).toEqual(ats.toSorted((a, b) => a - b));
      }),
    );
  });

  it("zooms to a microsecond wherever one looks, and keeps the moment under the pointer", () => {
    const shown = shownCall(runOf("firefly/null", { faults: ["drop result#1"], set: { calls: 1 } }).trace, 1, "log");
    const about = plainOf(shown, shown.call.from + 600e6);
    let view = shown.fit;
    for (let i = 0; i < 60; i++) view = zoomed(view, 0.7, about, shown.limits, leastView(shown, about));
    const scale = scaleOf(shown, view, 1000);
    expect(scale.to - scale.from).toBeGreaterThan(990);
    expect(scale.to - scale.from).toBeLessThan(1010);
    expect(scale.time(((about - view.from) / (view.to - view.from)) * 1000)).toBeCloseTo(shown.call.from + 600e6, 0);
  });
});

describe("words of an axis", () => {
  it("are minutes and hours where seconds would be thousands", () => {
    expect(tickLabel(930e9, 30e9)).toBe("15.5 min");
    expect(tickLabel(1_527_715e6, 5e6)).toBe("25 min 27.715 s");
    expect(tickLabel(4800e9, 600e9)).toBe("1 h 20 min");
    expect(tickLabel(7200e9, 3600e9)).toBe("2 h");
    expect(tickLabel(90e9, 10e9)).toBe("90 s");
    expect(tickLabel(150e9, 15e9)).toBe("2 min 30 s");
    expect(tickLabel(-90e9, 30e9)).toBe("−90 s");
  });
});

describe("packets that come again", () => {
  const hour = runOf("cedar/call", { set: { calls: 1, load: 0, serverMs: 3_600_000 } });
  const shown = shownCall(hour.trace, 1, "log");

  it("are the probes of a long call, whose gaps double up to five minutes", () => {
    const { kind, times } = repeatsOf(hour.trace, 1) ?? { kind: "", times: [] };
    expect(kind).toBe("probe");
    const gaps = times.slice(1).map((time, i) => gapText(time - (times[i] ?? 0)));
    expect(gaps.slice(0, 4)).toEqual(["11 ms", "21 ms", "41 ms", "81 ms"]);
    expect(gaps.slice(-8)).toEqual(Array.from({ length: 8 }, () => "5 min"));
  });

  it("stand equally far apart on a logarithm while their gaps double, and far from equally on a linear axis", () => {
    const times = (repeatsOf(hour.trace, 1)?.times ?? []).slice(6, 13);
    const apart = (axis: "log" | "linear"): readonly number[] => {
      const own = shownCall(hour.trace, 1, axis);
      const { at } = scaleOf(own, own.fit, 1000);
      return times.slice(1).map((time, i) => at(time) - at(times[i] ?? 0));
    };
    const [log, linear] = [apart("log"), apart("linear")];
    expect(Math.max(...log) / Math.min(...log)).toBeLessThan(1.1);
    expect(Math.max(...linear) / Math.min(...linear)).toBeGreaterThan(20);
  });

  it("are a packet with its retransmissions, and nobody’s where none comes three times", () => {
    const again = runOf("sun-rpc/call", { set: { iterations: 1, serverMs: 12_000 } });
    expect(repeatsOf(again.trace, 1)).toMatchObject({ kind: "call", times: { length: 3 } });
    const data = runOf("cedar/call", { set: { calls: 1, load: 0, argumentPackets: 6 } });
    expect(repeatsOf(data.trace, 1)).toBeNull();
    expect(wordsOf(drawnAt(shownCall(data.trace, 1, "linear"), 1000))).not.toContain("packets");
  });

  it("have their names and gaps in the figure, over nothing else", () => {
    const linear = drawnAt(shownCall(hour.trace, 1, "linear"), 1000);
    expect(wordsOf(linear)).toContain("Probe packets");
    expect(
      wordsOf(linear)
        .split("|")
        .filter((text) => text === "5 min").length,
    ).toBeGreaterThan(8);
    for (const width of [360, 1000]) expect(overlaps(drawnAt(shown, width))).toEqual([]);
  });

  it("have their names and gaps in the column of the axis where time runs down, over nothing else", () => {
    const runs = [hour, runOf("cedar/call", { set: { calls: 1, load: 0, serverMs: 60_000 } })];
    const kinds = ["Probes", "Calls"];
    const sun = runOf("sun-rpc/call", { set: { iterations: 1, serverMs: 12_000 } });
    for (const run of [...runs, sun]) {
      const times = repeatsOf(run.trace, 1)?.times ?? [];
      const gaps = new Set(times.slice(1).map((time, i) => gapText(time - (times[i] ?? 0))));
      for (const width of [304, 374]) {
        for (const axis of ["linear", "log", "folded"] as const) {
          const drawing = drawnAt(shownCall(run.trace, 1, axis), width);
          const words = new Set(wordsOf(drawing).split("|"));
          const where = `${axis} at ${width} px`;
          expect(overlaps(drawing), where).toEqual([]);
          expect(
            kinds.some((kind) => words.has(kind)),
            where,
          ).toBe(true);
          if (axis === "log") {
            expect([...gaps].filter((gap) => words.has(gap)).length, where).toBeGreaterThan(gaps.size / 2);
          }
          const own = drawing.ground.filter(isLabel).filter(({ runs }) => runs.some(({ text }) => gaps.has(text)));
          for (const one of own) expect(areaOf(one).x0 + 4, where).toBeGreaterThanOrEqual(0);
        }
      }
    }
  });
});
