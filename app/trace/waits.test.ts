/** Waits are found as far as somebody looks, in the order in which all of them stand. */
import { describe, expect, it } from "vitest";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { experimentOf } from "../../engine/experiments/testing.ts";
import { foldsOfCall } from "./folds.ts";
import { planLanes } from "./lanes.ts";
import { CallWaits } from "./waits.ts";

describe.each(["firefly/null", "multirpc/callback-break", "sun-rpc/call"])("waits of %s", (id) => {
  const experiment = experimentOf(id);
  const { trace } = experiment.run(defaultsOf(experiment), 1, [], { keep: { calls: 1 } });
  const waits = (): CallWaits => new CallWaits(trace, planLanes(trace), 1);

  it("are the same, asked for one by one or all at once", () => {
    const { all } = waits();
    expect(all.length).toBeGreaterThan(1);
    const asked = waits();
    for (const [i, { lane, from, to }] of [...all.entries()].toReversed()) {
      const first = all.findIndex((one) => one.lane === lane && one.from === from && one.to === to);
      const found = asked.find((one) => one.lane === lane && one.from === from && one.to === to);
      expect(first).toBeLessThanOrEqual(i);
      expect(found?.reason()).toBe(all[first]?.reason());
    }
    expect(asked.find(() => false)).toBeUndefined();
    expect(asked.all).toHaveLength(all.length);
  });
});

it("give the reason of a silence after the call, in which only other machines wait", () => {
  const experiment = experimentOf("multirpc/callback-break");
  const { trace } = experiment.run(defaultsOf(experiment), 1, [], { keep: { calls: 1 } });
  const last = foldsOfCall(trace, 1).at(-1);
  if (last === undefined) throw new Error("The call has no silence.");
  expect(last.from).toBeGreaterThan(trace.calls.end[0] ?? Infinity);
  const waits = new CallWaits(trace, planLanes(trace), 1);
  const found = waits.find(({ from, to }) => from <= last.from && to >= last.to);
  expect(found?.reason()).toBe("waits for the time-out of select");
});
