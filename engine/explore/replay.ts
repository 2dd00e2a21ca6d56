/** Reads from a trace of the whole system what the search knows of its own runs. */
import { roleOf } from "../faults/fault.ts";
import { causeOf, itemAt, numberAt, outcomeOf, timeAt } from "../kernel/reads.ts";
import { NO_REF, refRow, refTable, type Ref, type TraceData } from "../kernel/trace-data.ts";
import { turnsOf, type Turn } from "../kernel/turns.ts";
import { hostsThat, type AnyEnds, type CallSteps, type ProcedureWords, type StepWords } from "../protocols/ends.ts";
import type { Mishap, Property } from "../protocols/promises.ts";
import { brokenBy, type CallFacts } from "./properties.ts";

/** The words that say how a run shows what its protocol did. */
type Shown = Pick<AnyEnds, "hosts" | "roles" | "isToOne" | "steps" | "procedure">;

/** The rows of a step in a trace. */
function allRowsOf({ transitions, words }: TraceData, { protocol, input }: StepWords): readonly number[] {
  const [name, word] = [words.indexOf(protocol), words.indexOf(input)];
  const rows = Array.from({ length: transitions.count }, (_, row) => row);
  return rows.filter((row) => transitions.protocol[row] === name && transitions.input[row] === word);
}

/** The rows of a step that has changed the state: a late packet, for one, changes nothing. */
function rowsOf(trace: TraceData, step: StepWords): readonly number[] {
  const { from, to } = trace.transitions;
  return allRowsOf(trace, step).filter((row) => from[row] !== to[row]);
}

/** When the procedure was started, on which machine, and for which call. */
export function executionsIn(trace: TraceData, procedure: ProcedureWords): readonly Turn[] {
  if ("span" in procedure) return turnsOf(trace, procedure.span);
  const { at, call, machine } = trace.transitions;
  return rowsOf(trace, procedure).map((row) => ({
    call: numberAt(call, row),
    machine: itemAt(trace.words, numberAt(machine, row), "word"),
    at: timeAt(at, row),
  }));
}

/** The packet that has led to a row; null where none has. */
export function packetBefore(trace: TraceData, ref: Ref): number | null {
  for (let at = ref; at !== NO_REF; at = causeOf(trace, at)) if (refTable(at) === "packet") return refRow(at);
  return null;
}

/** Every call of a run, as the properties see it, but for the result that it returned with: see `isOthersResult`. */
export function factsOf(trace: TraceData, shown: Shown): readonly CallFacts[] {
  const { hosts, isToOne = false, procedure } = shown;
  const servers = hostsThat(shown, "server").map((host) => itemAt(hosts, host, "host"));
  const turns = executionsIn(trace, procedure);
  return Array.from({ length: trace.calls.count }, (_, row): CallFacts => {
    const [call, outcome] = [row + 1, outcomeOf(trace, row)];
    const ofCall = turns.filter((turn) => turn.call === call);
    const onEach = servers.map((host) => ofCall.filter(({ machine }) => machine === host).length);
    const executions = isToOne ? [ofCall.length] : onEach;
    return { outcome, executions, resultOf: outcome === "returned" ? call : null };
  });
}

/** How often the procedure has run for a call, where it ran most. A call that the run has not begun ran nowhere. */
export const executionsOf = (trace: TraceData, shown: Shown, call: number): number =>
  Math.max(0, ...(factsOf(trace, shown)[call - 1]?.executions ?? []));

/**
 * Whether a run breaks the property.
 * @param mishaps what has happened to machines in the run
 */
export function shows(trace: TraceData, shown: Shown, property: Property, mishaps: readonly Mishap[]): boolean {
  const facts = factsOf(trace, shown);
  if (property === "ends") return facts.some(({ outcome }) => outcome === "pending");
  if (property === "timers") return ticksAfterTheEnd(trace, shown.steps);
  if (property === "ownResult") return isOthersResult(trace, shown.steps);
  return facts.some((call, i) => brokenBy(call, i + 1, mishaps, [property]) !== null);
}

/** The call whose answer has ended a call: the packet of it that came last. Null where none did. */
export function answeredBy(trace: TraceData, call: number): number | null {
  const { calls, packets, packetKinds } = trace;
  const packet = packetBefore(trace, numberAt(calls.last, call - 1));
  if (packet === null) return null;
  const kind = itemAt(packetKinds, numberAt(packets.kind, packet), "kind of packet");
  return roleOf(kind) === "reply" ? numberAt(packets.call, packet) : null;
}

/** Whether a packet of another call has ended a call. */
function isOthersResult(trace: TraceData, { returns }: CallSteps): boolean {
  const calls = Array.from({ length: trace.calls.count }, (_, row) => row + 1);
  const isWrong = (call: number): boolean => (answeredBy(trace, call) ?? call) !== call;
  // The row of a step may have the packet’s call in place of the one that it has ended.
  if (calls.some((call) => outcomeOf(trace, call - 1) === "returned" && isWrong(call))) return true;
  return rowsOf(trace, returns).some((row) => {
    const packet = packetBefore(trace, numberAt(trace.transitions.cause, row));
    return packet !== null && numberAt(trace.packets.call, packet) !== numberAt(trace.transitions.call, row);
  });
}

function ticksAfterTheEnd(trace: TraceData, { starts }: CallSteps): boolean {
  const end = timeAt(trace.calls.end, trace.calls.count - 1);
  return rowsOf(trace, { ...starts, input: "tick" }).some((row) => timeAt(trace.transitions.at, row) > end);
}
