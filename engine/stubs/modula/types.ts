/**
 * A definition module of Modula-2+ as far as the Firefly's stubs carry its values (Schroeder & Burrows 1990, Section
 * 2.2): values, arrays of fixed and of variable length, texts, records, and structures linked by pointers.
 */

export type ModulaType =
  | { readonly tag: Simple }
  | { readonly tag: "array"; readonly length: number; readonly of: ModulaType } // at least one element
  | { readonly tag: "open array"; readonly of: ModulaType } // a parameter's type only
  | { readonly tag: "record"; readonly fields: readonly Field[] } // at least one
  | { readonly tag: "reference"; readonly to: string } // to a type of the module, declared anywhere in it
  | { readonly tag: "named"; readonly name: string; readonly is: ModulaType }; // declared above

export type Simple = "integer" | "cardinal" | "char" | "boolean" | "text";

/** The least and the greatest value of each type of numbers, and its bytes in a message. */
export const NUMBERS = {
  integer: { least: -0x80000000, most: 0x7fffffff, bytes: 4 },
  cardinal: { least: 0, most: 0xffffffff, bytes: 4 },
  char: { least: 0, most: 0xff, bytes: 1 },
} as const;

/** A field of a record. */
export interface Field {
  readonly name: string;
  readonly type: ModulaType;
}

/** "value": copied; "in", "out": VAR IN and VAR OUT, an address that is for one direction only; "var": for both. */
export type Mode = "value" | "in" | "out" | "var";

export interface Parameter extends Field {
  readonly mode: Mode;
}

export type Packet = "call" | "result";

/** Whether a parameter travels in the packet. */
export const isIn = (packet: Packet, { mode }: Parameter): boolean =>
  mode === "var" || (packet === "call") === (mode !== "out");

export interface Procedure {
  readonly name: string;
  readonly parameters: readonly Parameter[];
}

export interface TypeDeclaration {
  readonly name: string;
  readonly type: ModulaType;
}

export interface Module {
  readonly name: string;
  readonly types: readonly TypeDeclaration[];
  readonly procedures: readonly Procedure[];
}

/** The type itself behind its names. */
export function bare(type: ModulaType): Exclude<ModulaType, { readonly tag: "named" }> {
  let at = type;
  while (at.tag === "named") at = at.is;
  return at;
}

export const scalarBytes = (tag: Exclude<Simple, "text">): number => (tag === "boolean" ? 1 : NUMBERS[tag].bytes);

/** The bytes of every value of a type; null where values differ in size, or refer to others. */
export function fixedBytes(type: ModulaType): number | null {
  const at = bare(type);
  switch (at.tag) {
    case "integer":
    case "cardinal":
    case "char":
    case "boolean":
      return scalarBytes(at.tag);
    case "array": {
      const each = fixedBytes(at.of);
      return each === null ? null : at.length * each;
    }
    case "record":
      return at.fields.reduce<number | null>((sum, { type: of }) => {
        const more = fixedBytes(of);
        return sum === null || more === null ? null : sum + more;
      }, 0);
    default:
      return null;
  }
}

/** The fields of the record that a reference points to. Throws where there is none: the parser lets none pass. */
export function fieldsBehind({ name, types }: Module, reference: string): readonly Field[] {
  const found = types.find((one) => one.name === reference);
  const type = found === undefined ? null : bare(found.type);
  if (type?.tag !== "record") throw new Error(`${name} has no record ${reference}.`);
  return type.fields;
}

/** Whether values of a type can refer to others. */
export function hasReferences(type: ModulaType): boolean {
  const at = bare(type);
  if (at.tag === "reference") return true;
  if (at.tag === "array" || at.tag === "open array") return hasReferences(at.of);
  return at.tag === "record" && at.fields.some((field) => hasReferences(field.type));
}
