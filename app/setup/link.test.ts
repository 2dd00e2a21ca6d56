import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseScript } from "../../engine/faults/index.ts";
import { descriptions as fixtures } from "../../engine/experiments/echo-fixture/describe.ts";
import { experiments } from "../../engine/experiments/index.ts";
import { readParameters } from "../../engine/experiments/parameters.ts";
import { LINKS } from "./link-table.ts";
import { hashOf, readPlace } from "./location.ts";
import { readLink } from "./link.ts";
import { writeLink } from "./write-link.ts";
import { experimentOf, MAX_SEED } from "./setup.ts";
import { faultsFor } from "./testing.ts";
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
    faults: fc.subarray(faultsFor(experiment)),
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

  it("says which chart is shown where it is not the experiment’s first, and tells one that there is not", () => {
    const { setup } = open("#/bench/flexrpc/multicast");
    expect(hashOf(writeLink(setup, undefined, "figure-3d"))).toBe("#/bench/flexrpc/multicast");
    const link = hashOf(writeLink(setup, undefined, "figure-3a"));
    expect(link).toBe("#/bench/flexrpc/multicast?chart=figure-3a");
    expect(open(link)).toMatchObject({ chart: "figure-3a", problems: [], setup });
    expect(open("#/bench/firefly/null?chart=latencyMs")).toMatchObject({ chart: "latencyMs", problems: [] });
    expect(open("#/bench/firefly/null?chart=figure-3a")).toMatchObject({
      chart: null,
      problems: [
        'chart = "figure-3a" is no chart of firefly/null: it has callsPerSecond, latencyMs, elapsedS. ' +
          "Its first is shown.",
      ],
    });
  });

  it("carries a text that a reader wrote, in its shortest form, and tells what is wrong with one", () => {
    const text = '{ "nodes": [ {"name": "a b", "ms": 5, "fires": "all"} ], "arcs": [] }';
    const { setup, problems } = open(`#/bench/sun-rpc/olympus?graph=${encodeURIComponent(text)}`);
    expect([setup.parameters["graph"], problems]).toEqual(['{"nodes":[{"name":"a b","ms":5}],"arcs":[]}', []]);
    expect(open(hashOf(writeLink(setup)))).toMatchObject({ setup, problems: [] });
    const own = experimentOf(setup).params["graph"];
    if (own?.kind !== "choice" || own.own === undefined) throw new Error("sun-rpc/olympus takes no graph.");
    expect(own.own.read(own.own.example)).toEqual({ text: own.own.example });
    expect(own.own.read(own.own.lines(own.own.example))).toEqual({ text: own.own.example });
    const wrong = open("#/bench/sun-rpc/olympus?graph=%7B%22nodes%22%3A%5B%5D%7D");
    expect(wrong.setup.parameters["graph"]).toBe("fork-join");
    expect(wrong.problems).toEqual([
      'sun-rpc/olympus: graph = "{\\"nodes\\":[]}" is not allowed: nodes has 0 entries. It may have 1 to 50.',
    ]);
    expect(open("#/bench/sun-rpc/olympus?graph=chan").problems[0]).toMatch(/^sun-rpc\/olympus: graph = "chan" is not/);
  });

  it("has no key of its own that is a parameter of an experiment: a link would never set it", () => {
    const own: ReadonlySet<string> = new Set(LINKS.bench.keys);
    for (const { id, params } of [...experiments, ...fixtures])
      expect(
        Object.keys(params).filter((key) => own.has(key)),
        id,
      ).toEqual([]);
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

  it("says which of several values counts, and what is said of a run that is not named", () => {
    const { setup, problems } = open("#/bench/firefly/null?threads=0&threads=4&v=one&hash=0123456789abcdef");
    expect(setup.parameters["threads"]).toBe(4);
    expect(problems).toHaveLength(2);
    expect(problems[0]).toBe('"threads" stands in the link 2 times; the last one, "4", counts.');
    expect(problems[1]).toContain('v = "one" is not a version');
    expect(open("#/bench/firefly/null?v=0.1.0").problems[0]).toContain("needs a hash beside it");
  });

  it("keeps the faults that can stand together", () => {
    const { setup, problems } = open(
      "#/bench/firefly/null?fault=drop+call%231&fault=delay+call%231+by+5ms&fault=drop+call%232",
    );
    expect(setup.faults).toEqual(["drop call#1", "drop call#2"]);
    expect(problems).toHaveLength(1);
  });

  it("opens the default experiment where it names none without a word, and an unknown one with a word", () => {
    for (const hash of ["", "#/", "#/bench", "#/bench/"]) {
      expect(open(hash)).toMatchObject({ setup: { experiment: "firefly/null" }, problems: [] });
    }
    const none = open("#/bench/cedar/none");
    expect([none.setup.experiment, none.problems]).toEqual([
      "cedar/call",
      ['There is no experiment at "/bench/cedar/none"; the bench has cedar/call. This is cedar/call.'],
    ]);
  });

  it.each([
    ["firefly/nul", "firefly/null"],
    ["firefly/maxresult", "firefly/max-result"],
    ["fierfly/null", "firefly/null"],
    ["sun-rpc/broadcas", "sun-rpc/broadcast"],
    ["flexrpc/xyz", "flexrpc/multicast"],
    ["xyz", "firefly/null"],
  ])("opens the nearest experiment to %s with one sentence", (id, found) => {
    const { setup, problems } = open(`#/bench/${id}?calls=5`);
    expect([setup.experiment, setup.parameters["calls"] ?? 5]).toEqual([found, 5]);
    expect(problems[0]).toMatch(new RegExp(`^There is no experiment at .* This is ${found}(, the nearest name)?\\.$`));
  });
});

describe("a time of minutes", () => {
  it.each(["11min", "11 min", "660s"])("comes back in minutes from a link that says %s", (typed) => {
    const read = open(`#/bench/cedar/call?fault=${encodeURIComponent(`crash server at ${typed}`)}`);
    expect(read.setup.faults).toEqual(["crash server at 11min"]);
    expect(hashOf(writeLink(read.setup))).toMatch(/fault=crash.server.at.11min$/);
  });
});
