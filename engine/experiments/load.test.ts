import { expect, it } from "vitest";
import { CATALOGUE } from "./catalogue.ts";
import { experiments } from "./index.ts";
import { loadExperiment } from "./load.ts";
import { PARAMETER_NAMES } from "./families.ts";

it.each(experiments.map(({ id }) => id))("%s can be loaded by itself", async (id) => {
  expect(await loadExperiment(id)).toBe(experiments.find((one) => one.id === id));
});

it.each(["firefly/none", "none/null", "", "constructor/x"])("%j cannot, and that is said", async (id) => {
  await expect(loadExperiment(id)).rejects.toThrow(/^experiments: there is no (family )?"/);
});

it("all parameters’ names are known without any experiment", () => {
  const names = new Set(experiments.flatMap(({ params }) => Object.keys(params)));
  expect(PARAMETER_NAMES).toEqual([...names].sort());
});

it("the catalogue lists the experiments in their order, in their own words", () => {
  expect(CATALOGUE).toEqual(experiments.map(({ id, title, question, paper }) => ({ id, title, question, paper })));
});
