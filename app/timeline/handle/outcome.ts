/** The outcome of a change, as a sentence: when the call returns or fails, and how often its procedure runs. */
import { elapsedOf, outcomeOf as fateOfCall, timeAt } from "../../../engine/kernel/reads.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import type { TracedRun } from "../../../engine/experiments/types.ts";
import { grouped, signedText } from "../../words/numbers.ts";
import { OUTCOME_WORDS } from "../../words/outcomes.ts";
import { capital } from "../../words/sentences.ts";
import { clockUnit } from "../../words/times.ts";
import { theMachine } from "../the-machine.ts";
import { proceduresOf } from "./procedures.ts";
import { tally } from "../../../engine/kernel/tally.ts";

/** The outcome of a call in two runs, or of the only call of a whole run. "" where nothing is known of it. */
export function outcomeOf(before: TracedRun | null, after: TracedRun, call: number): string {
  if (call === 0) return wholeText(before?.trace ?? null, after.trace);
  if (call < 1 || call > after.trace.calls.count) return "";
  return [endText(before?.trace ?? null, after.trace, call), runsText(before?.trace ?? null, after.trace, call)]
    .filter((text) => text !== "")
    .join(" ");
}

/** "The call returns at 35 ms (+20.6)." Times count from the start of the call, as the axis does. */
function endText(before: TraceData | null, after: TraceData, call: number, from: number | null = null): string {
  const row = call - 1;
  const outcome = fateOfCall(after, row);
  if (outcome === "pending") return `The call ${OUTCOME_WORDS.pending.verb}.`;
  const endIn = (trace: TraceData): number =>
    from === null ? elapsedOf(trace, row) : timeAt(trace.calls.end, row) - from;
  const elapsed = endIn(after);
  const unit = clockUnit(elapsed);
  const isKnown = before !== null && row < before.calls.count && fateOfCall(before, row) !== "pending";
  const more = isKnown ? signedText((elapsed - endIn(before)) / unit.nanos, 1) : "0.0";
  const change = /[1-9]/.test(more) ? ` (${more})` : "";
  return `The call ${OUTCOME_WORDS[outcome].verb} at ${grouped(elapsed / unit.nanos, 1)} ${unit.name}${change}.`;
}

/** The outcome of call 0, which stands for the whole run. Its axis counts from the beginning of the run. */
function wholeText(before: TraceData | null, after: TraceData): string {
  if (after.calls.count === 0) return "No call begins.";
  if (after.calls.count > 1) return "";
  return endText(before, after, 1, 0);
}

/** How often each machine runs the procedure for the call. */
function runsOf(trace: TraceData, call: number): ReadonlyMap<string, number> {
  const runs = new Map<string, number>();
  for (const { machine } of proceduresOf(trace, call)) tally(runs, machine);
  return runs;
}

const TIMES = ["", "once", "twice", "three times", "four times"];
const oftenText = (count: number): string => TIMES[count] ?? `${count} times`;

function runsText(before: TraceData | null, after: TraceData, call: number): string {
  const was = before === null ? new Map<string, number>() : runsOf(before, call);
  const now = runsOf(after, call);
  const most = [...now].reduce<readonly [string, number]>((best, one) => (one[1] > best[1] ? one : best), ["", 0]);
  const [machine, count] = most;
  if (count > 1) return `${capital(theMachine(after, machine))} runs the procedure ${oftenText(count)}.`;
  const wasRun = [...was].find(([name, runs]) => runs > 0 && !now.has(name));
  if (wasRun === undefined) return "";
  return now.size === 0 ? "The procedure never runs." : `The procedure never runs at ${theMachine(after, wasRun[0])}.`;
}
