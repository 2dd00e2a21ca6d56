/** A call between servers of today as the search over faults follows it: messages of one packet. */
import { todayEnds } from "../../systems/today/call.ts";
import type { Explorable } from "../explorable.ts";
import type { TodayValues } from "./params.ts";

const ONE_PACKET = "The search follows messages of one packet.";

export const explorables: readonly Explorable[] = [
  {
    experiments: ["today/call"],
    calls: "calls",
    bounds: [
      { parameter: "bytes", value: 32, why: ONE_PACKET },
      { parameter: "resultBytes", value: 32, why: ONE_PACKET },
      { parameter: "callers", value: 1, why: "The search follows one call at a time." },
      { parameter: "writes", value: "1", why: ONE_PACKET },
      { parameter: "nagle", value: "off", why: "A message of one packet does not wait for it." },
    ],
    ends: (parameters) => todayEnds((parameters as TodayValues).stack),
  },
];
