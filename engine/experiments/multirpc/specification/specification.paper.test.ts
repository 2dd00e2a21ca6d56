/** The claim of the paper on interpreted descriptors (Section V-A), tried by runs: the paper says it in words alone. */
import { expect, it } from "vitest";
import { runOf } from "../../testing.ts";
import type { ParamValues } from "../../types.ts";

const measure = (name: string, set: ParamValues = {}): number =>
  Number(runOf("multirpc/specification", { set }).measures[name]?.value);

it("stubs-interpreted: by our estimate descriptors are a little slower, and smaller for a dozen procedures", () => {
  const [interpreted, generated] = [measure("interpretedUs"), measure("generatedUs")];
  expect(interpreted).toBeGreaterThan(generated);
  expect(interpreted / generated).toBeLessThan(1.05);
  const procedures = Array.from({ length: 12 }, (_, i) => `p${i}(IN Integer a, OUT Integer b);`).join("\n");
  const twelve = { specification: `Subsystem "Twelve";\n${procedures}` };
  expect(measure("smallerFrom", twelve)).toBeLessThanOrEqual(12);
  const withDescriptors = measure("descriptorBytes", twelve) + measure("routineBytes", twelve);
  expect(withDescriptors).toBeLessThan(measure("generatedBytes", twelve));
});
