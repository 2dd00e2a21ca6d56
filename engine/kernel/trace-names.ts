/** Numbers for the tracks, steps, owners and words of a trace. Equal values have one number. */
import type { FactName } from "./trace-data.ts";

/** Numbers equal values alike, from 0. */
export class Names<Value> {
  readonly values: Value[] = [];
  private readonly numbers = new Map<string, number>();

  /** The number that the value with this key has; undefined where it has none yet. */
  number(key: string): number | undefined {
    return this.numbers.get(key);
  }

  /** The number of the value with this key, and whether it is new. */
  intern(key: string, value: Value): [number: number, isNew: boolean] {
    const known = this.numbers.get(key);
    if (known !== undefined) return [known, false];
    this.numbers.set(key, this.values.push(value) - 1);
    return [this.values.length - 1, true];
  }
}

/** A label of marks, with the kind and the value that its marks have. */
export interface Label {
  readonly text: string;
  readonly kind: number; // index into MARK_KINDS
  readonly value: number;
}

/** Numbers equal descriptions of facts alike, from 0. Few share a name, so a search among those is quick. */
export class FactNames {
  readonly values: FactName[] = [];
  private readonly byName = new Map<string, number[]>();

  number({ name, kind, limit }: FactName): number {
    const known = this.byName.get(name);
    const found = known?.find((one) => this.values[one]?.kind === kind && this.values[one].limit === limit);
    if (found !== undefined) return found;
    const number = this.values.push(limit === undefined ? { name, kind } : { name, kind, limit }) - 1;
    if (known === undefined) this.byName.set(name, [number]);
    else known.push(number);
    return number;
  }
}
