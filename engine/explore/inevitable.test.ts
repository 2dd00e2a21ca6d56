import { describe, expect, it } from "vitest";
import { defaultsOf } from "../experiments/settings.ts";
import { NUMBERED } from "../experiments/explorable.ts";
import { experimentOf } from "../experiments/testing.ts";
import { EXACTLY_ONCE, type Property } from "../protocols/promises.ts";
import { explore } from "./index.ts";
import { pointOfNoReturn } from "./inevitable.ts";
import { Net } from "./net.ts";
import type { NetState } from "./net-state.ts";
import { search } from "./search.ts";
import { Naive, TIMES } from "./testing.ts";

/** Whether a run that keeps all promises goes on from a state: every way is looked at, each anew. */
function isSaved(net: Net<unknown, unknown>, state: NetState<unknown, unknown>): boolean {
  if (net.broken(state) !== null) return false;
  if (net.isAtEnd(state) && state.held.length === 0) return !state.facts.isCalling;
  return net.successors(state).some((next) => isSaved(net, next.state));
}

describe("the point of no return", () => {
  it.each([
    [{}, ["once"], 1],
    [{}, ["once"], 2],
    [{ takesAny: true }, ["ownResult"], 1],
    [{ takesAny: true }, ["ownResult"], 2],
    [{ waits: true }, ["ends", "once"], 1],
  ] as const)(
    "is the last step that can be avoided: %j, %j, %i faults",
    (faulty, promised: readonly Property[], faults) => {
      const options = { faults, properties: promised, calls: 2, program: NUMBERED };
      const net = new Net<unknown, unknown>(new Naive(faulty), TIMES, options);
      const { violations } = search(new Naive(faulty), TIMES, options);
      expect(violations.length).toBeGreaterThan(0);
      for (const violation of violations.slice(0, 20)) {
        const step = pointOfNoReturn(net, violation, ["caller"]);
        if (step === null || step.before === null) expect.fail("It is lost from the beginning.");
        expect(isSaved(net, step.before)).toBe(true);
        expect(isSaved(net, step.after)).toBe(false);
      }
    },
  );

  it("is the beginning where no fault is needed", () => {
    const options = { faults: 0, properties: EXACTLY_ONCE, calls: 2, program: NUMBERED };
    const ends = new Naive({ keepsTimer: true });
    const net = new Net<unknown, unknown>(ends, TIMES, options);
    const { violations } = search(ends, TIMES, options);
    const [violation] = violations;
    if (violation === undefined) expect.fail("No timer outlives its call.");
    expect(pointOfNoReturn(net, violation, ["caller"])).toMatchObject({ before: null });
  });
});

describe("in the run of the whole system it has a time and a name", () => {
  const lostIn = (id: string, without: string, faults: number) => {
    const experiment = experimentOf(id);
    const parameters = { ...defaultsOf(experiment), without };
    return explore(experiment, { parameters, faults, property: null }).counterexample?.lost;
  };

  it("a loss, where nothing may follow it, and the second execution, where one more fault could still save it", () => {
    expect(lostIn("cedar/call", "sequenceCheck", 1)).toMatchObject({ what: "the network loses result#1", spare: 0 });
    const later = lostIn("cedar/call", "sequenceCheck", 2);
    expect(later).toMatchObject({ what: "the server begins to execute call 1 for the second time", spare: 1 });
    expect(later?.at).toBeGreaterThan(20e6); // the second call packet is sent after 20 ms
  });

  it("a late copy, when it comes and not when the first packet came", () => {
    const lost = lostIn("sun-rpc/call", "xidMatch", 1);
    expect(lost?.what).toBe("a copy of reply#1 reaches the client");
    expect(lost?.at).toBeGreaterThan(21e6); // it waits in the socket until call 2 begins
  });
});
