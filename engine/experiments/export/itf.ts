/**
 * A run as a trace in ITF, the Informal Trace Format of Apalache and Quint: one state behind each step of a machine and
 * each end of a call. A state has the machines' states by their names, the outcomes of the calls so far, whose result
 * each has come back with, how often the procedure was begun for each, the moment, and the step that has led to it.
 */
import { itemAt, numberAt, outcomeOf, timeAt } from "../../kernel/reads.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { tally } from "../../kernel/tally.ts";
import { executionsIn, factsOf as callFactsOf, type Shown } from "../call-facts.ts";
import { factsOf, type Exported } from "./facts.ts";

/** An integer of ITF. */
const big = (value: number) => ({ "#bigint": String(Math.round(value)) });

const bigs = (numbers: ReadonlyMap<number, number>) => ({
  "#map": [...numbers].map(([call, number]) => [big(call), big(number)]),
});

const VARS = ["at", "step", "machines", "calls", "results", "executions"];

/** What happens in a run, in the order of time. */
interface Happening {
  readonly at: number;
  readonly step: string;
  readonly machine?: readonly [name: string, state: string];
  readonly call?: readonly [number: number, outcome: string];
  readonly result?: readonly [call: number, resultOf: number];
  /** The call for which the procedure begins. */
  readonly executes?: number;
}

/** The procedure begins; none where nothing says which step it is. That of a question about a name is of no call. */
const executionsOf = (trace: TraceData, shown: Shown | null): readonly Happening[] =>
  shown === null
    ? []
    : executionsIn(trace, shown.procedure)
        .filter(({ call }) => call > 0)
        .map(({ at, call, machine }) => ({
          at,
          step: `${machine}: the procedure begins for call ${call}`,
          executes: call,
        }));

function happeningsIn(trace: TraceData, shown: Shown | null): readonly Happening[] {
  const { transitions, calls, words } = trace;
  const word = (column: Int32Array, row: number): string => itemAt(words, numberAt(column, row), "word");
  const steps = Array.from({ length: transitions.count }, (_, row): Happening => {
    const name = [transitions.machine, transitions.protocol, transitions.instance].map((one) => word(one, row));
    const input = word(transitions.input, row);
    return {
      at: timeAt(transitions.at, row),
      step: `${name.join(", ")}: ${input}`,
      machine: [name.join(", "), word(transitions.to, row)],
    };
  });
  const facts = shown === null ? [] : callFactsOf(trace, shown);
  const ends = Array.from({ length: calls.count }, (_, row): readonly Happening[] => {
    const [number, outcome] = [row + 1, outcomeOf(trace, row)];
    const resultOf = facts[row]?.resultOf ?? number; // its own where nothing says it
    const begins = { at: timeAt(calls.start, row), step: `call ${number} begins` };
    const begun: Happening = { ...begins, call: [number, "pending"] };
    if (outcome === "pending") return [begun];
    const result: Partial<Happening> = outcome === "returned" ? { result: [number, resultOf] } : {};
    const end = { at: timeAt(calls.end, row), step: `call ${number} ${outcome}` };
    return [begun, { ...end, ...result, call: [number, outcome] }];
  });
  return [...ends.flat(), ...steps, ...executionsOf(trace, shown)].sort((a, b) => a.at - b.at);
}

/**
 * Each state repeats all that came before it, so a file grows with the square of its calls. One of this many entries
 * has about 60 MB.
 */
const MOST_ENTRIES = 2_000_000;

/** The states of a run, as many as a file takes, and how many there are. */
function statesIn(trace: TraceData, shown: Shown | null) {
  const [machines, calls] = [new Map<string, string>(), new Map<number, string>()];
  const [results, executions] = [new Map<number, number>(), new Map<number, number>()];
  const all = happeningsIn(trace, shown);
  const lines: string[] = [];
  let entries = 0;
  for (const [index, { at, step, machine, call, result, executes }] of all.entries()) {
    if (machine !== undefined) machines.set(...machine);
    if (call !== undefined) calls.set(...call);
    if (result !== undefined) results.set(...result);
    if (executes !== undefined) tally(executions, executes);
    entries += machines.size + calls.size + results.size + executions.size;
    if (entries > MOST_ENTRIES) break;
    const state = {
      "#meta": { index },
      at: big(at),
      step,
      machines: { "#map": [...machines] },
      calls: { "#map": [...calls].map(([number, outcome]) => [big(number), outcome]) },
      results: bigs(results),
      executions: bigs(executions),
    };
    lines.push(JSON.stringify(state));
  }
  return { lines, count: all.length };
}

/**
 * A run of very many calls is cut, and `#meta` says where.
 * @param shown how a run of this protocol shows what it did; null where nothing says it
 */
export function toItf(exported: Exported, shown: Shown | null = null): string {
  const { lines, count } = statesIn(exported.trace, shown);
  const cut = `The file has the first ${lines.length} of ${count} states. Run fewer calls for a whole one.`;
  const meta = {
    format: "ITF",
    "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
    varTypes: {
      at: "Int",
      step: "Str",
      machines: "Str -> Str",
      calls: "Int -> Str",
      results: "Int -> Int",
      executions: "Int -> Int",
    },
    ...Object.fromEntries(factsOf(exported).map(({ name, value }) => [name, value])),
    ...(lines.length < count ? { cut } : {}),
  };
  const states = lines.join(",\n");
  return `{"#meta":${JSON.stringify(meta)},\n"vars":${JSON.stringify(VARS)},\n"states":[\n${states}\n]}\n`;
}
