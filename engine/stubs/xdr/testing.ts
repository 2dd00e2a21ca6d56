/** Random types of XDR, their text, and random values of them, for tests. `pick` gives whole numbers of a range. */
import { digitsOf } from "../../wire/bytes.ts";
import { oneOf, times, type Pick } from "../testing.ts";
import { HYPER_RANGES, RANGES, resolve } from "./types.ts";
import type { Field, HyperKind, Schema, WholeKind, XdrType } from "./types.ts";
import { floatValue, type XdrValue } from "./values.ts";

const WHOLE = Object.keys(RANGES) as WholeKind[];
const HYPER = Object.keys(HYPER_RANGES) as HyperKind[];

/** A name that no other has: names of values are the whole text's. */
class Names {
  private given = 0;
  next = (pick: Pick): string => `${oneOf(pick, ["a", "int_", "Case", "constructor", "void2_"])}${this.given++}`;
}

function simpleType(pick: Pick, names: Names): XdrType {
  switch (pick(0, 6)) {
    case 0:
      return { kind: "hyper", of: oneOf(pick, HYPER) };
    case 1:
      return oneOf<XdrType>(pick, [
        { kind: "floating", of: "float" },
        { kind: "floating", of: "double" },
      ]);
    case 2:
      return { kind: "bool" };
    case 3:
      return { kind: "enum", members: times(pick(1, 4), (i) => ({ name: names.next(pick), value: i * 7 - 9 })) };
    case 4:
      return { kind: "opaque", length: pick(0, 9), isFixed: pick(0, 1) === 1 };
    case 5:
      return oneOf<XdrType>(pick, [{ kind: "string", length: pick(0, 9) }, { kind: "quadruple" }]);
    default:
      return { kind: "whole", of: oneOf(pick, WHOLE) };
  }
}

/** A type with others inside it, up to `depth` deep. */
export function randomType(pick: Pick, depth: number, names = new Names()): XdrType {
  const kind = depth === 0 ? 0 : pick(0, 6);
  const inside = (): XdrType => randomType(pick, depth - 1, names);
  const field = (): Field => ({ name: names.next(pick), type: inside() });
  switch (kind) {
    case 3:
      return { kind: "array", of: inside(), length: pick(1, 4), isFixed: pick(0, 1) === 1 };
    case 4:
      return { kind: "optional", of: inside() };
    case 5:
      return { kind: "struct", fields: times(pick(1, 4), field) };
    case 6: {
      const on: Field = { name: names.next(pick), type: { kind: "whole", of: "int" } };
      const arms = times(pick(1, 3), (i) => ({ cases: [i, -1 - i], field: pick(0, 2) === 0 ? null : field() }));
      return { kind: "union", on, arms, ...(pick(0, 1) === 0 ? {} : { otherwise: pick(0, 1) === 0 ? null : field() }) };
    }
    default:
      return simpleType(pick, names);
  }
}

/** The text of a type, behind definitions for what the grammar cannot write inside another type. */
export function typeText(type: XdrType): string {
  const printer = new Printer();
  const text = printer.bare(type);
  return [...printer.definitions, text].join("\n");
}

class Printer {
  readonly definitions: string[] = [];
  private named = 0;

  /** The text of a type that can stand before a name. */
  bare(type: XdrType): string {
    switch (type.kind) {
      case "whole":
      case "hyper":
      case "floating":
        return type.of;
      case "enum":
        return `enum { ${type.members.map(({ name, value }) => `${name} = ${value}`).join(", ")} }`;
      case "opaque":
      case "string":
      case "array":
      case "optional": {
        const name = `defined${this.named++}`;
        this.definitions.push(`typedef ${this.field({ name, type })};`);
        return name;
      }
      case "struct":
        return `struct { ${type.fields.map((field) => `${this.field(field)}; `).join("")}}`;
      case "union": {
        const arms = type.arms.map(
          ({ cases, field }) => `${cases.map((value) => `case ${value}: `).join("")}${this.field(field)}; `,
        );
        const otherwise = type.otherwise === undefined ? "" : `default: ${this.field(type.otherwise)}; `;
        return `union switch (${this.field(type.on)}) { ${arms.join("")}${otherwise}}`;
      }
      case "named":
        return type.name;
      default:
        return type.kind;
    }
  }

  private field(field: Field | null): string {
    if (field === null) return "void";
    const { name, type } = field;
    switch (type.kind) {
      case "string":
        return `string ${name}<${type.length}>`;
      case "opaque":
        return `opaque ${name}${lengthText(type)}`;
      case "array":
        return `${this.bare(type.of)} ${name}${lengthText(type)}`;
      case "optional":
        return `${this.bare(type.of)} *${name}`;
      default:
        return `${this.bare(type)} ${name}`;
    }
  }
}

const lengthText = ({ length, isFixed }: { readonly length: number; readonly isFixed: boolean }): string =>
  isFixed ? `[${length}]` : `<${length}>`;

const randomBytes = (pick: Pick, bytes: number): Uint8Array => Uint8Array.from(times(bytes, () => pick(0, 255)));
const hexOf = (pick: Pick, bytes: number): string => digitsOf(randomBytes(pick, bytes));

/** A number that so many random bytes stand for. */
function randomFloat(pick: Pick, kind: "float" | "double"): number {
  const view = new DataView(randomBytes(pick, 8).buffer);
  return kind === "float" ? view.getFloat32(0) : view.getFloat64(0);
}

/** A value of the type. */
export function randomValue(pick: Pick, { type: declared, types }: Schema): XdrValue {
  const type = resolve({ type: declared, types });
  const of = (inner: XdrType): XdrValue => randomValue(pick, { type: inner, types });
  const record = (fields: readonly Field[]): XdrValue =>
    Object.fromEntries(fields.map((field) => [field.name, of(field.type)]));
  switch (type.kind) {
    case "void":
    case "missing":
      return null;
    case "whole":
      return oneOf(pick, [...RANGES[type.of], 0, pick(...RANGES[type.of])]);
    case "hyper":
      return String(oneOf(pick, [...HYPER_RANGES[type.of], 0n, BigInt(pick(0, 2 ** 31 - 1)) ** 2n]));
    case "floating":
      return floatValue(oneOf(pick, [randomFloat(pick, type.of), 0, -0, NaN, -Infinity, 1.5]));
    case "quadruple":
      return hexOf(pick, 16);
    case "bool":
      return pick(0, 1) === 1;
    case "enum":
      return oneOf(pick, type.members).name;
    case "opaque":
      return hexOf(pick, type.isFixed ? type.length : pick(0, type.length));
    case "string":
      return times(pick(0, Math.floor(type.length / 3)), () => oneOf(pick, ["a", "é", "€", "\0"])).join("");
    case "array":
      return times(type.isFixed ? type.length : pick(0, type.length), () => of(type.of));
    case "optional":
      return pick(0, 1) === 0 ? null : of(type.of);
    case "struct":
      return record(type.fields);
    case "union": {
      const arm = oneOf(pick, type.arms);
      const other = type.otherwise !== undefined && pick(0, 2) === 0;
      const value = other ? 1000 : oneOf(pick, arm.cases);
      const field = other ? type.otherwise : arm.field;
      return {
        [type.on.name]: value,
        ...(field === null || field === undefined ? {} : { [field.name]: of(field.type) }),
      };
    }
  }
}
