/** Runs of Cedar for tests: one empty call on a quiet net, and what a test changes. */
import { parseScript } from "../../faults/parse-script.ts";
import { simulateCedar, type CedarOptions, type CedarOutcome } from "../cedar.ts";
import { machinesOf } from "./naming.ts";

const QUIET: CedarOptions = {
  argumentWords: 0,
  resultWords: 0,
  arrayWords: 0,
  argumentPackets: 1,
  serverMs: 0,
  networkMbps: "2.94",
  oneWayMs: 0,
  load: 0,
  threads: 1,
  calls: 1,
  exception: "none",
  binding: "given",
  transport: "exchange",
  security: "none",
  replica: "up",
  access: "granted",
  bystanders: 3,
  liveness: "probes",
  underWay: "one",
  acknowledgements: "implicit",
  without: [],
};

export const run = (options: Partial<CedarOptions> = {}, faults: readonly string[] = [], seed = 1): CedarOutcome =>
  simulateCedar(
    { ...QUIET, ...options },
    seed,
    parseScript(faults, { machines: machinesOf({ ...QUIET, ...options }) }),
    "all",
  );
