import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseScript } from "../../engine/faults/index.ts";
import { experiments } from "../../engine/experiments/index.ts";
import { readParameters } from "../../engine/experiments/parameters.ts";
import { hashOf, readPlace } from "../shell/location.ts";
import { readLink, writeLink } from "./link.ts";
import { experimentOf, MAX_SEED } from "./setup.ts";
import type { Setup } from "./setup.ts";

const open = (hash: string) => readLink(readPlace(hash));

/** Every parameter is there and is what the table allows. */
function expectUsable(setup: Setup): void {
  const experiment = experimentOf(setup);
  expect(Object.keys(setup.parameters)).toEqual(Object.keys(experiment.params));
  const texts = Object.fromEntries(Object.entries(setup.parameters).map(([key, value]) => [key, String(value)]));
  expect(readParameters(experiment, texts)).toEqual({ parameters: setup.parameters, problems: [] });
  expect(Number.isInteger(setup.seed) && setup.seed >= 0 && setup.seed <= MAX_SEED).toBe(true);
  expect(() => parseScript(setup.faults)).not.toThrow();
}

const setups: fc.Arbitrary<Setup> = fc.constantFrom(...experiments).chain((experiment) =>
  fc.record({
    experiment: fc.constant(experiment.id),
    seed: fc.integer({ min: 0, max: MAX_SEED }),
    faults: fc.subarray([
      "drop call#2",
      "drop result#1",
      "duplicate call#3",
      "delay result#4 by 5ms",
      "crash server at 2ms",
    ]),
    parameters: fc.record(
      Object.fromEntries(
        Object.entries(experiment.params).map(([key, param]) => [
          key,
          param.kind === "choice"
            ? fc.constantFrom(...param.options.map((option) => option.value))
            : fc.constantFrom(param.min, param.max, param.default, param.min + param.step),
        ]),
      ),
    ),
  }),
);

describe("a bench link", () => {
  it("reads with readable names, leaving defaults out", () => {
    const { setup } = open("");
    expect(hashOf(writeLink(setup))).toBe("#/bench/firefly/null");
    const changed = { ...setup, parameters: { ...setup.parameters, threads: 4 }, seed: 2, faults: ["drop call#2"] };
    const linked = { version: "0.1.0", hash: "0123456789abcdef" };
    expect(hashOf(writeLink(changed, linked))).toBe(
      "#/bench/firefly/null?threads=4&seed=2&fault=drop+call%232&v=0.1.0&hash=0123456789abcdef",
    );
  });

  it("gives back the setup that it was written from", () => {
    fc.assert(
      fc.property(setups, (setup) => {
        const read = open(hashOf(writeLink(setup)));
        expect(read.problems).toEqual([]);
        expect(read.linked).toBeNull();
        expect(read.setup.parameters).toEqual(setup.parameters);
        expect({ ...read.setup, faults: new Set(read.setup.faults) }).toEqual({
          ...setup,
          faults: new Set(setup.faults),
        });
      }),
    );
  });

  it("says key, value, what is allowed and the default for what it cannot use, and goes on", () => {
    const { setup, problems } = open("#/bench/firefly/null?threads=0&seed=-3&fault=drp+call%231&colour=red&hash=xyz");
    expectUsable(setup);
    expect(setup.parameters["threads"]).toBe(1);
    expect(problems).toHaveLength(5);
    expect(problems.join("\n")).toContain('threads = "0" is not allowed: 1 to 8, whole numbers (default 1)');
    expect(problems.join("\n")).toContain('seed = "-3" is not allowed');
    expect(problems.join("\n")).toContain('no parameter "colour"');
    expect(problems.join("\n")).toContain("drp");
    expect(problems.join("\n")).toContain("hash");
  });

  it("keeps the faults that can stand together", () => {
    const { setup, problems } = open(
      "#/bench/firefly/null?fault=drop+call%231&fault=delay+call%231+by+5ms&fault=drop+call%232",
    );
    expect(setup.faults).toEqual(["drop call#1", "drop call#2"]);
    expect(problems).toHaveLength(1);
  });

  it("opens the default experiment at the root without a word, and at an unknown place with one", () => {
    expect(open("")).toMatchObject({ setup: { experiment: "firefly/null" }, problems: [] });
    expect(open("#/")).toMatchObject({ setup: { experiment: "firefly/null" }, problems: [] });
    expect(open("#/bench/cedar/none").problems).toHaveLength(1);
  });

  it("never throws and always gives a setup that can run, whatever 2,000 random links say", () => {
    const key = fc.oneof(
      fc.constantFrom(
        "threads",
        "calls",
        "networkMbps",
        "segment",
        "resultBytes",
        "seed",
        "fault",
        "hash",
        "v",
        "__proto__",
        "constructor",
      ),
      fc.string({ unit: "binary" }),
    );
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.double().map(String),
      fc.integer().map(String),
      fc.constantFrom(
        "NaN",
        "Infinity",
        "1e999",
        "0x10",
        "",
        "%",
        "%E0%A4%A",
        "drop call#1",
        "crash caller at 1ms",
        "restart caller at 2ms",
      ),
    );
    const pairs = fc.array(fc.tuple(key, value), { maxLength: 8 });
    const raw = fc
      .tuple(pairs, fc.boolean())
      .map(([given, encode]) =>
        encode ? new URLSearchParams(given).toString() : given.map(([k, v]) => `${k}=${v}`).join("&"),
      );
    const path = fc.oneof(
      fc.constantFrom("/bench/firefly/null", "/bench/firefly/max-result", "/", "//", "/bench/"),
      fc.string(),
    );
    fc.assert(
      fc.property(path, raw, (at, query) => {
        expectUsable(open(`#${at}?${query}`).setup);
      }),
      { numRuns: 2000 },
    );
  });
});
