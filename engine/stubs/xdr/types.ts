/** The types of XDR (RFC 4506, section 4) as plain data. Lengths count bytes or elements. */
import { padded } from "../../wire/bytes.ts";
import type { Place } from "./error.ts";

/** Whole numbers, each of which takes 4 bytes. `short` and `char` are rpcgen's: RFC 4506 leaves them out. */
export type WholeKind = "int" | "unsigned int" | "short" | "unsigned short" | "char" | "unsigned char";
export type HyperKind = "hyper" | "unsigned hyper";
type FloatKind = "float" | "double";

export interface Field {
  readonly name: string;
  readonly type: XdrType;
}

export interface EnumMember {
  readonly name: string;
  readonly value: number;
}

/** An arm of a union, for some values of its discriminant; void where `field` is null. */
export interface Arm {
  readonly cases: readonly number[];
  readonly field: Field | null;
}

export interface UnionType {
  readonly kind: "union";
  readonly on: Field; // the discriminant: int, unsigned int, bool or an enumeration
  readonly arms: readonly Arm[];
  /** For all other values; left out where those are not allowed. */
  readonly otherwise?: Field | null;
  /** Names of cases whose values stand in another file, so that other values cannot be told from them. */
  readonly unknownCases?: readonly string[];
}

interface StructType {
  readonly kind: "struct";
  readonly fields: readonly Field[];
}

export type XdrType =
  | { readonly kind: "void" }
  | { readonly kind: "whole"; readonly of: WholeKind }
  | { readonly kind: "hyper"; readonly of: HyperKind }
  | { readonly kind: "floating"; readonly of: FloatKind }
  | { readonly kind: "quadruple" }
  | { readonly kind: "bool" }
  | { readonly kind: "enum"; readonly members: readonly EnumMember[] }
  | { readonly kind: "opaque"; readonly length: number; readonly isFixed: boolean }
  | { readonly kind: "string"; readonly length: number } // at most so many bytes
  | { readonly kind: "array"; readonly of: XdrType; readonly length: number; readonly isFixed: boolean }
  | StructType
  | UnionType
  | { readonly kind: "optional"; readonly of: XdrType }
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "missing"; readonly name: string }; // it stands in another file, or its length does

export interface Procedure {
  readonly name: string;
  readonly number: number;
  readonly takes: readonly Field[]; // none for void; "arg1", "arg2" where the text names none
  readonly gives: XdrType;
}

export interface Version {
  readonly name: string;
  readonly number: number;
  readonly procedures: readonly Procedure[];
}

/** A remote program, as RFC 5531, section 12, declares one. */
export interface Program {
  readonly name: string;
  readonly number: number;
  readonly versions: readonly Version[];
}

/** A number, exact beyond 2^53, or a text. */
export type Constant = bigint | string;

/** A name that no text given declares. */
export interface Missing extends Place {
  readonly name: string;
  readonly what: "a type" | "a length" | "a case";
}

export interface Definitions {
  readonly types: ReadonlyMap<string, XdrType>;
  readonly constants: ReadonlyMap<string, Constant>;
  readonly programs: readonly Program[];
  readonly missing: readonly Missing[];
  /** Where fields, arguments and procedures stand; an element of an array stands where its array does. */
  readonly places: ReadonlyMap<Field | Procedure, Place>;
}

/** A type, with the definitions that its names come from. */
export interface Schema {
  readonly type: XdrType;
  readonly types: ReadonlyMap<string, XdrType>;
}

/** The most that a length can be. */
export const MAX_LENGTH = 2 ** 32 - 1;
/** Bytes that every item is filled up to a multiple of. */
export const UNIT = 4;

export const RANGES: Readonly<Record<WholeKind, readonly [least: number, most: number]>> = {
  int: [-(2 ** 31), 2 ** 31 - 1],
  "unsigned int": [0, MAX_LENGTH],
  short: [-(2 ** 15), 2 ** 15 - 1],
  "unsigned short": [0, 2 ** 16 - 1],
  char: [-(2 ** 7), 2 ** 7 - 1],
  "unsigned char": [0, 2 ** 8 - 1],
};

export const HYPER_RANGES: Readonly<Record<HyperKind, readonly [least: bigint, most: bigint]>> = {
  hyper: [-(2n ** 63n), 2n ** 63n - 1n],
  "unsigned hyper": [0n, 2n ** 64n - 1n],
};

type Resolved = Exclude<XdrType, { readonly kind: "named" }>;

/** What names stand for, by the definitions that they come from: a chain of names is followed once. */
const RESOLVED = new WeakMap<Schema["types"], Map<string, Resolved>>();

/** The type behind a name. Throws for a name that the parser did not know. */
export function resolve({ type, types }: Schema): Resolved {
  if (type.kind !== "named") return type;
  const known = RESOLVED.get(types) ?? new Map<string, Resolved>();
  RESOLVED.set(types, known);
  const passed: string[] = [];
  let found: XdrType | undefined = type;
  while (found?.kind === "named") {
    const before = known.get(found.name);
    if (before === undefined && passed.length > types.size) found = undefined;
    else {
      passed.push(found.name);
      found = before ?? types.get(found.name);
    }
  }
  if (found === undefined) throw new Error(`There is no XDR type ${type.name}.`);
  for (const name of passed) known.set(name, found);
  return found;
}

/** Whether it is known what a name stands for. */
export const isResolved = (name: string, types: Schema["types"]): boolean => RESOLVED.get(types)?.has(name) === true;

const LEAST = new WeakMap<XdrType, number>();

/** The fewest bytes of a value. A reader must have so many for each element before it believes a length. */
export function leastBytes(schema: Schema): number {
  const type = resolve(schema);
  const known = LEAST.get(type);
  if (known !== undefined) return known;
  const least = countLeast(type, schema);
  LEAST.set(type, least);
  return least;
}

function countLeast(type: Exclude<XdrType, { readonly kind: "named" }>, schema: Schema): number {
  const of = (inner: XdrType): number => leastBytes({ type: inner, types: schema.types });
  switch (type.kind) {
    case "void":
    case "missing":
      return 0;
    case "whole":
    case "bool":
    case "enum":
    case "string":
    case "optional":
      return UNIT;
    case "hyper":
      return 8;
    case "floating":
      return type.of === "float" ? UNIT : 8;
    case "quadruple":
      return 16;
    case "opaque":
      return type.isFixed ? padded(type.length) : UNIT;
    case "array":
      return type.isFixed ? type.length * of(type.of) : UNIT;
    case "struct":
      return type.fields.reduce((sum, field) => sum + of(field.type), 0);
    case "union":
      return UNIT; // an arm may lead to the same union again
  }
}

/**
 * The elements of a linked list: an optional structure whose last field is an optional one of its own kind, while no
 * other field leads to its kind. null for any other type: a tree has two such fields.
 */
export function listOf(schema: Schema): readonly Field[] | null {
  const { types } = schema;
  const type = resolve(schema);
  if (type.kind !== "optional") return null;
  const known = LISTS.get(type);
  if (known !== undefined) return known;
  const fields = listFields(type, types);
  LISTS.set(type, fields);
  return fields;
}

const LISTS = new WeakMap<XdrType, readonly Field[] | null>();

function listFields(type: Extract<XdrType, { readonly kind: "optional" }>, types: Schema["types"]) {
  const node = resolve({ type: type.of, types });
  if (node.kind !== "struct") return null;
  const next = node.fields.at(-1);
  if (next === undefined || node.fields.length < 2) return null;
  const link = resolve({ type: next.type, types });
  const isLink = link.kind === "optional" && resolve({ type: link.of, types }) === node;
  const others = node.fields.slice(0, -1);
  return isLink && !others.some((field) => leadsTo(node, field.type, types)) ? others : null;
}

/** Whether values of a type hold some of the kind `node`, behind pointers and in arrays. */
function leadsTo(node: XdrType, declared: XdrType, types: Schema["types"]): boolean {
  const type = resolve({ type: declared, types });
  if (type === node) return true;
  return (type.kind === "optional" || type.kind === "array") && leadsTo(node, type.of, types);
}

/** The name of the field that leads from a node of a linked list to the next. */
export function linkOf({ type, types }: Schema): string {
  const pointer = resolve({ type, types });
  const node = pointer.kind === "optional" ? resolve({ type: pointer.of, types }) : pointer;
  return (node.kind === "struct" ? node.fields.at(-1)?.name : undefined) ?? "";
}
