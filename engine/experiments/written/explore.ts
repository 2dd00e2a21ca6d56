/** Written rules as the search over faults follows them. */
import type { Explorable } from "../explorable.ts";
import { endsOfValues } from "./run.ts";

export const explorables: readonly Explorable[] = [
  {
    experiments: ["written/call"],
    calls: "calls",
    bounds: [],
    ends: ({ rules, retryMs }) => endsOfValues({ rules: String(rules), retryMs: Number(retryMs) }),
  },
];
