import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import type { Run } from "../../../engine/experiments/types.ts";
import { scaleOf } from "../../figure/scale.ts";
import type { Course, View } from "../../figure/scale.ts";
import { destinationsOf } from "../../trace/destinations.ts";
import { courseOf, drawWay, rowsHeight, troubles, waysOf } from "./lay-out.ts";
import type { RowsPlace } from "./lay-out.ts";

const told = (set: Readonly<Record<string, string | number>>): Run =>
  runOf("multirpc/callback-break", { set, keep: { calls: 50 } });
const HUNDRED = { workstations: 100, deadFraction: 0.03 };
const inTurn = told({ ...HUNDRED, mode: "iterative" });
const atOnce = told(HUNDRED);

const WIDTH = 800;
const LINEAR: Course = { folds: [], log: null };
const frame = (view: View, course = LINEAR): RowsPlace => {
  return { scale: scaleOf(course, view, WIDTH), start: 0, top: 0, height: rowsHeight(100, true) };
};

describe("two ways to tell a hundred workstations", () => {
  const [a, b] = waysOf(inTurn, atOnce) ?? [];
  const longest = a?.to ?? 0;

  it("are read from both traces, and last as long as the runs’ measures say", () => {
    expect(longest / 1e6).toBeCloseTo(Number(inTurn.measures["elapsedMs"]?.value), 3);
    expect((b?.to ?? 0) / 1e6).toBeCloseTo(Number(atOnce.measures["elapsedMs"]?.value), 3);
  });

  it("have a row for each, a stroke for each request, and a cross for each that is given up", () => {
    for (const [way, run] of [
      [a, inTurn],
      [b, atOnce],
    ] as const) {
      if (way === undefined) throw new Error("no way");
      const drawing = drawWay(way.destinations, frame({ from: 0, to: longest }));
      expect(drawing.waits.length).toBe(97);
      expect(drawing.replies.length).toBe(97);
      expect(drawing.silences.length).toBe(3);
      expect(drawing.given.map(({ destination }) => destination.sends.length)).toEqual([7, 7, 7]);
      expect(drawing.sends.length).toBe(100);
      const requests = run.packets - 97; // no reply is sent twice here
      expect(drawing.sends.length + drawing.again.length).toBeLessThanOrEqual(requests);
      expect(drawing.end).toBeCloseTo((way.to / longest) * WIDTH, 3);
    }
  });

  it("show silences behind one another in turn, and at the same time at once", () => {
    const ends = [a, b].map((way) => (way === undefined ? [] : troubles(way.destinations)));
    const silences = ends.map((rows) => rows.filter(({ outcome }) => outcome === "given up"));
    const [turn = [], once = []] = silences;
    expect(turn.map(({ machine }) => machine)).toEqual(once.map(({ machine }) => machine));
    for (const [i, one] of turn.entries()) expect(one.first).toBeGreaterThanOrEqual(turn[i - 1]?.ended ?? 0);
    expect(Math.max(...once.map(({ first }) => first))).toBeLessThan(Math.min(...once.map(({ ended }) => ended)));
  });

  it("lie on the axis that the reader has: waits that double stand equally far apart on a logarithm", () => {
    const ways = waysOf(inTurn, atOnce);
    if (ways === null) throw new Error("no ways");
    const [linear, log] = [courseOf(ways, undefined), courseOf(ways, "log")];
    expect(courseOf(ways, "folded")).toEqual(linear);
    expect(linear).toMatchObject({ log: null, fit: { from: 0 } });
    const { at } = scaleOf(log, log.fit, WIDTH);
    const doubled = [1e9, 2e9, 4e9, 8e9].map(at);
    for (const [i, x] of doubled.entries()) {
      if (i > 1) expect(x - (doubled[i - 1] ?? 0)).toBeCloseTo((doubled[i - 1] ?? 0) - (doubled[i - 2] ?? 0), 0);
    }
    for (const way of ways) {
      const drawing = drawWay(way.destinations, frame(log.fit, log));
      expect([drawing.replies.length, drawing.given.length]).toEqual([97, 3]);
      expect(drawing.end).toBeCloseTo(at(way.to), 6);
      expect(drawing.end).toBeLessThan(WIDTH);
    }
  });

  it("draw only what is in view", () => {
    if (b === undefined) throw new Error("no way");
    const later = drawWay(b.destinations, frame({ from: 40e9, to: 50e9 }));
    expect(later.replies.length + later.sends.length + later.again.length).toBe(0);
    expect(later.silences.length).toBe(3);
    expect(later.end).toBeNull();
  });

  it("are not there where a run does not say what became of whom", () => {
    const call = runOf("multirpc/call", { set: { servers: 3, trials: 1 } });
    expect(destinationsOf(call.trace)).toBeNull();
    expect(waysOf(atOnce, call)).toBeNull();
  });
});
