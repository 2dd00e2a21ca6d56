/** Transfers over TCP of today, as the search over faults follows them. */
import { transferEnds } from "../../protocols/today-transfer/ends.ts";
import { CALLERS, type Explorable } from "../explorable.ts";
import type { TransferValues } from "./params.ts";
import { endsOptions } from "./run.ts";

/** Of an argument without bytes. */
const NONE = 0;

export const explorables: readonly Explorable[] = [
  {
    experiments: ["tcp/transfer"],
    calls: "calls",
    bounds: [
      CALLERS,
      { parameter: "bytes", value: 2000, why: "The search follows replies of two segments." },
      { parameter: "requestBytes", value: 100, why: "The search follows requests of one segment." },
      { parameter: "serverMs", value: 1, why: "The search sees a procedure by the time that it takes." },
      { parameter: "idleMs", value: 0, why: "A state has no clock." },
      { parameter: "lossShare", value: 0, why: "The search draws no numbers." },
    ],
    faults: { most: 2, why: "With each fault nearly every state has measured other round trips, and is new." },
    program: (parameters) => {
      const { bytes, requestBytes } = parameters as TransferValues;
      return {
        argument: (call) => new Uint8Array(requestBytes).fill(call),
        result: (argument) => new Uint8Array(bytes).fill(argument[0] ?? NONE),
      };
    },
    ends: (parameters) => transferEnds(endsOptions(parameters as TransferValues)),
  },
];
