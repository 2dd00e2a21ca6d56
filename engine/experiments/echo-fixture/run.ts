/** Runs the echo protocol for an experiment’s parameters and takes the measures. */
import { toMicros } from "../../kernel/time.ts";
import { runEcho } from "../../systems/echo-fixture/system.ts";
import { runnerOf, type Runs } from "../runnable.ts";
import { latenciesOf, mean } from "../statistics.ts";
import type { echo } from "./describe.ts";

export const runs: Runs = {
  "echo-fixture/call": runnerOf<typeof echo>((values, request) => {
    const outcome = runEcho(values, request);
    const latencies = latenciesOf(outcome.trace).map(toMicros);
    return { ...outcome, measures: { latencyUs: mean(latencies), failedCalls: values.calls - latencies.length } };
  }),
};
