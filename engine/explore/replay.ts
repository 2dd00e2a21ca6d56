/** Reads from a trace of the whole system what the search knows of its own runs. */
import { factsOf, othersResults, rowsOf, type CallFacts, type Shown } from "../experiments/call-facts.ts";
import { timeAt } from "../kernel/reads.ts";
import type { TraceData } from "../kernel/trace-data.ts";
import type { CallSteps } from "../protocols/ends.ts";
import type { Mishap, Property } from "../protocols/promises.ts";
import { brokenBy } from "./properties.ts";

/**
 * Whether a run breaks the property.
 * @param mishaps what has happened to machines in the run
 */
export function shows(trace: TraceData, shown: Shown, property: Property, mishaps: readonly Mishap[]): boolean {
  const facts = factsOf(trace, shown);
  if (property === "ends") return facts.some(({ outcome }) => outcome === "pending");
  if (property === "timers") return ticksAfterTheEnd(trace, shown.steps);
  if (property === "ownResult") return othersResults(trace, shown.steps).size > 0 || facts.some(isOfNobody);
  return facts.some((call, i) => brokenBy(call, i + 1, mishaps, [property]) !== null);
}

/** A call that nobody has executed, and that returned: the result that it has is of another call. */
const isOfNobody = ({ outcome, executions }: CallFacts): boolean =>
  outcome === "returned" && executions.every((times) => times === 0);

function ticksAfterTheEnd(trace: TraceData, { starts }: CallSteps): boolean {
  const end = timeAt(trace.calls.end, trace.calls.count - 1);
  return rowsOf(trace, { ...starts, input: "tick" }).some((row) => timeAt(trace.transitions.at, row) > end);
}
