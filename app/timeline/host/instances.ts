/** The instances of protocols on a machine, step by step, as the trace's transitions have them. */
import { itemAt, timeAt } from "../../../engine/kernel/reads.ts";
import type { TraceData } from "../../../engine/kernel/trace-data.ts";
import { HALF } from "../../trace/machine-events.ts";

export interface Instance {
  readonly protocol: string; // "Firefly caller"
  readonly name: string; // "caller thread 1"
  /** Its transitions, in order of time. */
  readonly rows: readonly number[];
}

type Instances = ReadonlyMap<string, readonly Instance[]>;

const known = new WeakMap<TraceData, Instances>();

/** Of a machine, in the order in which they began. */
export function instancesOf(trace: TraceData, machine: string): readonly Instance[] {
  const all = known.get(trace) ?? read(trace);
  known.set(trace, all);
  return all.get(machine) ?? [];
}

interface Reading extends Instance {
  readonly rows: number[];
}

function read(trace: TraceData): Instances {
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
    const host = wordAt(trace, machine[row]);
    const others = all.get(host);
    if (others === undefined) all.set(host, [made]);
    else others.push(made);
  }
  return all;
}

export function wordAt({ words }: TraceData, number: number | undefined): string {
  const word = number === undefined ? undefined : words[number];
  if (word === undefined) throw new Error(`The trace has no word ${number}; it has ${words.length}.`);
  return word;
}

/** The place in `rows` of an instance's last transition by a moment; -1 before its first. */
export function lastBy({ transitions }: TraceData, rows: readonly number[], time: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeAt(transitions.at, itemAt(rows, middle, "transition")) <= time + HALF) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
