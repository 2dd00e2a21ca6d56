/** Random modules and random values of them, for the tests of this room. `pick` gives whole numbers of a range. */
import { oneOf, times, type Pick } from "../testing.ts";
import { bare, fieldsBehind, NUMBERS } from "./types.ts";
import type { Field, Module, ModulaType, Parameter, Procedure, Simple, TypeDeclaration } from "./types.ts";
import { isBytes, isList, isRecord, type ModulaRecord, type ModulaValue } from "./values.ts";

const SIMPLE: readonly Simple[] = ["integer", "cardinal", "char", "boolean", "text"];

/** Names are apart by their numbers; some begin with the letters of a keyword. */
const nameOf = (pick: Pick, i: number): string => `${oneOf(pick, ["a", "x", "END", "VARIN", "Text"])}${i}`;

interface Known {
  readonly types: readonly ModulaType[]; // named, declared above
  readonly records: readonly string[]; // of the whole module
}

/** Simple values in a value of a type: types inside types grow fast. */
function weightOf(type: ModulaType): number {
  const at = bare(type);
  if (at.tag === "array") return at.length * weightOf(at.of);
  if (at.tag === "record") return at.fields.reduce((sum, field) => sum + weightOf(field.type), 0);
  return 1;
}

const HEAVIEST = 12;

function randomType(pick: Pick, known: Known, depth: number): ModulaType {
  const kind = pick(0, depth === 0 ? 2 : 5);
  const light = known.types.filter((type) => weightOf(type) <= HEAVIEST);
  if (kind === 1 && light.length > 0) return oneOf(pick, light);
  if (kind === 2 && known.records.length > 0) return { tag: "reference", to: oneOf(pick, known.records) };
  if (kind === 3) return { tag: "array", length: pick(1, 4), of: randomType(pick, known, depth - 1) };
  if (kind === 4) return { tag: "record", fields: randomFields(pick, known, depth - 1) };
  return { tag: oneOf(pick, SIMPLE) };
}

const randomFields = (pick: Pick, known: Known, depth: number): readonly Field[] =>
  times(pick(1, 3), (i) => ({ name: nameOf(pick, i), type: randomType(pick, known, depth) }));

function randomParameter(pick: Pick, known: Known, i: number): Parameter {
  const of = randomType(pick, known, 2);
  const type: ModulaType = pick(0, 2) === 0 ? { tag: "open array", of } : of;
  return { name: nameOf(pick, i), mode: oneOf(pick, ["value", "in", "out", "var"] as const), type };
}

/** A module of up to three records, which may point to each other, three other types, and four procedures. */
export function randomModule(pick: Pick): Module {
  const records = times(pick(0, 3), (i) => `Cell${i}`);
  const named: ModulaType[] = [];
  const types: TypeDeclaration[] = [];
  const declare = (name: string, type: ModulaType): void => {
    types.push({ name, type });
    named.push({ tag: "named", name, is: type });
  };
  for (const name of records)
    declare(name, { tag: "record", fields: randomFields(pick, { types: named, records }, 2) });
  for (let i = pick(0, 3); i > 0; i--) declare(`Type${i}`, randomType(pick, { types: named, records }, 2));
  const procedures = times(pick(0, 4), (i): Procedure => {
    const parameters = times(pick(0, 4), (at) => randomParameter(pick, { types: named, records }, at));
    return { name: `Do${i}`, parameters };
  });
  return { name: nameOf(pick, 0), types, procedures };
}

const textOf = (pick: Pick, length: number): string => times(length, () => String.fromCharCode(pick(0, 255))).join("");

/** Random values of a module; structures share parts and go round. */
export class Values {
  private readonly pick: Pick;
  private readonly module: Module;
  private readonly made = new Map<string, Record<string, ModulaValue>[]>(); // by the name of their type
  private left = 12; // objects

  constructor(pick: Pick, module: Module) {
    this.pick = pick;
    this.module = module;
  }

  record(fields: readonly Field[]): ModulaRecord {
    return Object.fromEntries(fields.map(({ name, type }) => [name, this.value(type)]));
  }

  private value(type: ModulaType): ModulaValue {
    const { pick } = this;
    const at = bare(type);
    switch (at.tag) {
      case "boolean":
        return pick(0, 1) === 1;
      case "text":
        return pick(0, 4) === 0 ? null : textOf(pick, pick(0, 9));
      case "array":
        return this.elements(at.of, at.length);
      case "open array":
        return this.elements(at.of, pick(0, 3));
      case "record":
        return this.record(at.fields);
      case "reference":
        return this.object(at.to);
      default: {
        const { least, most } = NUMBERS[at.tag];
        return pick(0, 3) === 0 ? oneOf(pick, [least, most, 0]) : pick(least, most);
      }
    }
  }

  private elements(of: ModulaType, length: number): ModulaValue {
    if (isBytes(of)) return Uint8Array.from(times(length, () => this.pick(0, 255)));
    return times(length, () => this.value(of));
  }

  private object(to: string): ModulaValue {
    const { pick } = this;
    const before = this.made.get(to) ?? [];
    this.made.set(to, before);
    if (pick(0, 3) === 0 || (this.left === 0 && before.length === 0)) return null;
    if (before.length > 0 && (this.left === 0 || pick(0, 2) === 0)) return oneOf(pick, before);
    this.left--;
    const made: Record<string, ModulaValue> = {};
    before.push(made); // its own fields may point to it
    for (const { name, type } of fieldsBehind(this.module, to)) made[name] = this.value(type);
    return made;
  }
}

/** Whether two values are alike, with the same parts shared. (A test’s `toEqual` goes each way through them anew.) */
export function alike(a: ModulaValue | undefined, b: ModulaValue | undefined): boolean {
  const partners = new Map<ModulaRecord, ModulaRecord>();
  const same = (one: ModulaValue | undefined, other: ModulaValue | undefined): boolean => {
    if (one instanceof Uint8Array) return other instanceof Uint8Array && String(one) === String(other);
    if (isList(one))
      return isList(other) && one.length === other.length && one.every((part, i) => same(part, other[i]));
    if (!isRecord(one)) return one === other;
    if (!isRecord(other)) return false;
    const before = partners.get(one);
    if (before !== undefined) return before === other;
    partners.set(one, other);
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
  };
  return same(a, b);
}
