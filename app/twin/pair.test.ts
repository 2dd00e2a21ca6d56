import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { NO_REF } from "../../engine/kernel/trace-data.ts";
import { tableWidth } from "../draw/text-width.ts";
import { differencesOf } from "./differences.ts";
import { drawTwin } from "./draw.ts";
import { frameTwin } from "./frame.ts";
import { lengthOf, NO_ROWS, pairRuns, rowsAt, SIDES } from "./pair.ts";
import { across, neighbour } from "./use-twin.ts";
import { CASES, caseOf, shortRun } from "./testing.ts";

const LABELS = { a: "alive", b: "dead" };

describe.each(Object.entries(CASES))("a pair of runs: %s", (_name, pair) => {
  it("knows each row’s partner both ways, and calls alone what has none", () => {
    for (const side of SIDES) {
      for (const [ref, likeness] of pair[side].likeness) {
        const rows = rowsAt(pair, side, ref);
        const partner = rows[side === "a" ? "b" : "a"];
        expect(likeness === "alone").toBe(partner === NO_REF);
        if (partner !== NO_REF) expect(rowsAt(pair, side === "a" ? "b" : "a", partner)).toEqual(rows);
      }
    }
  });

  it("gives every step that both critical paths have a partner", () => {
    for (const { a, b } of pair.comparison.segments) {
      if (a === null || b === null || a.refs.length !== b.refs.length) continue;
      for (const ref of a.refs) expect(pair.a.likeness.get(ref)).not.toBe("alone");
    }
  });

  it("shows the whole of the longer call, and no lane that its calls do not touch", () => {
    expect(pair.fit.from).toBe(0);
    expect(pair.fit.to).toBeLessThan(Math.max(lengthOf(pair.a), lengthOf(pair.b)) * 1.02);
    for (const side of SIDES) expect(pair.shown[side].plan.lanes.length).toBeLessThanOrEqual(6);
  });

  it("is walked from the first row to the last by key, and across to the other run and back", () => {
    for (const side of SIDES) {
      const { rows } = pair[side];
      let at = rowsAt(pair, side, rows[0] ?? NO_REF);
      for (const ref of rows.slice(1)) {
        at = neighbour(pair, side, at, 1);
        expect(at[side]).toBe(ref);
      }
      expect(neighbour(pair, side, at, 1)).toEqual(at);
      const other = side === "a" ? "b" : "a";
      expect(across(pair, other, at)[other]).not.toBe(NO_REF);
    }
  });
});

describe("the time axis", () => {
  it("folds a silence that both runs share", () => {
    const { folds } = caseOf("with and without a lost result");
    expect(folds).toHaveLength(1);
    const [fold] = folds;
    expect((fold?.to ?? 0) - (fold?.from ?? 0)).toBeGreaterThan(590e6);
    expect(fold?.from).toBeGreaterThan(lengthOf(caseOf("with and without a lost result").a));
  });

  it("folds nothing where there is none", () => {
    expect(caseOf("Null() and MaxResult(b)").folds).toEqual([]);
  });
});

describe("runs that cannot be compared", () => {
  const run = shortRun("firefly/null");
  it.each([
    ["a call that one of them does not have", run, 11, "The first run has no call 11. Choose one of its 10."],
    [
      "calls whose steps were not kept",
      shortRun("firefly/null", { keep: { calls: 2 } }),
      5,
      "One of the runs does not keep the steps of call 5. Choose an earlier call.",
    ],
  ])("say why: %s", (_what, other, call, words) => {
    expect(pairRuns(run, other, call)).toBe(words);
  });
});

describe("a server that is dead beside one that lives", () => {
  const call = (dead: number) => runOf("multirpc/call", { set: { placement: "ring", servers: 1, trials: 1, dead } });
  const pair = pairRuns(call(0), call(1), 1);

  it("keeps its place, on bare paper", () => {
    if (typeof pair === "string") throw new Error(pair);
    for (const side of SIDES) {
      expect(pair.shown[side].plan.lanes.map(({ machine }) => machine)).toEqual(["client", "server1"]);
    }
    for (const width of [1000, 360]) {
      const frame = frameTwin(pair, width, LABELS, false);
      const choice = { rows: NO_ROWS, stretch: null };
      const { ground } = drawTwin(pair, frame, pair.fit, differencesOf(pair), choice, LABELS, tableWidth);
      const bare = ground.filter((shape) => shape.shape === "box" && shape.fill === "paper" && shape.hatch === "wide");
      expect(bare).toHaveLength(1);
    }
  });
});
