/** Writes a specification: the same text for the same subsystem, however the text that it was read from looked. */
import { C_TYPES } from "./types.ts";
import type { Field, Parameter, Procedure, Rp2Type, Subsystem } from "./types.ts";

export function typeText(type: Rp2Type): string {
  switch (type.tag) {
    case "named":
      return type.name;
    case "struct":
      return `RPC2_Struct { ${type.fields.map((field) => `${withName(field)};`).join(" ")} }`;
    case "enum":
      return `RPC2_Enum { ${type.names.map(({ name, value }) => `${name} = ${value}`).join(", ")} }`;
    case "list":
      return typeText(type.of);
    default:
      return C_TYPES[type.tag];
  }
}

function withName({ name, type }: Field): string {
  const behind = type.tag === "bytes" ? `[${type.length}]` : type.tag === "list" ? "[]" : "";
  return `${typeText(type)} ${name}${behind}`;
}

const parameterText = (parameter: Parameter): string => `${parameter.mode} ${withName(parameter)}`;

/** `1: double_it(IN OUT RPC2_Integer testval);` */
export const procedureText = ({ name, opcode, parameters }: Procedure): string =>
  `${opcode}: ${name}(${parameters.map(parameterText).join(", ")});`;

/** The text of a subsystem, one line a declaration. Parsing it gives the same subsystem. */
export function subsystemText(subsystem: Subsystem): string {
  const { name, serverPrefix, clientPrefix, definitions, types, procedures } = subsystem;
  return [
    ...(serverPrefix === "" ? [] : [`Server Prefix "${serverPrefix}";`]),
    ...(clientPrefix === "" ? [] : [`Client Prefix "${clientPrefix}";`]),
    `Subsystem "${name}";`,
    ...definitions.map((one) => `#define ${one.name} ${typeof one.value === "number" ? one.value : `"${one.value}"`}`),
    ...types.map((one) => `typedef ${withName(one)};`),
    ...procedures.map(procedureText),
    "",
  ].join("\n");
}
