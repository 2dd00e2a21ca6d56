import { describe, expect, it } from "vitest";
import { toOtlp } from "../experiments/export/index.ts";
import { findExperiment } from "../experiments/index.ts";
import { defaultsOf } from "../experiments/settings.ts";
import type { ParamValues } from "../experiments/types.ts";
import { pathsOf, rootPath, spansMeant } from "../spans/paths.ts";
import { readSpans } from "../spans/read.ts";
import { quantileOf } from "../spans/spreads.ts";
import { tracesOf } from "../spans/tree.ts";
import type { Trace } from "../spans/tree.ts";
import { changed, factorOf } from "../spans/what-if.ts";
import { twinOf } from "./trace-graph.ts";

/** Nothing is given up, and nothing disturbs the services. */
const CALM: ParamValues = { blipMs: 0, retries: 0, timeoutMs: 60_000, deadlineMs: 120_000 };

/** The traces that a run of services records of itself. */
function recordedBy(set: ParamValues): readonly Trace[] {
  const experiment = findExperiment("services/graph");
  if (experiment === undefined) throw new Error("there is no services/graph.");
  const run = experiment.run({ ...defaultsOf(experiment), ...CALM, ...set }, 1, [], { keep: "all" });
  return tracesOf(readSpans(toOtlp(run)).spans);
}

/** The difference of two numbers as a share of the first. */
const off = (wanted: number, found: number): number => Math.abs(found - wanted) / wanted;

function quantiles(tookNs: readonly number[]): readonly number[] {
  const sorted = tookNs.toSorted((a, b) => a - b);
  return [0.5, 0.9].map((share) => quantileOf(sorted, share));
}

const BESIDE = {
  services: [
    {
      name: "shop",
      workers: 64,
      ms: 2,
      calls: [{ to: "cart" }, { to: "stock", beside: true }, { to: "pay", times: 3 }],
    },
    { name: "cart", workers: 64, ms: 8 },
    { name: "stock", workers: 64, ms: 12, hits: 0.5, calls: [{ to: "pay" }] },
    { name: "pay", workers: 64, ms: 4 },
  ],
};

describe("the graph made from the traces of a run", () => {
  it.each([
    ["three services in a row", { loadPerS: 60, seconds: 15 }],
    ["a page that asks ten servers at once", { graph: "fan-out", leaves: 10, serverMs: 10, loadPerS: 15, seconds: 40 }],
    [
      "calls beside each other, in a row, and behind a cache",
      { graph: JSON.stringify(BESIDE), loadPerS: 40, seconds: 15 },
    ],
    ["times of a log-normal spread", { graph: "single", spread: "lognormal", loadPerS: 50, seconds: 20 }],
  ])("takes as long for half of its calls as the run did, within 10 %%: %s", (_, set) => {
    const { recordedNs, simulatedNs } = twinOf(recordedBy(set));
    expect(off(recordedNs[0] ?? 0, simulatedNs[0] ?? 0)).toBeLessThan(0.1);
  });

  it("has the services, their calls and own times that the run had", () => {
    const { fitted } = twinOf(recordedBy({ graph: JSON.stringify(BESIDE), loadPerS: 40, seconds: 15 }));
    const byName = new Map(fitted.services.map((service) => [service.name, service]));
    expect([...byName.keys()].toSorted()).toEqual(["cart", "pay", "shop", "stock"]);
    expect(byName.get("shop")?.calls.map(({ to, times, beside }) => [to, times, beside])).toEqual([
      ["cart", 1, false],
      ["stock", 1, true],
      ["pay", 3, false],
    ]);
    for (const { name, ms } of BESIDE.services.slice(1)) expect(off(ms, byName.get(name)?.ms ?? 0)).toBeLessThan(0.15);
    expect(byName.get("stock")?.hits).toBeCloseTo(0.5, 1);
    expect(fitted.settings["networkMs"]).toBe(0.25);
  });
});

describe("what if a service took half", () => {
  it.each([
    ["storage: serve", { serverMs: 20 }, { serverMs: 10 }, { loadPerS: 60, seconds: 15 }],
    ["leaf: serve", { serverMs: 10 }, { serverMs: 5 }, { graph: "fan-out", leaves: 10, loadPerS: 15, seconds: 30 }],
  ])("says within 10 %% how long half and nine of ten calls take in a run where %s does", (span, slow, fast, set) => {
    const half = factorOf("0.5");
    if (half === undefined) throw new Error("0.5 is a factor.");
    const supposed = recordedBy({ ...set, ...slow }).flatMap((trace) => {
      const changes = new Map(spansMeant(trace.nodes, span).map((node) => [node, { factor: half, isWhole: false }]));
      return pathsOf(trace).map(({ root }) => Number(rootPath(root, changed(root, changes))?.durationNs ?? 0n));
    });
    const recorded = recordedBy({ ...set, ...fast }).flatMap((trace) =>
      pathsOf(trace).map(({ durationNs }) => Number(durationNs)),
    );
    const [predicted, found] = [quantiles(supposed), quantiles(recorded)];
    for (const [i, wanted] of found.entries()) expect(off(wanted, predicted[i] ?? 0)).toBeLessThan(0.1);
  });
});
