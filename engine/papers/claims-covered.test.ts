import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { claimsOf, testsOf } from "./claims.ts";
import { papers } from "./index.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const FILES = ["engine/papers", "engine/experiments"].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
);

/** All tests of a paper's claims of one sort, as one text. */
const testText = (paperId: string, by: "numbers" | "simulation"): string =>
  FILES.filter((path) => testsOf(paperId, path) === by)
    .map(read)
    .join("\n");

/** The ids that the titles of a file's tests begin with: `it("cpu0: …")`, `says("cpu0", "…")`, several with commas. */
function named(text: string, paperId: string, ids: readonly string[]): ReadonlySet<string> {
  const titles = [...text.matchAll(/\b(?:it|says)\(\s*["'`]([^"'`:]+)/g)].map(([, title = ""]) => title);
  const found = new Set(titles.flatMap((title) => title.split(/[\s,]+/)).map((id) => id.replace(`${paperId}.`, "")));
  return new Set(ids.filter((id) => found.has(id)));
}

describe.each(papers)("the claims of $id", ({ id }) => {
  const ids = claimsOf(id).map((c) => c.id);
  const byNumbers = named(testText(id, "numbers"), id, ids);
  const bySimulation = named(testText(id, "simulation"), id, ids);
  const unclaimed = JSON.parse(read(`engine/papers/${id}/unclaimed.json`)) as Readonly<Record<string, string>>;

  it("are each tried by a test, or listed with the reason why not", () => {
    const open = ids.filter((c) => !byNumbers.has(c) && !bySimulation.has(c) && !(c in unclaimed));
    console.log(
      `${id}: ${ids.length} claims, ${byNumbers.size} by numbers, ${bySimulation.size} by simulation, ` +
        `${Object.keys(unclaimed).length} not tried`,
    );
    expect(open, "claims with neither a test nor a reason").toEqual([]);
  });

  it("are listed as untried only where they exist and no test names them", () => {
    for (const [claim, reason] of Object.entries(unclaimed)) {
      expect(ids).toContain(claim);
      expect(reason.length, claim).toBeGreaterThan(10);
      expect(byNumbers.has(claim) || bySimulation.has(claim), `${claim} has a test`).toBe(false);
    }
  });
});
