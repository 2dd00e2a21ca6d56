/** Transfers over TCP of today, as the search over faults follows them. */
import { transferEnds } from "../../protocols/today-transfer/ends.ts";
import { CALLERS, type Explorable } from "../explorable.ts";
import type { TransferValues } from "./params.ts";
import { endsOptions } from "./run.ts";

export const explorables: readonly Explorable[] = [
  {
    experiments: ["tcp/transfer"],
    calls: "calls",
    bounds: [
      CALLERS,
      { parameter: "bytes", value: 3000, why: "The search follows replies of three segments." },
      { parameter: "requestBytes", value: 100, why: "The search follows requests of one segment." },
      { parameter: "serverMs", value: 1, why: "The search sees a procedure by the time that it takes." },
      { parameter: "idleMs", value: 0, why: "A state has no clock." },
      { parameter: "lossShare", value: 0, why: "The search draws no numbers." },
    ],
    faults: { most: 2, why: "With three faults nearly every state has other round trips, and is new." },
    ends: (parameters) => transferEnds(endsOptions(parameters as TransferValues)),
  },
];
