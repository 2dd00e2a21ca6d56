/** Runs Amoeba’s transactions for an experiment’s parameters and takes the measures. */
import { elapsedOf, outcomeOf } from "../../kernel/reads.ts";
import { millis, toMillis } from "../../kernel/time.ts";
import { runAmoeba } from "../../systems/amoeba/system.ts";
import { commonMeasures } from "../common-measures.ts";
import { dataOf } from "../common-params.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Runs } from "../runnable.ts";
import type { call } from "./describe.ts";

export const runs: Runs = {
  "amoeba/call": runnerOf<typeof call>((values, request) => {
    const data = dataOf(values);
    const options = { sweep: millis(values.sweepMs), without: rulesWithout(values.without) };
    const outcome = runAmoeba({ ...values, ...data, ...options }, request);
    const { trace, notDone, unknown } = outcome;
    const hasReturned = trace.calls.count > 0 && outcomeOf(trace, 0) === "returned";
    const firstMs = hasReturned ? toMillis(elapsedOf(trace, 0)) : null;
    const measures = { ...commonMeasures(outcome, data.argumentBytes + data.resultBytes), firstMs, notDone, unknown };
    return { ...outcome, measures };
  }),
};
