import { expect, it } from "vitest";
import { CATALOGUE } from "./catalogue.ts";
import { descriptions } from "./descriptions.ts";
import { PARAMETER_NAMES } from "./families.ts";
import { experiments } from "./index.ts";
import { loadExperiment } from "./load-experiment.ts";
import { loadRunner } from "./load-runs.ts";
import { loadDescription } from "./load.ts";

it.each(experiments.map(({ id }) => id))("%s can be loaded by itself, with its run or without", async (id) => {
  expect((await loadExperiment(id)).id).toBe(id);
  expect(await loadRunner(id)).toBeTypeOf("function");
  expect(await loadDescription(id)).toBe(descriptions.find((one) => one.id === id));
});

it.each(["firefly/none", "none/null", "", "constructor/x"])("%j cannot, and that is said", async (id) => {
  for (const load of [loadExperiment, loadRunner, loadDescription])
    await expect(load(id)).rejects.toThrow(/^experiments: (there is no|no files of) "/);
});

it("all parameters’ names are known without any experiment", () => {
  const names = new Set(descriptions.flatMap(({ params }) => Object.keys(params)));
  expect(PARAMETER_NAMES).toEqual([...names].sort());
});

it("the catalogue lists the experiments in their order, in their own words", () => {
  expect(CATALOGUE).toEqual(descriptions.map(({ id, title, question, paper }) => ({ id, title, question, paper })));
});
