/** The search follows a service of today: a host between, several clients, and calls that are refused or wasted. */
import { describe, expect, it } from "vitest";
import type { Explorable } from "../experiments/explorable.ts";
import type { Experiment, Run } from "../experiments/types.ts";
import type { Property } from "../protocols/promises.ts";
import { relayEnds, type RelayOptions } from "../protocols/testing/relay.ts";
import { runRelay } from "../systems/relay-fixture/run.ts";
import { explore, NothingToExplore, type Exploration } from "./index.ts";

const explorable = (options: Partial<RelayOptions>): Explorable => ({
  experiments: ["relay/call"],
  calls: 2,
  bounds: [],
  ends: () => relayEnds(options),
});

function explored(
  options: Partial<RelayOptions>,
  { faults = 1, property = null }: { readonly faults?: number; readonly property?: Property | null } = {},
): Exploration {
  const run = (_parameters: unknown, _seed: number, lines: readonly string[]): Partial<Run> => {
    const { trace, unusedFaults } = runRelay({ ...options, calls: 2, faults: lines });
    return { trace, traceHash: trace.hash, unusedFaults: unusedFaults.map(({ what }) => what) };
  };
  const experiment = { id: "relay/call", params: {}, run } as unknown as Experiment;
  return explore(experiment, { parameters: {}, faults, property }, explorable(options));
}

describe("a service behind a proxy", () => {
  it("keeps its promises with two faults, for one client and for two that call at the same time", () => {
    const [one, two] = [1, 2].map((clients) => explored({ clients }, { faults: 2 }));
    expect([one?.atOnce, two?.atOnce]).toEqual([false, true]);
    for (const found of [one, two]) {
      expect(found?.violations).toEqual({ ownResult: 0, atLeastOnce: 0, ends: 0, refusal: 0 });
      expect(found?.states).toBeGreaterThan(500);
    }
  });

  it("loses a call of the second client by one packet, and the whole system shows it", () => {
    const { counterexample } = explored({}, { property: "returns" });
    expect(counterexample).toMatchObject({
      isShown: true,
      faults: [expect.stringMatching(/^drop (request|reply)#[12]/)],
    });
  });

  it("is found to serve what it has turned away, where its proxy is wrong", () => {
    const { violations, counterexample } = explored({ most: 1, isWrong: true }, { faults: 0 });
    expect(violations.refusal).toBeGreaterThan(0);
    expect(counterexample).toMatchObject({ property: "refusal", call: 2, isShown: true, faults: [] });
    expect(explored({ most: 1 }, { faults: 0 }).counterexample).toBeNull();
  });

  it("serves a call whose client has left, where a request is late", () => {
    const found = explored({ clients: 1 }, { property: "noWaste" });
    expect(found.counterexample).toMatchObject({ isShown: true, faults: [expect.stringMatching(/^delay request#1/)] });
  });
});

describe("what the search cannot follow, it says", () => {
  it("a first call that is refused without a fault", () => {
    const ask = (): unknown => explored({ most: 0 });
    expect(ask).toThrow(NothingToExplore);
    expect(ask).toThrow("relay/call: the first call is refused without a fault");
  });

  it("waste, where the ends do not count it", () => {
    const experiment = { id: "relay/call", params: {}, run: () => runRelay({ calls: 2 }) } as unknown as Experiment;
    const ends = () => ({ ...relayEnds(), countsWaste: false });
    const ask = (): unknown =>
      explore(experiment, { parameters: {}, faults: 1, property: "noWaste" }, { ...explorable({}), ends });
    expect(ask).toThrow("relay/call: its ends do not count wasted calls (countsWaste), so none is found.");
  });

  it("words of steps that no run has", () => {
    const experiment = { id: "relay/call", params: {}, run: () => runRelay({ calls: 2 }) } as unknown as Experiment;
    const ends = () => ({ ...relayEnds(), procedure: { span: "Server" } });
    const ask = (): unknown =>
      explore(experiment, { parameters: {}, faults: 1, property: null }, { ...explorable({}), ends });
    expect(ask).toThrow("The first call was not executed");
  });
});
