/**
 * Laws of a multicast call, over any chain, sizes, slow callees, callees that cannot be reached and broken
 * connections.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { millis, seconds } from "../../kernel/time.ts";
import { CALLER } from "../ends.ts";
import { impure } from "../testing/pure.ts";
import { FLEX_CALLEE } from "./callee.ts";
import { FLEX_CALLER, type CallerEffect } from "./caller.ts";
import { FlexNet, type FlexStep } from "./trace-script.ts";

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

function play(of: Given): FlexNet {
  const { mode, callees, argumentBytes, resultBytes, pipelined, cut } = of;
  const net = new FlexNet();
  net.resultBytes = resultBytes;
  for (const [i, ms] of of.slow.entries()) net.takes.set(i + 1, millis(ms));
  for (const callee of of.unreachable) net.unplug(callee);
  const wanted = mode === "serial" ? callees : Math.min(of.wanted, callees);
  net.multicast({ mode, argumentBytes, pipelined, wanted }, callees);
  if (cut !== null && cut.callee <= callees) {
    net.run(millis(cut.at));
    net.cut(mode === "serial" ? cut.callee - 1 : CALLER, cut.callee);
  }
  net.run(seconds(10));
  return net;
}

type Of<Host extends string> = Extract<FlexStep, { readonly host: Host }>;

const callerSteps = (net: FlexNet): readonly Of<"caller">[] => net.taken.filter((step) => step.host === "caller");
const calleeSteps = (net: FlexNet, callee: number): readonly Of<`callee${number}`>[] =>
  net.taken.filter((step) => step.host !== "caller").filter((step) => step.host === `callee${callee}`);

const endOf = (net: FlexNet): CallerEffect | undefined =>
  callerSteps(net)
    .flatMap(({ effects }) => effects)
    .find(({ tag }) => tag !== "send");

const PHASES = ["argument forward", "process", "result forward", "done"];

describe("a multicast call, whatever befalls it,", () => {
  it("ends: with as many results as it wants, each once, or in an exception", () => {
    fc.assert(
      fc.property(given, (of) => {
        const net = play(of);
        const end = endOf(net);
        expect(callerSteps(net).at(-1)?.after.tag).toBe("idle");
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
        const net = play({ ...of, mode: "serial", pipelined: false, cut: null });
        const end = endOf(net);
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
        const net = play(of);
        for (let callee = 1; callee <= of.callees; callee++) {
          const steps = calleeSteps(net, callee);
          const phases = steps.map(({ after }) => PHASES.indexOf(after.tag));
          expect(phases).toEqual(phases.toSorted((a, b) => a - b));
          const runs = steps.filter(({ effects }) => effects.some(({ tag }) => tag === "process"));
          expect(runs.length).toBeLessThanOrEqual(1);
          for (const { after } of runs) expect(after).toMatchObject({ arrived: of.argumentBytes });
        }
      }),
      { numRuns: 200 },
    );
  });

  it("hands on every packet of the argument in order, as soon as it has it", () => {
    fc.assert(
      fc.property(given, (of) => {
        const net = play({ ...of, mode: "serial", unreachable: [], cut: null });
        for (let callee = 1; callee < of.callees; callee++) {
          const handed = calleeSteps(net, callee).flatMap(({ input, effects }) =>
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
        expect(impure(play(of).taken)).toEqual([]);
      }),
    );
  });
});

describe("a caller", () => {
  it("makes one call at a time, and ignores what comes for an older one", () => {
    const request = { mode: "parallel", callees: [1], argumentBytes: 0, pipelined: false, wanted: 1 } as const;
    const [calling] = FLEX_CALLER.step({ tag: "idle", call: 3 }, { tag: "start", request }, 0);
    expect(() => FLEX_CALLER.step(calling, { tag: "start", request }, 0)).toThrow(/Call 4 is outstanding/);
    const late = {
      type: "results",
      call: 3,
      position: 1,
      results: [{ callee: 1, status: "answered", bytes: 0 }],
    } as const;
    expect(FLEX_CALLER.step(calling, { tag: "results", message: late }, 0)).toEqual([calling, []]);
    expect(FLEX_CALLER.step({ tag: "idle", call: 3 }, { tag: "lost", position: 1 }, 0)[1]).toEqual([]);
  });

  it("a procedure that ends in another phase than its own is our mistake", () => {
    const request = { type: "request", call: 1, pipelined: false, position: 1, callees: [], argumentBytes: 5 } as const;
    const [state] = FLEX_CALLEE.step(FLEX_CALLEE.start(), { tag: "request", request }, 0);
    expect(() => FLEX_CALLEE.step(state, { tag: "processed", resultBytes: 0 }, 0)).toThrow(
      /in the phase "argument forward"/,
    );
  });
});
