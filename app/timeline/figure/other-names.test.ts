/** Names of what is not the shown call's, and the way of the yellow path where a packet is lost. */
import { describe, expect, it } from "vitest";
import { runOf } from "../../../engine/experiments/testing.ts";
import { shownCall, type ShownCall } from "../../figure/shown-call.ts";
import { drawnAt, wordsOf } from "../../figure/testing.ts";

const wordsIn = (shown: ShownCall): string => wordsOf(drawnAt(shown, 1200));

const lost = shownCall(runOf("firefly/null", { set: { calls: 1 }, faults: ["drop result#1"] }).trace, 1, "folded");

describe("what is not the shown call’s", () => {
  it("has a name in its box: the operating system’s own work", () => {
    expect(wordsIn(lost)).toContain("Background threads");
  });

  it("has a name beside its line: a packet of other hosts", () => {
    const busy = runOf("cedar/call", { set: { calls: 3, load: 0.3 } }).trace;
    expect(wordsIn(shownCall(busy, 1, "folded"))).toMatch(/other hosts/);
  });
});

describe("the yellow path where a result is lost", () => {
  it("waits for the timer where the machine was at work, and crosses to no other lane for it", () => {
    const { runs, crossings } = lost.story.cable;
    const waiting = runs.find(({ wait, from, to }) => wait && to - from > 500_000_000);
    if (waiting === undefined) throw new Error("The path does not wait.");
    expect(lost.plan.lanes[waiting.lane]).toMatchObject({ machine: "server", kind: "processor" });
    expect(runs.find(({ to, wait }) => !wait && to === waiting.from)?.lane).toBe(waiting.lane);
    expect(crossings.filter(({ time }) => time === waiting.from)).toEqual([]);
  });
});
