/** A call of any protocol as the search over faults follows it: the machine and the network change nothing there. */
import { PORTABLES } from "../../systems/portable/all.ts";
import type { Explorable } from "../explorable.ts";
import type { MachineValues } from "./params.ts";

export const explorables: readonly Explorable[] = [
  {
    experiments: ["machine/call"],
    calls: "calls",
    bounds: [
      { parameter: "bytes", value: 0, why: "The search follows calls of one packet." },
      { parameter: "resultBytes", value: 0, why: "The search follows calls of one packet." },
    ],
    ends: (parameters) => PORTABLES[(parameters as MachineValues).protocol].ends(),
  },
];
