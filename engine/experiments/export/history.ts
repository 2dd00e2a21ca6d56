/**
 * The calls of a run as a history for Porcupine, a checker of linearizability: an array of its operations, which Go
 * reads into `[]porcupine.Operation`. Times are nanoseconds. A call that never ended returns at the end of the run.
 */
import { itemAt, numberAt, outcomeOf, timeAt } from "../../kernel/reads.ts";
import type { Exported } from "./facts.ts";

/** One operation, in the names of Porcupine. */
interface Operation {
  readonly clientId: number;
  readonly input: { readonly call: number; readonly client: string };
  readonly call: number;
  readonly output: { readonly outcome: string };
  readonly return: number;
}

export function toHistory({ trace }: Exported): string {
  const { calls, owners, elapsed } = trace;
  const operations = Array.from({ length: calls.count }, (_, row): Operation => {
    const [clientId, outcome] = [numberAt(calls.thread, row), outcomeOf(trace, row)];
    return {
      clientId,
      input: { call: row + 1, client: itemAt(owners, clientId, "owner") },
      call: timeAt(calls.start, row),
      output: { outcome },
      return: outcome === "pending" ? elapsed : timeAt(calls.end, row),
    };
  });
  return `[\n${operations.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`;
}
