/** Runs Sprite RPC for an experiment’s parameters and takes the measures. */
import { runSprite } from "../../systems/sprite/system.ts";
import { commonMeasures } from "../common-measures.ts";
import { dataOf } from "../common-params.ts";
import { rulesWithout } from "../params.ts";
import { runnerOf, type Runs } from "../runnable.ts";
import type { call } from "./describe.ts";

export const runs: Runs = {
  "sprite/call": runnerOf<typeof call>((values, request) => {
    const { machine, space, without } = values;
    const isUser = space === "user" && machine === "sun3-60";
    const data = dataOf(values);
    const outcome = runSprite({ ...values, ...data, isUser, without: rulesWithout(without) }, request);
    return { ...outcome, measures: commonMeasures(outcome, data.argumentBytes + data.resultBytes) };
  }),
};
