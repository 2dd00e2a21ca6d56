/** Series of a run: numbers over its time. */
import { itemAt } from "./reads.ts";
import type { Nanos } from "./time.ts";

/** A number over the time of a run. Each value holds from its moment until the next one. */
export interface SeriesLine {
  readonly name: string; // "server1"
  readonly atNs: readonly Nanos[]; // ascending
  /** As many as moments; null while there is none, such as of a machine that is down. */
  readonly values: readonly (number | null)[];
}

/** Collects the lines of one series. */
export class SeriesLog {
  private readonly known = new Map<string, { readonly atNs: Nanos[]; readonly values: (number | null)[] }>();

  /** The line has this value from now on. Of several values at one moment the last counts. */
  note(line: string, at: Nanos, value: number | null): void {
    let found = this.known.get(line);
    if (found === undefined) this.known.set(line, (found = { atNs: [], values: [] }));
    const { atNs, values } = found;
    if (atNs.at(-1) === at) {
      atNs.pop();
      values.pop();
    }
    if (values.length > 0 && values.at(-1) === value) return;
    atNs.push(at);
    values.push(value);
  }

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  /** In the order in which they were first noted. */
  lines(): readonly SeriesLine[] {
    return [...this.known].map(([name, { atNs, values }]) => ({ name, atNs, values }));
  }
}

/** What is wrong with a line, as the end of a sentence; null where nothing is. */
export function brokenLine({ name, atNs, values }: SeriesLine): string | null {
  const of = `its line ${JSON.stringify(name)}`;
  if (atNs.length !== values.length) return `${of} has ${atNs.length} moments and ${values.length} values`;
  for (const [i, at] of atNs.entries()) {
    const value = itemAt(values, i, "value");
    if (value !== null && !Number.isFinite(value)) return `${of} is ${value} at ${at} ns, want a number or null`;
    if (!Number.isFinite(at) || (i > 0 && at <= itemAt(atNs, i - 1, "moment")))
      return `${of} has a moment ${at} ns, want moments in ascending order`;
  }
  return null;
}
