/**
 * A run as a trace in ITF, the Informal Trace Format of Apalache and Quint: one state behind each step of a machine and
 * each end of a call. A state has the machines' states by their names, the outcomes of the calls so far, the moment,
 * and the step that has led to it.
 */
import { itemAt, numberAt, outcomeOf, timeAt } from "../../kernel/reads.ts";
import type { TraceData } from "../../kernel/trace-data.ts";
import { factsOf, type Exported } from "./facts.ts";

/** An integer of ITF. */
const big = (value: number) => ({ "#bigint": String(Math.round(value)) });

const VARS = ["at", "step", "machines", "calls"];

/** What happens in a run, in the order of time. */
interface Happening {
  readonly at: number;
  readonly step: string;
  readonly machine?: readonly [name: string, state: string];
  readonly call?: readonly [number: number, outcome: string];
}

function happeningsIn(trace: TraceData): readonly Happening[] {
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
  const ends = Array.from({ length: calls.count }, (_, row): readonly Happening[] => {
    const [number, outcome] = [row + 1, outcomeOf(trace, row)];
    const begins = { at: timeAt(calls.start, row), step: `call ${number} begins` };
    const begun: Happening = { ...begins, call: [number, "pending"] };
    if (outcome === "pending") return [begun];
    return [begun, { at: timeAt(calls.end, row), step: `call ${number} ${outcome}`, call: [number, outcome] }];
  });
  return [...ends.flat(), ...steps].sort((a, b) => a.at - b.at);
}

export function toItf(exported: Exported): string {
  const [machines, calls] = [new Map<string, string>(), new Map<number, string>()];
  const states = happeningsIn(exported.trace).map(({ at, step, machine, call }, index) => {
    if (machine !== undefined) machines.set(...machine);
    if (call !== undefined) calls.set(...call);
    return {
      "#meta": { index },
      at: big(at),
      step,
      machines: { "#map": [...machines] },
      calls: { "#map": [...calls].map(([number, outcome]) => [big(number), outcome]) },
    };
  });
  const meta = {
    format: "ITF",
    "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
    varTypes: { at: "Int", step: "Str", machines: "Str -> Str", calls: "Int -> Str" },
    ...Object.fromEntries(factsOf(exported).map(({ name, value }) => [name, value])),
  };
  const lines = states.map((state) => JSON.stringify(state)).join(",\n");
  return `{"#meta":${JSON.stringify(meta)},\n"vars":${JSON.stringify(VARS)},\n"states":[\n${lines}\n]}\n`;
}
