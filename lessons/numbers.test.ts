import { expect, it } from "vitest";
import "../engine/experiments/index.ts"; // their descriptions
import { stated } from "./numbers.ts";

const RUN = { kind: "run", faults: [], seed: 1, value: "1", unit: "" } as const;

it("the note of a run says its settings, and of a program that is set only that it is a text", () => {
  const short = { ...RUN, experiment: "firefly/null", set: { calls: 1, threads: 2 }, measure: "latencyMs" };
  expect(stated(null, short, {}).where).toContain("Set: calls: 1; caller threads: 2; seed: 1");
  const long = {
    ...RUN,
    experiment: "written/call",
    set: { rules: "equal=run,timer=forever,larger=run,keep=no" },
    measure: "failedCalls",
  };
  expect(stated(null, long, {}).where).toMatch(/a text of the lesson/);
});
