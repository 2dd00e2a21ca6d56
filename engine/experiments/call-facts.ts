/** What a trace shows of each call: how often its procedure ran on each machine, and whose answer it came back with. */
import { roleOf } from "../faults/fault.ts";
import { causeOf, itemAt, numberAt, outcomeOf, timeAt } from "../kernel/reads.ts";
import { NO_REF, refRow, refTable, type Outcome, type Ref, type TraceData } from "../kernel/trace-data.ts";
import { turnsOf, type Turn } from "../kernel/turns.ts";
import { hostsThat, type AnyEnds, type CallSteps, type ProcedureWords, type StepWords } from "../protocols/ends.ts";

/** One call of a run, as the properties see it. */
export interface CallFacts {
  readonly outcome: Outcome;
  /** How often each host but the caller has started the procedure for it. */
  readonly executions: readonly number[];
  /** The call whose result it has returned with; null where it has not returned. */
  readonly resultOf: number | null;
}

/** The words that say how a run shows what its protocol did. */
export type Shown = Pick<AnyEnds, "hosts" | "roles" | "isToOne" | "steps" | "procedure">;

/** The rows of a step in a trace. */
function allRowsOf({ transitions, words }: TraceData, { protocol, input }: StepWords): readonly number[] {
  const [name, word] = [words.indexOf(protocol), words.indexOf(input)];
  const rows = Array.from({ length: transitions.count }, (_, row) => row);
  return rows.filter((row) => transitions.protocol[row] === name && transitions.input[row] === word);
}

/** The rows of a step that has changed the state: a late packet, for one, changes nothing. */
export function rowsOf(trace: TraceData, step: StepWords): readonly number[] {
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

/** Every call of a run, as the properties see it. */
export function factsOf(trace: TraceData, shown: Shown): readonly CallFacts[] {
  const { hosts, isToOne = false, procedure, steps } = shown;
  const others = othersResults(trace, steps);
  const servers = hostsThat(shown, "server").map((host) => itemAt(hosts, host, "host"));
  const turns = executionsIn(trace, procedure);
  return Array.from({ length: trace.calls.count }, (_, row): CallFacts => {
    const [call, outcome] = [row + 1, outcomeOf(trace, row)];
    const ofCall = turns.filter((turn) => turn.call === call);
    const onEach = servers.map((host) => ofCall.filter(({ machine }) => machine === host).length);
    const executions = isToOne ? [ofCall.length] : onEach;
    return { outcome, executions, resultOf: outcome === "returned" ? (others.get(call) ?? call) : null };
  });
}

/** How often the procedure has run for a call, where it ran most. A call that the run has not begun ran nowhere. */
export const executionsOf = (trace: TraceData, shown: Shown, call: number): number =>
  Math.max(0, ...(factsOf(trace, shown)[call - 1]?.executions ?? []));

/** The call whose answer has ended a call: the packet of it that came last. Null where none did. */
export function answeredBy(trace: TraceData, call: number): number | null {
  const { calls, packets, packetKinds } = trace;
  const packet = packetBefore(trace, numberAt(calls.last, call - 1));
  if (packet === null) return null;
  const kind = itemAt(packetKinds, numberAt(packets.kind, packet), "kind of packet");
  return roleOf(kind) === "reply" ? numberAt(packets.call, packet) : null;
}

/** The calls that a packet of another call has ended, and which that was. */
export function othersResults(trace: TraceData, { returns }: CallSteps): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  // The row of a step may have the packet’s call in place of the one that it has ended.
  for (const row of rowsOf(trace, returns)) {
    const packet = packetBefore(trace, numberAt(trace.transitions.cause, row));
    const [ended, from] = [
      numberAt(trace.transitions.call, row),
      packet === null ? 0 : numberAt(trace.packets.call, packet),
    ];
    if (packet !== null && from !== ended) found.set(ended, from);
  }
  for (let call = 1; call <= trace.calls.count; call++) {
    const from = outcomeOf(trace, call - 1) === "returned" ? (answeredBy(trace, call) ?? call) : call;
    if (from !== call) found.set(call, from);
  }
  return found;
}
