/** Types and procedures in the words of the XDR language. */
import { MAX_LENGTH } from "./types.ts";
import type { Procedure, XdrType } from "./types.ts";

const limit = (length: number): string => (length === MAX_LENGTH ? "" : String(length));

/** A type in the words of its language; a structure without a name as "struct". */
export function typeText(type: XdrType): string {
  switch (type.kind) {
    case "whole":
    case "hyper":
    case "floating":
      return type.of;
    case "opaque":
      return `opaque${type.isFixed ? `[${type.length}]` : `<${limit(type.length)}>`}`;
    case "string":
      return `string<${limit(type.length)}>`;
    case "array":
      return `${typeText(type.of)}${type.isFixed ? `[${type.length}]` : `<${limit(type.length)}>`}`;
    case "optional":
      return `${typeText(type.of)} *`;
    case "named":
    case "missing":
      return type.name;
    default:
      return type.kind;
  }
}

/** `int ADD(int a, string<9> b)` */
export function procedureText({ name, takes, gives }: Procedure): string {
  const given = takes.map((field) =>
    /^arg\d+$/.test(field.name) ? typeText(field.type) : `${typeText(field.type)} ${field.name}`,
  );
  return `${typeText(gives)} ${name}(${given.length === 0 ? "void" : given.join(", ")})`;
}
