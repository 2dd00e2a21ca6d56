/** A browser test that only `npm run audit` makes names tests that hold its claim in `npm test`: they are there. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./bootstrap.mjs";

const specs = readdirSync(join(root, "e2e")).filter((file) => file.endsWith(".spec.ts"));
const textOf = (spec: string): string => readFileSync(join(root, "e2e", spec), "utf8");

const named = specs.flatMap((spec) =>
  [...textOf(spec).matchAll(/heldBy\(([^)]*)\)/g)].map(([, files = ""]) => ({
    spec,
    files: [...files.matchAll(/"([^"]+)"/g)].map(([, file = ""]) => file),
  })),
);

it("each names one at least, and all of them are files of tests", () => {
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ files }) => files.length === 0)).toEqual([]);
  expect(named.flatMap(({ files }) => files).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
