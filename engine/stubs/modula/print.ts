/** Writes a definition module: the same text for the same module, however the text that it was read from looked. */
import type { Field, Mode, Module, ModulaType, Parameter, Procedure } from "./types.ts";

export function typeText(type: ModulaType): string {
  switch (type.tag) {
    case "array":
      return `ARRAY [0..${type.length - 1}] OF ${typeText(type.of)}`;
    case "open array":
      return `ARRAY OF ${typeText(type.of)}`;
    case "record":
      return `RECORD ${type.fields.map((field) => `${fieldText(field)};`).join(" ")} END`;
    case "reference":
      return `REF ${type.to}`;
    case "named":
      return type.name;
    case "text":
      return "Text.T";
    default:
      return type.tag.toUpperCase();
  }
}

const fieldText = ({ name, type }: Field): string => `${name}: ${typeText(type)}`;

const MODES: Readonly<Record<Mode, string>> = { value: "", in: "VAR IN ", out: "VAR OUT ", var: "VAR " };

const parameterText = (parameter: Parameter): string => `${MODES[parameter.mode]}${fieldText(parameter)}`;

/** `PROCEDURE MaxResult(VAR OUT buf: ARRAY OF CHAR);` */
export const procedureText = ({ name, parameters }: Procedure): string =>
  `PROCEDURE ${name}(${parameters.map(parameterText).join("; ")});`;

/** The text of a module, one declaration a line. Parsing it gives the same module. */
export const moduleText = ({ name, types, procedures }: Module): string =>
  [
    `DEFINITION MODULE ${name};`,
    ...types.map((one) => `  TYPE ${one.name} = ${typeText(one.type)};`),
    ...procedures.map((one) => `  ${procedureText(one)}`),
    `END ${name}.\n`,
  ].join("\n");
