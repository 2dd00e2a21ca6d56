import { describe, expect, it } from "vitest";
import { experiments } from "../../engine/experiments/index.ts";
import { experimentNamed } from "../../lessons/named.ts";
import { readParameters } from "../../engine/experiments/parameters.ts";
import { defaultSetup } from "../setup/setup.ts";
import { withExperiment } from "./ExperimentChooser.tsx";

describe("another experiment", () => {
  it("gets what both have where it allows it, and can always run", () => {
    for (const from of experiments) {
      const most = Object.entries(from.params).map(([key, param]) => [
        key,
        param.kind === "number" ? param.max : (param.options.at(-1)?.value ?? param.default),
      ]);
      const setup = { ...defaultSetup(from), parameters: Object.fromEntries(most) as Record<string, number | string> };
      for (const to of experiments) {
        const { parameters } = withExperiment(setup, to);
        const texts = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, String(value)]));
        expect(readParameters(to, texts)).toEqual({ parameters, problems: [] });
        expect(Object.keys(parameters)).toEqual(Object.keys(to.params));
      }
    }
  });

  it("keeps what the reader changed, and begins with its own defaults elsewhere", () => {
    const [from, to] = [experimentNamed("services/graph"), experimentNamed("services/balancers")];
    const untouched = withExperiment(defaultSetup(from), to);
    expect(untouched.parameters).toEqual(defaultSetup(to).parameters);
    const own = { ...defaultSetup(from), parameters: { ...defaultSetup(from).parameters, retries: 4 } };
    expect(withExperiment(own, to).parameters).toEqual({ ...defaultSetup(to).parameters, retries: 4 });
  });
});
