import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./bootstrap.mjs";
import { catalogueFiles } from "./catalogues.ts";

it("the lists of papers, experiments and formats name all there are; `npm run catalogues` writes them", async () => {
  let count = 0;
  for await (const [path, text] of catalogueFiles()) {
    expect(readFileSync(join(root, path), "utf8"), path).toBe(text);
    count++;
  }
  expect(count).toBeGreaterThan(0);
});
