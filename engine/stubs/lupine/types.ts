/**
 * An interface as Mesa's definitions modules have them, as far as a call can carry it to another machine: no pointers,
 * no procedures as arguments. All values are made of 16-bit words, as on the Dorado.
 */

export type LupineType =
  | { readonly tag: Simple }
  | { readonly tag: "string"; readonly most: number } // characters
  | { readonly tag: "enumeration"; readonly names: readonly string[] } // at least one
  | { readonly tag: "array"; readonly length: number; readonly of: LupineType } // at least one element
  | { readonly tag: "descriptor"; readonly of: LupineType } // an array whose length comes with it
  | { readonly tag: "record"; readonly fields: readonly Field[] } // at least one
  | { readonly tag: "named"; readonly name: string; readonly is: LupineType }; // declared above

export type Simple = "integer" | "cardinal" | "long integer" | "long cardinal" | "boolean" | "character";

/** The least and the greatest value of each type of numbers. */
export const RANGES = {
  integer: [-0x8000, 0x7fff],
  cardinal: [0, 0xffff],
  "long integer": [-0x80000000, 0x7fffffff],
  "long cardinal": [0, 0xffffffff],
} as const;

/** A field of a record, an argument or a result. */
export interface Field {
  readonly name: string;
  readonly type: LupineType;
}

export type Declaration =
  { readonly tag: "type"; readonly name: string; readonly type: LupineType } | ProcedureDeclaration | SignalDeclaration;

export interface ProcedureDeclaration {
  readonly tag: "procedure";
  readonly name: string;
  readonly arguments: readonly Field[];
  readonly results: readonly Field[];
}

/** An exception. A handler may resume a signal, and its results go back; an error ends the procedure that raised it. */
export interface SignalDeclaration {
  readonly tag: "error" | "signal";
  readonly name: string;
  readonly arguments: readonly Field[];
  readonly results: readonly Field[]; // of a signal; an error has none
}

export interface Interface {
  readonly name: string;
  readonly declarations: readonly Declaration[]; // in the order of the text
}

/** Words of a message, and of a type at its shortest: as many as a length of 16 bits counts. */
export const MAX_WORDS = 65_535;

/** The words of the shortest value of a type. */
export function leastWords(type: LupineType): number {
  switch (type.tag) {
    case "long integer":
    case "long cardinal":
      return 2;
    case "array":
      return type.length * leastWords(type.of);
    case "record":
      return type.fields.reduce((sum, field) => sum + leastWords(field.type), 0);
    case "named":
      return leastWords(type.is);
    default:
      return 1; // a simple value, or a length
  }
}

/** The words of the longest value of a type; null where only the message limits it. */
export function mostWords(type: LupineType): number | null {
  switch (type.tag) {
    case "string":
      return 1 + Math.ceil(type.most / 2);
    case "descriptor":
      return null;
    case "array": {
      const each = mostWords(type.of);
      return each === null ? null : type.length * each;
    }
    case "record":
      return type.fields.reduce<number | null>((sum, field) => {
        const more = mostWords(field.type);
        return sum === null || more === null ? null : sum + more;
      }, 0);
    case "named":
      return mostWords(type.is);
    default:
      return leastWords(type);
  }
}
