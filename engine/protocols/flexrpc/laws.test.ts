/**
 * Laws of a multicast call, over any chain, sizes, slow callees, callees that cannot be reached and broken
 * connections.
 */
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import type { CalleeState } from "./callee.ts";
import { startCallee, stepCallee } from "./callee.ts";
import { CALLER, Cluster, type ClusterStep } from "./cluster.ts";
import { stepCaller, type CallerEffect } from "./caller.ts";

vi.setConfig({ testTimeout: 60_000 }); // a law takes about a second, on a busy machine several

const given = fc.record({
  mode: fc.constantFrom("serial" as const, "parallel" as const),
  callees: fc.integer({ min: 1, max: 6 }),
  argumentBytes: fc.nat(6),
  resultBytes: fc.nat(4),
  pipelined: fc.boolean(),
  wanted: fc.integer({ min: 1, max: 6 }),
  slow: fc.array(fc.nat(40), { minLength: 6, maxLength: 6 }), // ms, of each callee
  unreachable: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }),
  cut: fc.option(fc.record({ at: fc.nat(60), callee: fc.integer({ min: 1, max: 6 }) })),
});
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

function play(of: Given): Cluster {
  const { mode, callees, argumentBytes, resultBytes, pipelined, cut } = of;
  const cluster = new Cluster({ resultBytes, takes: (callee) => millis(of.slow[callee - 1] ?? 0) });
  for (const callee of of.unreachable) cluster.unplug(callee);
  const wanted = mode === "serial" ? callees : Math.min(of.wanted, callees);
  cluster.call({ mode, argumentBytes, pipelined, wanted }, callees);
  if (cut !== null && cut.callee <= callees) {
    cluster.run(millis(cut.at));
    cluster.cut(mode === "serial" ? cut.callee - 1 : CALLER, cut.callee);
  }
  cluster.run(seconds(10));
  return cluster;
}

const endOf = (cluster: Cluster): CallerEffect | undefined =>
  cluster.steps
    .flatMap((step) => (step.who === CALLER ? (step.effects as readonly CallerEffect[]) : []))
    .find(({ tag }) => tag !== "send");

const calleeSteps = (cluster: Cluster, callee: number): readonly (ClusterStep & { readonly after: CalleeState })[] =>
  cluster.steps.flatMap((step) => (step.who === callee ? [step as ClusterStep & { readonly after: CalleeState }] : []));

const PHASES = ["argument forward", "process", "result forward", "done"];

describe("a multicast call, whatever befalls it,", () => {
  it("ends: with as many results as it wants, each once, or in an exception", () => {
    fc.assert(
      fc.property(given, (of) => {
        const cluster = play(of);
        const end = endOf(cluster);
        expect(cluster.caller.tag).toBe("idle");
        if (end === undefined || end.tag === "send") throw new Error("The call has not ended.");
        const answered = end.results.map(({ callee }) => callee);
        expect(new Set(answered).size).toBe(answered.length);
        for (const { bytes, status } of end.results) expect([bytes, status]).toEqual([of.resultBytes, "answered"]);
        const isWhole = of.unreachable.every((callee) => callee > of.callees) && of.cut === null;
        if (isWhole) expect(end.tag).toBe("returned");
        if (end.tag === "returned" && of.mode === "serial") expect(answered).toHaveLength(of.callees);
        if (end.tag === "failed") expect(end.unreachable.length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it("in series and in bundles fails with the results of all before the one that broke it", () => {
    fc.assert(
      fc.property(given, (of) => {
        const cluster = play({ ...of, mode: "serial", pipelined: false, cut: null });
        const end = endOf(cluster);
        if (end?.tag !== "failed") return;
        const first = Math.min(...of.unreachable.filter((callee) => callee <= of.callees));
        expect(end.unreachable).toEqual([first]);
        expect(end.last).toBe(first - 1);
        expect(end.results.map(({ callee }) => callee)).toEqual(Array.from({ length: first - 1 }, (_, i) => i + 1));
      }),
    );
  });

  it("in parallel misses those alone that cannot be reached", () => {
    fc.assert(
      fc.property(given, (of) => {
        const end = endOf(play({ ...of, mode: "parallel", wanted: of.callees, cut: null }));
        if (end?.tag !== "failed") return;
        const missing = new Set(of.unreachable.filter((callee) => callee <= of.callees));
        expect(new Set(end.unreachable)).toEqual(missing);
        expect(end.results).toHaveLength(of.callees - missing.size);
      }),
    );
  });
});

describe("a callee, whatever befalls its call,", () => {
  it("passes its phases in order, and runs its procedure once at most, when it has the whole argument", () => {
    fc.assert(
      fc.property(given, (of) => {
        const cluster = play(of);
        for (let callee = 1; callee <= of.callees; callee++) {
          const steps = calleeSteps(cluster, callee);
          const phases = steps.map(({ after }) => PHASES.indexOf(after.tag));
          expect(phases).toEqual(phases.toSorted((a, b) => a - b));
          const runs = steps.filter(({ effects }) => effects.some(({ tag }) => tag === "process"));
          expect(runs.length).toBeLessThanOrEqual(1);
          for (const { after } of runs) expect(after.arrived).toBe(of.argumentBytes);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("hands on every packet of the argument in order, as soon as it has it", () => {
    fc.assert(
      fc.property(given, (of) => {
        const cluster = play({ ...of, mode: "serial", unreachable: [], cut: null });
        for (let callee = 1; callee < of.callees; callee++) {
          const handed = calleeSteps(cluster, callee).flatMap(({ input, effects }) =>
            effects.flatMap((effect) => (effect.tag === "hand on argument" ? [[input, effect.upTo] as const] : [])),
          );
          expect(handed.map(([, upTo]) => upTo)).toEqual(Array.from({ length: of.argumentBytes }, (_, i) => i + 1));
          for (const [input, upTo] of handed) expect(input).toMatchObject({ tag: "argument", arrived: upTo });
        }
      }),
    );
  });

  it("takes steps that are pure, to states that are plain data", () => {
    fc.assert(
      fc.property(given, (of) => {
        for (const step of play(of).steps) {
          expect(structuredClone(step.after)).toEqual(step.after);
          if (!("before" in step)) continue;
          const again =
            step.input.tag === "request"
              ? startCallee(step.input.request)
              : stepCallee(Object.freeze(structuredClone(step.before as CalleeState)), step.input);
          expect(again).toEqual([step.after, step.effects]);
        }
      }),
    );
  });
});

describe("a caller", () => {
  it("makes one call at a time, and ignores what comes for an older one", () => {
    const request = { mode: "parallel", callees: [1], argumentBytes: 0, pipelined: false, wanted: 1 } as const;
    const [calling] = stepCaller({ tag: "idle", call: 3 }, { tag: "start", request });
    expect(() => stepCaller(calling, { tag: "start", request })).toThrow(/Call 4 is outstanding/);
    const late = {
      type: "results",
      call: 3,
      position: 1,
      results: [{ callee: 1, status: "answered", bytes: 0 }],
    } as const;
    expect(stepCaller(calling, { tag: "results", message: late })).toEqual([calling, []]);
    expect(stepCaller({ tag: "idle", call: 3 }, { tag: "lost", position: 1 })[1]).toEqual([]);
  });

  it("a procedure that ends in another phase than its own is our mistake", () => {
    const [state] = startCallee({
      type: "request",
      call: 1,
      pipelined: false,
      position: 1,
      callees: [],
      argumentBytes: 5,
    });
    expect(() => stepCallee(state, { tag: "processed", resultBytes: 0 })).toThrow(/in the phase "argument forward"/);
  });
});
