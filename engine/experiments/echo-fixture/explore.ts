/** The echo protocol as the search over faults follows it. */
import { micros } from "../../kernel/time.ts";
import { echoEnds } from "../../protocols/echo-fixture/ends.ts";
import type { Explorable } from "../explorable.ts";

export const explorables: readonly Explorable[] = [
  {
    experiments: ["echo-fixture/call"],
    calls: "calls",
    bounds: [],
    ends: ({ retryUs }) => echoEnds(micros(Number(retryUs))),
  },
];
