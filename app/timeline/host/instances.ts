/** The instances of protocols on a machine, step by step, as the trace's transitions have them. */
import { itemAt, timeAt } from "../../../engine/kernel/reads.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { HALF } from "../../trace/machine-events.ts";
import { gather, listUnder } from "../../../engine/kernel/tally.ts";
import { analysis } from "../../trace/analysis.ts";
import { firstWhere } from "../../../engine/kernel/first-where.ts";

export interface Instance {
  readonly protocol: string; // "Firefly caller"
  readonly name: string; // "caller thread 1"
  /** Its transitions, in order of time. */
  readonly rows: readonly number[];
}

/** Of a machine, in the order in which they began. */
export const instancesOf = (trace: TraceData, machine: string): readonly Instance[] =>
  listUnder(instancesIn(trace), machine);

interface Reading extends Instance {
  readonly rows: number[];
}

const instancesIn = analysis((trace: TraceData): ReadonlyMap<string, readonly Instance[]> => {
  const { machine, protocol, instance, count } = trace.transitions;
  const all = new Map<string, Instance[]>();
  const byWords = new Map<string, Reading>();
  for (let row = 0; row < count; row++) {
    const key = `${machine[row]} ${protocol[row]} ${instance[row]}`;
    const before = byWords.get(key);
    if (before !== undefined) {
      before.rows.push(row);
      continue;
    }
    const made: Reading = { protocol: wordAt(trace, protocol[row]), name: wordAt(trace, instance[row]), rows: [row] };
    byWords.set(key, made);
    gather(all, wordAt(trace, machine[row]), made);
  }
  return all;
});

export function wordAt({ words }: TraceData, number: number | undefined): string {
  const word = number === undefined ? undefined : words[number];
  if (word === undefined) throw new Error(`The trace has no word ${number}; it has ${words.length}.`);
  return word;
}

/** The place in `rows` of an instance's last transition by a moment; -1 before its first. */
export const lastBy = ({ transitions }: TraceData, rows: readonly number[], time: number): number =>
  firstWhere(rows.length, (place) => timeAt(transitions.at, itemAt(rows, place, "transition")) > time + HALF) - 1;
