import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { claimsOf, testsOf } from "../../engine/papers/claims.ts";
import { papers } from "../../engine/papers/index.ts";
import { readClaimChecks } from "./claim-checks.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const FILES = readdirSync(new URL("engine", root), { recursive: true, encoding: "utf8" }).map(
  (file) => `engine/${file}`,
);

describe("the checks of claims", () => {
  it("come from a test’s title, whichever way it names its claims", () => {
    const text = `
      says("null-latency", "Table I rounds to it", () => {});
      says(
        "scaling", "1.6 times \\"the\\" calls", () => {});
      it("null-latency, scaling: both at once: and more", () => {});
      it.each(rows("a", 1))(
        "scaling: %i threads take %d s, within 5 %", () => {});
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
      "… threads take … s, within 5 %",
    ]);
    expect(checks["other"]).toEqual({ tests: [], reason: "why" });
  });

  it("are not made up: a claim without test or reason has neither", () => {
    expect(readClaimChecks(["lost"], [], {})).toEqual({ lost: { tests: [], reason: null } });
  });

  it.each(papers)("of $id name tests that stand in the files, and none for a claim that is excused", ({ id }) => {
    const claims = claimsOf(id);
    const files = FILES.filter((path) => testsOf(id, path) !== null).map((path) => ({ path, text: read(path) }));
    const unclaimed = JSON.parse(read(`engine/papers/${id}/unclaimed.json`)) as Readonly<Record<string, string>>;
    const checks = readClaimChecks(
      claims.map((claim) => claim.id),
      files,
      unclaimed,
    );
    expect(Object.keys(checks)).toEqual(claims.map((claim) => claim.id));
    expect(files.length).toBeGreaterThan(0);
    for (const [claim, { tests, reason }] of Object.entries(checks)) {
      if (reason !== null) expect(tests, claim).toEqual([]);
      for (const { file, what } of tests) {
        const text = read(file);
        for (const part of what.split("…")) expect(text).toContain(JSON.stringify(part).slice(1, -1));
      }
    }
  });
});
