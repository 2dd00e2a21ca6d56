/** Runs written rules for an experiment’s parameters and takes the measures. */
import { millis, toMillis } from "../../kernel/time.ts";
import type { Ends } from "../../protocols/ends.ts";
import { WRITTEN_HOSTS, writtenEnds } from "../../protocols/written/ends.ts";
import type { WrittenPacket } from "../../protocols/written/message.ts";
import { simulateWritten } from "../../systems/written/system.ts";
import { runnerOf, type Runner, type Runs } from "../runnable.ts";
import { latenciesOf, median } from "../statistics.ts";
import type { call } from "./describe.ts";
import { rulesOf, type WrittenValues } from "./params.ts";

type WrittenEnds = Ends<unknown, WrittenPacket>;

/** The run with these ends in place of those that the rules of its parameter make. */
export const runnerWith = (endsOf: (values: WrittenValues) => WrittenEnds): Runner =>
  runnerOf<typeof call>((values, { seed, faults: readFaults, keep, progress }) => {
    const faults = readFaults(WRITTEN_HOSTS);
    const { calls, serverMs, retryMs } = values;
    const outcome = simulateWritten({ ends: endsOf(values), calls, serverMs, retryMs }, seed, faults, keep, progress);
    const { trace, packets } = outcome;
    const latencies = latenciesOf(trace);
    const made = trace.calls.count;
    const measures = {
      packetsPerCall: made === 0 ? null : packets / made,
      latencyMs: latencies.length === 0 ? null : toMillis(median(latencies)),
      failedCalls: made - latencies.length,
    };
    return { ...outcome, faults, measures };
  });

export const endsOfValues = ({ rules, retryMs }: Pick<WrittenValues, "rules" | "retryMs">): WrittenEnds =>
  writtenEnds({ rules: rulesOf(rules), retryAfter: millis(retryMs) });

export const runs: Runs = { "written/call": runnerWith(endsOfValues) };
