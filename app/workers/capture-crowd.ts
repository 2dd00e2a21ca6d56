/** The calls of a capture over time. A call without a reply is under way until it was sent last. */
import { itemAt } from "../../engine/kernel/reads.ts";
import type { Call } from "../../engine/capture/call.ts";
import { crowdOfCalls, type Crowd } from "../../engine/experiments/crowd.ts";
import { groupOf } from "./capture-rows.ts";

/** @param group null for all calls; see groupOf */
export function crowdOfCapture(all: readonly Call[], group: string | null, elapsedNs: number): Crowd {
  const calls = all.filter((call) => call.sends.length > 0 && (group === null || groupOf(call) === group));
  const startOf = (nth: number): number => itemAt(itemAt(calls, nth, "call").sends, 0, "send").firstNs;
  return crowdOfCalls({
    count: calls.length,
    start: startOf,
    end: (nth) => calls[nth]?.replies[0]?.timeNs ?? calls[nth]?.sends.at(-1)?.timeNs ?? startOf(nth),
    isBack: (nth) => itemAt(calls, nth, "call").replies.length > 0,
    again: calls.flatMap(({ sends }) => sends.slice(1).map(({ firstNs }) => firstNs)),
    elapsedNs,
  });
}
