import { expect, it } from "vitest";
import "../../engine/experiments/descriptions.ts";
import { defaultsOf } from "../../engine/experiments/settings.ts";
import { experimentOf, runOf } from "../../engine/experiments/testing.ts";
import { outlined } from "./outlined.ts";

const experiment = "cedar/call";
const parameters = defaultsOf(experimentOf(experiment));

it("a worker is told what a run needs of its experiment, as data that can be sent", () => {
  const about = outlined(experiment, [parameters]);
  expect(structuredClone(about)).toEqual(about);
  const { measures } = runOf(experiment, { set: { calls: 1 }, keep: "none" });
  expect(about.units).toEqual(Object.fromEntries(Object.entries(measures).map(([name, { unit }]) => [name, unit])));
});

it("values that are not of the experiment’s table go to no worker, nor does an experiment that is not here", () => {
  expect(() => outlined(experiment, [parameters, { ...parameters, calls: "3" }])).toThrow(
    'cedar/call: the parameter calls is "3", want a number.',
  );
  expect(() => outlined(experiment, [{ ...parameters, none: 1 }])).toThrow("cedar/call: there is no parameter none");
  expect(() => outlined("cedar/none", [])).toThrow('experiments: the description of "cedar/none" is not here.');
});
