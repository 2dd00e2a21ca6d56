/** The steps of a FlexRPC call that take a processor's time, with their sources. */
import type { Cost } from "../../hardware/cost.ts";
import { emptyRoundTrip, passingOnCost } from "../../hardware/linux-costs.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Step } from "../../kernel/trace-data.ts";
import { flexHeaderBytes } from "../../wire/flexrpc.ts";

export const stepOf = ({ name, source }: Cost): Step => ({ name, layer: "rpc", source });

/** The time of a call's messages to one callee and back, without data, at the paper's own settings. */
export const EMPTY_ROUND_TRIP: Nanos = emptyRoundTrip(
  flexHeaderBytes({ type: "request", call: 1, pipelined: false, position: 1, callees: [], argumentBytes: 0 }),
  flexHeaderBytes({ type: "results", call: 1, position: 1, results: [{ callee: 1, status: "answered", bytes: 0 }] }),
);

export const PASS_RESULTS_ON: Cost = passingOnCost(EMPTY_ROUND_TRIP);
