/**
 * The calls of a run as a history for Porcupine, a checker of linearizability: an array of its operations, which Go
 * reads into `[]porcupine.Operation`. Times are nanoseconds.
 *
 * A call that came back, or was turned away, has a `return`. Of any other nobody knows: its procedure may still run
 * later. It has none, and a checker gives it the end of all time (`math.MaxInt64`) before it looks.
 */
import type { Outcome } from "../../kernel/trace-data.ts";
import { itemAt, numberAt, outcomeOf, timeAt } from "../../kernel/reads.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { answeredBy, factsOf, type Shown } from "../call-facts.ts";
import type { Exported } from "./facts.ts";

/** One operation, in the names of Porcupine. */
export interface Operation {
  /** From 0: whatever makes one call at a time, and none after a call of which nobody knows. */
  readonly clientId: number;
  readonly input: { readonly call: number; readonly client: string };
  readonly call: number;
  readonly output: {
    readonly outcome: Outcome;
    /** The number of the call whose result came back; left out where none did. */
    readonly result?: number;
    /** How often the procedure was begun for it, on the machine that began it most; left out where nothing says it. */
    readonly executions?: number;
  };
  readonly return?: number;
}

const isOver = (outcome: Outcome): boolean => outcome === "returned" || outcome === "refused";

/**
 * A client for each call: the first that its thread has free. A thread that gives calls away before others have ended
 * has several.
 */
function clientsOf(trace: TraceData): readonly number[] {
  const { calls } = trace;
  const busy: { readonly thread: number; until: number }[] = [];
  const rows = Array.from({ length: calls.count }, (_, row) => row);
  const clients: number[] = [];
  for (const row of rows.toSorted((a, b) => timeAt(calls.start, a) - timeAt(calls.start, b) || a - b)) {
    const [thread, start] = [numberAt(calls.thread, row), timeAt(calls.start, row)];
    const until = isOver(outcomeOf(trace, row)) ? timeAt(calls.end, row) : Infinity;
    let client = busy.findIndex((one) => one.thread === thread && one.until <= start);
    if (client < 0) client = busy.push({ thread, until }) - 1;
    else itemAt(busy, client, "client").until = until;
    clients[row] = client;
  }
  return clients;
}

/** @param shown how a run of this protocol shows what it did; null where nothing says it */
export function toHistory({ trace }: Exported, shown: Shown | null = null): string {
  const { calls, owners } = trace;
  const clients = clientsOf(trace);
  const facts = shown === null ? null : factsOf(trace, shown);
  const operations = Array.from({ length: calls.count }, (_, row): Operation => {
    const outcome = outcomeOf(trace, row);
    const fact = facts === null ? null : itemAt(facts, row, "call");
    const resultOf = outcome === "returned" ? (fact?.resultOf ?? answeredBy(trace, row + 1)) : null;
    return {
      clientId: itemAt(clients, row, "client"),
      input: { call: row + 1, client: itemAt(owners, numberAt(calls.thread, row), "owner") },
      call: timeAt(calls.start, row),
      output: {
        outcome,
        ...(resultOf === null ? {} : { result: resultOf }),
        ...(fact === null ? {} : { executions: Math.max(0, ...fact.executions) }),
      },
      ...(isOver(outcome) ? { return: timeAt(calls.end, row) } : {}),
    };
  });
  return `[\n${operations.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`;
}
