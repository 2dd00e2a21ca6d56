/** Firefly RPC as the search over faults follows it. */
import { fireflyEnds } from "../../protocols/firefly/ends.ts";
import { FIREFLY_TIMERS } from "../../systems/firefly/options.ts";
import { callsAtOnce } from "../../protocols/at-once.ts";
import { callsTogether, NUMBERED, rulesLeftOut, THREADS, type Explorable } from "../explorable.ts";

const firefly: Explorable = {
  experiments: ["firefly/null", "firefly/max-result", "firefly/max-arg"],
  calls: "calls",
  bounds: [
    THREADS,
    {
      parameter: "segment",
      value: "private",
      why: "Other hosts send by chance, and the search draws no numbers.",
    },
    { parameter: "foreignPackets", value: 0, why: "Other hosts send by chance, and the search draws no numbers." },
    { parameter: "serverMachines", value: 1, why: "The search follows one caller and one server." },
  ],
  ends: (parameters) => {
    const calls = callsTogether(parameters);
    const ends = fireflyEnds({ ...FIREFLY_TIMERS, without: rulesLeftOut(parameters) }, calls);
    return callsAtOnce(ends, calls, NUMBERED);
  },
};

export const explorables: readonly Explorable[] = [firefly];
