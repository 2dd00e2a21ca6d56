/** Checks of a text beyond its grammar: every type has a size, and whole numbers choose the arms of unions. */
import { XdrTextError, type Place } from "./error.ts";
import { isResolved, RANGES, resolve } from "./types.ts";
import type { Schema, UnionType, XdrType } from "./types.ts";
import { MAX_DEPTH } from "./values.ts";

export const DISCRIMINANT = "a whole number, a bool or an enum";

/** The types of one text that the checks have found right. */
export interface Checked {
  readonly sizes: Set<XdrType>;
  readonly unions: Set<XdrType>;
}

/** Throws XdrTextError at `place` for a type that is not as it must be. */
export function checkType(schema: Schema, place: Place, { sizes, unions }: Checked): void {
  checkName(schema, place);
  checkSize(schema, place, sizes, new Set());
  checkUnions(schema, place, unions);
}

const ITSELF = "a type that holds itself";
/** A value cannot have more structures and lists inside each other (values.ts). */
const DEEPEST = MAX_DEPTH;

/** A name may stand for another name, but not for itself. */
function checkName({ type, types }: Schema, place: Place): void {
  const passed = new Set<string>();
  for (
    let at: XdrType | undefined = type;
    at?.kind === "named" && !isResolved(at.name, types);
    at = types.get(at.name)
  ) {
    if (passed.has(at.name)) throw new XdrTextError(place, ITSELF, "a type");
    passed.add(at.name);
  }
}

function checkSize(schema: Schema, place: Place, checked: Set<XdrType>, outer: Set<XdrType>): void {
  checkName(schema, place);
  const type = resolve(schema);
  if (checked.has(type)) return;
  if (outer.has(type)) throw new XdrTextError(place, ITSELF, "one behind a * or in a <>");
  if (outer.size === DEEPEST) throw new XdrTextError(place, "one type more", `at most ${DEEPEST} inside each other`);
  outer.add(type);
  for (const inner of heldBy(type)) checkSize({ type: inner, types: schema.types }, place, checked, outer);
  outer.delete(type);
  checked.add(type);
}

/**
 * The types of values that one of this type has in itself whatever it is: behind a * or in a <> there may be none, and
 * a union may have another arm.
 */
function heldBy(type: XdrType): readonly XdrType[] {
  return type.kind === "optional" || type.kind === "union" || (type.kind === "array" && !type.isFixed)
    ? []
    : partsOf(type);
}

function partsOf(type: XdrType): readonly XdrType[] {
  switch (type.kind) {
    case "array":
    case "optional":
      return [type.of];
    case "struct":
      return type.fields.map((field) => field.type);
    case "union": {
      const arms = [...type.arms.map(({ field }) => field), type.otherwise ?? null];
      return arms.flatMap((field) => (field === null ? [] : [field.type]));
    }
    default:
      return [];
  }
}

function checkUnions(schema: Schema, place: Place, checked: Set<XdrType>): void {
  const { types } = schema;
  const open = [resolve(schema)];
  for (let type = open.pop(); type !== undefined; type = open.pop()) {
    if (checked.has(type)) continue;
    checked.add(type);
    if (type.kind === "union") checkDiscriminant(type, schema, place);
    open.push(...partsOf(type).map((inner) => resolve({ type: inner, types })));
  }
}

function checkDiscriminant({ on, arms }: UnionType, { types }: Schema, place: Place): void {
  const type = resolve({ type: on.type, types });
  if (type.kind === "missing") return;
  if (type.kind !== "whole" && type.kind !== "bool" && type.kind !== "enum") {
    throw new XdrTextError(place, `a union by ${on.name}`, `${DISCRIMINANT} as its discriminant`);
  }
  const allowed = allowedBy(type);
  for (const value of arms.flatMap(({ cases }) => cases)) {
    if (!allowed(value)) throw new XdrTextError(place, `a case ${value}`, `a value of ${on.name}`);
  }
}

function allowedBy(type: XdrType): (value: number) => boolean {
  if (type.kind === "bool") return (value) => value === 0 || value === 1;
  if (type.kind === "enum") {
    const known = new Set(type.members.map((member) => member.value));
    return (value) => known.has(value);
  }
  const [least, most] = type.kind === "whole" ? RANGES[type.of] : RANGES.int;
  return (value) => value >= least && value <= most;
}
