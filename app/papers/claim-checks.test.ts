import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { claimsOf } from "../../engine/papers/claims.ts";
import { papers } from "../../engine/papers/index.ts";
import { readClaimChecks } from "./claim-checks.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the checks of claims", () => {
  it("come from a test's title, whichever way it names its claims", () => {
    const text = `
      says("null-latency", "Table I rounds to it", () => {});
      says(
        "scaling", "1.6 times \\"the\\" calls", () => {});
      it("null-latency, scaling: both at once: and more", () => {});
      it("says nothing of a claim", () => {});`;
    const checks = readClaimChecks(["null-latency", "scaling", "other"], [{ path: "a.test.ts", text }], {
      other: "why",
    });
    expect(checks["null-latency"]?.tests.map(({ what }) => what)).toEqual([
      "Table I rounds to it",
      "both at once: and more",
    ]);
    expect(checks["scaling"]?.tests.map(({ what }) => what)).toEqual([
      '1.6 times "the" calls',
      "both at once: and more",
    ]);
    expect(checks["other"]).toEqual({ tests: [], reason: "why" });
  });

  it("are not made up: a claim without test or reason stops the build", () => {
    expect(() => readClaimChecks(["lost"], [], {})).toThrow("claim lost has neither a test nor a reason.");
  });

  it.each(papers)("of $id name tests that stand in the files, for every claim that is not excused", ({ id }) => {
    const claims = claimsOf(id);
    const paths = [`engine/papers/${id}.paper.test.ts`, `engine/experiments/${id}.paper.test.ts`];
    const files = paths.map((path) => ({ path, text: read(path) }));
    const unclaimed = JSON.parse(read(`engine/papers/${id}/unclaimed.json`)) as Readonly<Record<string, string>>;
    const checks = readClaimChecks(
      claims.map((claim) => claim.id),
      files,
      unclaimed,
    );
    expect(Object.keys(checks)).toEqual(claims.map((claim) => claim.id));
    for (const [claim, { tests, reason }] of Object.entries(checks)) {
      expect(tests.length > 0, claim).toBe(reason === null);
      for (const { file, what } of tests) expect(read(file)).toContain(JSON.stringify(what).slice(1, -1));
    }
  });
});
