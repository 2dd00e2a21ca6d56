/** Reads from a trace of the whole system what the search knows of its own runs. */
import { causeOf, numberAt, outcomeOf, timeAt } from "../kernel/reads.ts";
import { NO_REF, refRow, refTable, type Ref, type TraceData } from "../kernel/trace-data.ts";
import type { Turn } from "../kernel/turns.ts";
import type { CallSteps, Explorable, StepWords } from "./explorable.ts";
import type { CallTimes } from "./protocol.ts";
import { brokenBy, type CallFacts, type Property } from "./properties.ts";

/** The rows of the transitions of a step that has changed the state. */
function rowsOf({ transitions, words }: TraceData, { protocol, input }: StepWords): readonly number[] {
  const [name, word] = [words.indexOf(protocol), words.indexOf(input)];
  const rows: number[] = [];
  for (let row = 0; row < transitions.count; row++) {
    const isStep = transitions.protocol[row] === name && transitions.input[row] === word;
    if (isStep && transitions.from[row] !== transitions.to[row]) rows.push(row);
  }
  return rows;
}

/** When a step was taken, and for which call. */
export const stepsTaken = (trace: TraceData, step: StepWords): readonly Turn[] =>
  rowsOf(trace, step).map((row) => {
    const { at, call } = trace.transitions;
    return { call: numberAt(call, row), at: timeAt(at, row) };
  });

/** When the first call began, and how long its parts took. Throws where the run was disturbed: a step is missing. */
export function timesOf(trace: TraceData, { steps, executions }: Explorable): CallTimes {
  const at = (step: StepWords): number => {
    const taken = stepsTaken(trace, step).find(({ call }) => call === 1);
    if (taken === undefined)
      throw new Error(`The first call took no step of the ${step.protocol} with "${step.input}".`);
    return taken.at;
  };
  const [starts, executes] = [at(steps.starts), at(steps.executes)];
  const [answers, returns] = [at(steps.answers), at(steps.returns)];
  const first = executions(trace).find(({ call }) => call === 1);
  if (first === undefined) throw new Error("The first call was not executed.");
  const begins = timeAt(trace.calls.start, 0);
  return {
    begins,
    prepare: starts - begins,
    request: executes - starts,
    enter: first.at - executes,
    service: answers - first.at,
    reply: returns - answers,
    finish: timeAt(trace.calls.end, 0) - returns,
  };
}

/** The packet that has led to a row; null where none has. */
function packetBefore(trace: TraceData, ref: Ref): number | null {
  for (let at = ref; at !== NO_REF; at = causeOf(trace, at)) if (refTable(at) === "packet") return refRow(at);
  return null;
}

/** Every call of a run, as the properties see it, but for the result that it returned with: see `isOthersResult`. */
export function factsOf(trace: TraceData, { executions }: Explorable): readonly CallFacts[] {
  const turns = executions(trace);
  return Array.from({ length: trace.calls.count }, (_, row): CallFacts => {
    const [call, outcome] = [row + 1, outcomeOf(trace, row)];
    const times = turns.filter((turn) => turn.call === call).length;
    return { outcome, executions: times, resultOf: outcome === "returned" ? call : null };
  });
}

/** Whether a run breaks the property. */
export function shows(trace: TraceData, explorable: Explorable, property: Property, isCrash: boolean): boolean {
  const facts = factsOf(trace, explorable);
  if (property === "ends") return facts.some(({ outcome }) => outcome === "pending");
  if (property === "timers") return ticksAfterTheEnd(trace, explorable.steps);
  if (property === "ownResult") return isOthersResult(trace, explorable.steps);
  return facts.some((call, i) => brokenBy(call, i + 1, isCrash, [property]) !== null);
}

/** Whether a packet of another call has ended a call. */
function isOthersResult(trace: TraceData, { returns }: CallSteps): boolean {
  return rowsOf(trace, returns).some((row) => {
    const packet = packetBefore(trace, numberAt(trace.transitions.cause, row));
    return packet !== null && numberAt(trace.packets.call, packet) !== numberAt(trace.transitions.call, row);
  });
}

function ticksAfterTheEnd(trace: TraceData, { starts }: CallSteps): boolean {
  const end = timeAt(trace.calls.end, trace.calls.count - 1);
  return rowsOf(trace, { ...starts, input: "tick" }).some((row) => timeAt(trace.transitions.at, row) > end);
}
