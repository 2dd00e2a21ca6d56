/** Runs clients that write one row, and takes the measures. */
import { toMillis } from "../../kernel/time.ts";
import { simulateContention, STORE } from "../../systems/services/contention.ts";
import { CLIENTS } from "../../systems/services/graph.ts";
import { runnerOf, type RunRequest, type Runs } from "../runnable.ts";
import { latenciesOf } from "../statistics.ts";
import { contentionOptions, type contention, type ContentionValues } from "./describe-contention.ts";

function run(values: ContentionValues, { seed, faults: readFaults, keep, progress }: RunRequest) {
  const faults = readFaults([CLIENTS, STORE]);
  const ran = simulateContention(contentionOptions(values), {
    seed,
    faults,
    keep,
    ...(progress === undefined ? {} : { progress }),
  });
  const { writes, refused, elapsed, trace } = ran;
  const measures = {
    allMs: latenciesOf(trace).length === values.clients ? toMillis(elapsed) : null,
    writes,
    refusedShare: writes === 0 ? null : (100 * refused) / writes,
  };
  return { ...ran, faults, measures };
}

export const contentionRuns: Runs = { "services/contention": runnerOf<typeof contention>(run) };
