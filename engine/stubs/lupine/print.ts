/**
 * Writes an interface as a definitions module: the same text for the same interface, however the text that it was read
 * from looked.
 */
import type { Declaration, Field, Interface, LupineType } from "./types.ts";

export function typeText(type: LupineType): string {
  switch (type.tag) {
    case "string":
      return `STRING [${type.most}]`;
    case "enumeration":
      return `{${type.names.join(", ")}}`;
    case "array":
      return `ARRAY [0..${type.length}) OF ${typeText(type.of)}`;
    case "descriptor":
      return `DESCRIPTOR FOR ARRAY OF ${typeText(type.of)}`;
    case "record":
      return `RECORD ${fieldsText(type.fields)}`;
    case "named":
      return type.name;
    default:
      return type.tag.toUpperCase();
  }
}

const fieldsText = (fields: readonly Field[]): string =>
  `[${fields.map(({ name, type }) => `${name}: ${typeText(type)}`).join(", ")}]`;

function declarationText(declaration: Declaration): string {
  const { tag, name } = declaration;
  if (tag === "type") return `${name}: TYPE = ${typeText(declaration.type)};`;
  const { arguments: given, results } = declaration;
  const takes = given.length === 0 ? "" : ` ${fieldsText(given)}`;
  const returns = results.length === 0 ? "" : ` RETURNS ${fieldsText(results)}`;
  return `${name}: ${tag.toUpperCase()}${takes}${returns};`;
}

/** The text of an interface, one declaration a line. Parsing it gives the same interface. */
export const interfaceText = ({ name, declarations }: Interface): string =>
  [`${name}: DEFINITIONS = BEGIN`, ...declarations.map((one) => `  ${declarationText(one)}`), "END.\n"].join("\n");
