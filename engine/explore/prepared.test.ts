/** What a search follows of an experiment. */
import { expect, it } from "vitest";
import { defaultsOf } from "../experiments/settings.ts";
import { experimentOf } from "../experiments/testing.ts";
import { explorableOf } from "./index.ts";
import { prepare } from "./prepared.ts";

it("a search follows a call and the next one, as its words say", () => {
  const experiment = experimentOf("cedar/call");
  const { calls, runWith } = prepare(experiment, explorableOf("cedar/call"), {
    parameters: defaultsOf(experiment),
    faults: 1,
  });
  expect([calls, runWith([]).trace.calls.count]).toEqual([2, 2]);
});
