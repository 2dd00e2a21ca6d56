import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { defaultSetup, experimentOf, setupKey } from "./setup.ts";
import type { Setup } from "./setup.ts";
import { shortRun } from "../twin/testing.ts";
import { chosenPin, isComparable, MOST_PINS, NO_PINS, pinned } from "./pin-list.ts";
import { offeredName } from "./pin-names.ts";
import type { Pins } from "./pin-list.ts";
import { readPins, withPins } from "./pins.ts";

const plain: Setup = defaultSetup(experimentOf({ experiment: "firefly/null" }));
const withThreads = (threads: number): Setup => ({ ...plain, parameters: { ...plain.parameters, threads } });
const pin = (pins: Pins, name: string, setup: Setup): Pins => pinned(pins, { do: "pin", name, setup, run: null });
const names = ({ list }: Pins): string[] => list.map(({ name }) => name);

describe("pins", () => {
  it("are compared with as soon as they are made, until another is chosen or none", () => {
    let pins = pin(pin(NO_PINS, "one", withThreads(1)), "two", withThreads(2));
    expect(chosenPin(pins)?.name).toBe("two");
    pins = pinned(pins, { do: "choose", name: "one" });
    expect(chosenPin(pins)?.setup).toEqual(withThreads(1));
    expect(chosenPin(pinned(pins, { do: "choose", name: null }))).toBeNull();
    expect(chosenPin(pinned(pins, { do: "choose", name: "three" }))).toBeNull();
    expect(chosenPin(pinned(pins, { do: "remove", name: "one" }))).toBeNull();
    expect(names(pinned(pins, { do: "remove", name: "one" }))).toEqual(["two"]);
  });

  it("are at most four: a fifth takes the place of the oldest that is not compared with", () => {
    let pins = NO_PINS;
    for (const n of [1, 2, 3, 4]) pins = pin(pins, `n${n}`, withThreads(n));
    pins = pinned(pins, { do: "choose", name: "n1" });
    pins = pin(pins, "n5", withThreads(5));
    expect(names(pins)).toEqual(["n1", "n3", "n4", "n5"]);
  });

  it("have names of their own, and pinning the same setup again renames it", () => {
    const pins = pin(pin(NO_PINS, "run", withThreads(1)), " run ", withThreads(2));
    expect(names(pins)).toEqual(["run", "run 2"]);
    expect(names(pin(pins, "first", withThreads(1)))).toEqual(["run 2", "first"]);
    expect(names(pin(NO_PINS, "  ", plain))).toEqual(["Pinned run"]);
    // A long one is not cut within a setting or a word.
    const long = "one call to many servers, 3 servers, 6 trials";
    expect(names(pin(NO_PINS, long, plain))).toEqual(["one call to many servers, 3 servers"]);
    expect(names(pin(NO_PINS, long.replaceAll(",", ""), plain))).toEqual(["one call to many servers 3 servers 6"]);
  });

  it("are offered a name that says what was changed", () => {
    expect(offeredName(plain)).toBe("Null()");
    expect(offeredName({ ...withThreads(4), seed: 7, faults: ["drop call#1"] })).toBe(
      "Null(), 4 caller threads, seed 7, drop call#1",
    );
  });

  it("are compared with experiments that have the same measures, and with no others", () => {
    const like = (id: string): string[] => {
      return experiments
        .map((one) => one.id)
        .filter((other) => isComparable({ experiment: id }, { experiment: other }));
    };
    const calls = ["firefly/null", "firefly/max-result", "firefly/max-arg"];
    const own = ["services/batching", "services/redelivery", "services/contention"]; // jobs, and writes of one row
    const services = experiments.map(({ id }) => id).filter((id) => id.startsWith("services/") && !own.includes(id));
    const same = [calls, services];
    for (const { id } of experiments) expect(like(id)).toEqual(same.find((all) => all.includes(id)) ?? [id]);
  });

  it("take a run that comes back for their setup", () => {
    const run = shortRun("firefly/null");
    const pins = pinned(pin(pin(NO_PINS, "one", withThreads(1)), "two", withThreads(2)), {
      do: "ran",
      setup: withThreads(1),
      run,
    });
    expect(pins.list.map((one) => one.run)).toEqual([run, null]);
  });
});

describe("pins in a link", () => {
  it("come back as they were written", () => {
    const setup = fc.record({
      threads: fc.integer({ min: 1, max: 8 }),
      seed: fc.nat(1000),
      fault: fc.constantFrom([], ["drop result#1"], ["drop call#2", "delay call#1 by 5ms"]),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), setup), { maxLength: 6 }), fc.nat(4), (given, at) => {
        let pins = NO_PINS;
        for (const [name, { threads, seed, fault }] of given) {
          pins = pin(pins, name, { ...withThreads(threads), seed, faults: fault });
        }
        pins = pinned(pins, { do: "choose", name: pins.list[at]?.name ?? null });
        const { query } = withPins({ path: "/bench", query: "" }, pins);
        const read = readPins(new URLSearchParams(query));
        expect(read.problems).toEqual([]);
        expect(names(read.pins)).toEqual(names(pins));
        expect(read.pins.list.map((one) => setupKey(one.setup))).toEqual(pins.list.map((one) => setupKey(one.setup)));
        expect(read.pins.chosen).toBe(pins.chosen);
      }),
    );
  });

  it("never throw, and never give what cannot run, whatever the link says", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.string(), (texts, twin) => {
        const query = new URLSearchParams();
        for (const text of texts) query.append("pin", text);
        query.set("twin", twin);
        const { pins } = readPins(query);
        expect(pins.list.length).toBeLessThanOrEqual(MOST_PINS);
        for (const { setup } of pins.list) expect(experimentOf(setup).id).toBe(setup.experiment);
      }),
    );
  });

  it("are compared with by the last name of their setup, where a link pins it twice", () => {
    const query = new URLSearchParams([
      ...["one", "two"].map((name) => ["pin", `firefly/null?as=${name}`]),
      ["twin", "1"],
    ]);
    expect(chosenPin(readPins(query).pins)?.name).toBe("two");
  });

  it("say what could not be used, and of which pin", () => {
    const query = new URLSearchParams([
      ["pin", "firefly/null?threads=99&as=many"],
      ["twin", "3"],
    ]);
    const { pins, problems } = readPins(query);
    expect(names(pins)).toEqual(["many"]);
    expect(problems[0]).toMatch(/^Pinned run "many": .*threads/);
    expect(problems[1]).toBe('twin = "3" is not allowed: 1 to 1. The page compares no run.');
  });
});
