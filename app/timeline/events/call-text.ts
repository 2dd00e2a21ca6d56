/** A call in a sentence or two: its end, its time, and how much belongs to it. */
import { outcomeOf } from "../../../engine/kernel/reads.ts";
import { NO_REF } from "../../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { callTree } from "../../trace/call-tree.ts";
import { callTimes } from "../../trace/calls.ts";
import { counted, grouped } from "../../words/numbers.ts";
import { OUTCOME_WORDS } from "../../words/outcomes.ts";
import { durationText } from "../../words/times.ts";

/** Two sentences: "Call 1 returns after 2.66 ms." and "2 packets, 46 steps." */
export function callText(trace: TraceData, call: number): readonly [string, string] {
  const { from, to } = callTimes(trace, call);
  const branches = callTree(trace, call);
  const steps = branches.reduce((sum, branch) => sum + branch.steps, 0);
  const packets = branches.filter(({ packet }) => packet !== NO_REF).length;
  const outcome = outcomeOf(trace, call - 1);
  const end = outcome === "pending" ? "" : ` after ${durationText(to - from)}`;
  const told = `Call ${grouped(call, 0)} ${OUTCOME_WORDS[outcome].verb}${end}.`;
  return [told, `${counted(packets, "packet")}, ${counted(steps, "step")}.`];
}
