/**
 * Computes the answers that the figures will ask of a large run before the run is shown. At once they would hold the
 * page up, so each has a task of its own.
 */
import type { Run } from "../../engine/experiments/types.ts";
import { questionsToCampus } from "../campus/answers-ahead.ts";
import { questionsToMany } from "../figure/answers-ahead.ts";
import { packetCounts } from "../timeline/figure/summary.ts";
import { questionsToTrace } from "../trace/answers-ahead.ts";
import { questionsToRows } from "../waterfall/answers-ahead.ts";

/** @param isWanted false where nobody waits for the run any more */
export async function prepared(run: Run, call: number, isWanted: () => boolean): Promise<void> {
  const { trace } = run;
  const questions = [
    ...questionsToTrace(trace, call),
    () => packetCounts(trace, call),
    ...questionsToMany(trace, call),
    ...questionsToRows(trace, call),
    ...questionsToCampus(run, call),
  ];
  for (const ask of questions) {
    ask();
    await rest();
    if (!isWanted()) return;
  }
}

/** Lets the page do what it has to do. A timer would wait: browsers slow those that follow others. */
async function rest(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  port1.close();
}
