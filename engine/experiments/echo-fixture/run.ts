/** Runs the echo protocol for an experiment’s parameters and takes the measures. */
import type { Fault } from "../../faults/index.ts";
import { toMicros } from "../../kernel/time.ts";
import { OUTCOMES } from "../../kernel/trace-data.ts";
import { simulateEcho } from "../../systems/echo-fixture/system.ts";
import { runnerOf, type Runs } from "../runnable.ts";
import { mean } from "../statistics.ts";
import type { echo } from "./describe.ts";

const LOST_ANSWER: Fault = { what: "drop", packet: { kind: "result", call: 1, send: 1 } };

export const runs: Runs = {
  "echo-fixture/call": runnerOf<typeof echo>(
    ({ calls, bytes, retryUs, lostPacket }, { seed, faults: readFaults, keep, progress }) => {
      const faults = readFaults(["client", "server"]);
      const all = lostPacket === "answer" ? [...faults, LOST_ANSWER] : faults;
      const outcome = simulateEcho({ calls, bytes, retryUs }, seed, all, keep, progress);
      const { start, end, outcome: ended, count } = outcome.trace.calls;
      const rows = Array.from({ length: count }, (_, row) => row);
      const returned = rows.filter((row) => OUTCOMES[Number(ended[row])] === "returned");
      const latency = mean(returned.map((row) => toMicros(Number(end[row]) - Number(start[row]))));
      const unusedFaults = outcome.unusedFaults.filter((fault) => fault !== LOST_ANSWER);
      const measures = { latencyUs: latency, failedCalls: count - returned.length };
      return { ...outcome, faults, unusedFaults, measures };
    },
  ),
};
