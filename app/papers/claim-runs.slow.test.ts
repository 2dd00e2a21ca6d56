import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TRIES } from "../../engine/experiments/all-tries.ts";
import { experiments } from "../../engine/experiments/index.ts";
import { keptExperiments } from "../../engine/experiments/testing.ts";
import { claim, claimsOf, testsOf } from "../../engine/papers/claims.ts";
import { papers } from "../../engine/papers/index.ts";
import { readLink } from "../setup/link.ts";
import { readPlace } from "../setup/location.ts";
import { runHref } from "../setup/paper-links.ts";
import { readClaimChecks } from "./claim-checks.ts";
import { makeClaimRuns } from "./claim-runs.ts";
import type { ClaimRun } from "./claim-runs.ts";

const root = new URL("../../", import.meta.url);
const FILES = readdirSync(new URL("engine", root), { recursive: true, encoding: "utf8" })
  .map((file) => `engine/${file}`)
  .map((path) => ({ path, text: () => readFileSync(new URL(path, root), "utf8") }));

/** Ids of the claims of a paper that a test tries on the simulation. */
function simulated(paper: string): readonly string[] {
  const files = FILES.filter(({ path }) => testsOf(paper, path) === "simulation");
  const ids = claimsOf(paper).map(({ id }) => id);
  const texts = files.map(({ path, text }) => ({ path, text: text() }));
  const checks = readClaimChecks(ids, texts, {});
  return ids.filter((id) => (checks[id]?.tests.length ?? 0) > 0);
}

const made = makeClaimRuns({ tries: TRIES, experiments: keptExperiments, claimsOf, cells: [] });

function runOf(paper: string, id: string): ClaimRun {
  const tried = made[paper]?.[id];
  if (tried !== undefined) return tried;
  throw new Error(`${paper} ${id} has no run.`);
}

describe("the tries of claims", () => {
  it.each(papers)("are those that a test tries on the simulation, all of them: $id", ({ id }) => {
    const listed = TRIES.filter(({ paper }) => paper === id).flatMap(({ claims }) => Object.keys(claims));
    expect(listed.toSorted()).toEqual(simulated(id).toSorted());
  });

  it("say in one sentence what to look at", () => {
    for (const { claims } of TRIES) {
      for (const { look } of Object.values(claims)) expect(look).toMatch(/^[A-Z](?:[^.]|\d\.\d)*\.$/);
    }
  });

  it("each run with all faults met, and answer the number that the paper gives", () => {
    for (const { paper, claims } of TRIES) {
      for (const [id, tried] of Object.entries(claims)) {
        const { value, run } = runOf(paper, id);
        expect(run.hash, id).toMatch(/^[0-9a-f]{16}$/);
        expect(value === null, id).toBe(tried.measure === undefined);
        if (value !== null) expect(claim(paper, id).value, id).not.toBeNull();
      }
    }
  });

  it("are opened on the bench by links that hold all of the run, its faults too", () => {
    for (const [paper, runs] of Object.entries(made)) {
      for (const [id, { run }] of Object.entries(runs)) {
        const { setup, problems, linked } = readLink(readPlace(runHref(run, { version: "0.1.0" })));
        expect(problems, `${paper} ${id}`).toEqual([]);
        expect(setup).toMatchObject({ experiment: run.experiment, seed: run.seed, faults: run.faults });
        expect(setup.parameters).toMatchObject(run.parameters);
        expect(linked?.hash).toBe(run.hash);
      }
    }
  });

  /** The largest deviation that the claim's own test allows for such a run. */
  it.each([
    ["firefly", "null-latency", 0.05],
    ["firefly", "maxresult-latency", 0.05],
    ["firefly", "max-throughput", 0.05],
    ["firefly", "null-rate", 0.2],
    ["firefly", "saturation", 0.1],
    ["flexrpc", "alphas", 0.05],
    ["flexrpc", "argument-linear", 0.06],
    ["multirpc", "null-negligible", 0.01],
    ["multirpc", "large-both-affected", 0.05],
  ] as const)("answer as near as the claim’s test wants: %s %s", (paper, id, near) => {
    const published = claim(paper, id).value ?? NaN;
    expect(Math.abs((runOf(paper, id).value ?? NaN) / published - 1)).toBeLessThan(near);
  });

  it("tell the kind of number from the published cell that the same measure answers", () => {
    const tried = { experiment: "firefly/null", set: { calls: 1 }, faults: [], seed: 1, measure: "latencyMs" };
    const only = { paper: "firefly", claims: { "null-latency": { ...tried, look: "The latency." } } };
    const cell = { paper: "firefly", table: "text", row: { key: "nullLatency" }, column: "value", note: "" };
    const answered = { ...cell, paperValue: 2.66, unit: "ms", model: null, simulated: 2.53, low: null, high: null };
    const fact = { ...answered, kind: "predicted", call: null, by: "measure", measure: "latencyMs", runs: [] } as const;
    const kindWith = (cells: readonly unknown[]) => {
      const runs = makeClaimRuns({ tries: [only], experiments, claimsOf, cells: cells as (typeof fact)[] });
      return runs["firefly"]?.["null-latency"]?.kind;
    };
    expect(kindWith([fact])).toBe("predicted");
    expect(kindWith([{ ...fact, measure: "medianMs" }])).toBeNull();
  });

  it("are not made again where they are kept", () => {
    const keptRuns = new Map<string, unknown>();
    const remember = <T>(key: string, make: () => T): T => {
      if (!keptRuns.has(key)) keptRuns.set(key, make());
      return keptRuns.get(key) as T;
    };
    const tried = { experiment: "firefly/null", set: { calls: 1 }, faults: [], seed: 1, look: "The latency." };
    const tries = [{ paper: "firefly", claims: { "null-latency": tried } }];
    const given = { tries, claimsOf, cells: [], remember };
    const first = makeClaimRuns({ ...given, experiments });
    const run = (): never => {
      throw new Error("A try was made again.");
    };
    expect(makeClaimRuns({ ...given, experiments: experiments.map((one) => ({ ...one, run })) })).toEqual(first);
  });

  it("refuse a fault that meets nothing, and a claim that the paper does not make", () => {
    const tried = { experiment: "firefly/null", set: { calls: 1 }, faults: ["drop call#9"], seed: 1, look: "Nothing." };
    const trying = (id: string) => () =>
      makeClaimRuns({ tries: [{ paper: "firefly", claims: { [id]: tried } }], experiments, claimsOf, cells: [] });
    expect(trying("null-latency")).toThrow(/"drop call#9" meets nothing/);
    expect(trying("no-such-claim")).toThrow(/there is no claim no-such-claim/);
  });
});
