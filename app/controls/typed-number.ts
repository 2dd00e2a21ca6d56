/** Numbers that a reader types into a field, and lists of them. */
import { quote } from "../../engine/faults/quote.ts";
import { readTyped } from "../../engine/faults/number-text.ts";
import type { NumberRange, NumberRead } from "../../engine/faults/number-text.ts";
import { unitText } from "../words/units.ts";

interface Field extends NumberRange {
  readonly unit: string;
}

/** @param before the text that the field had before the reader changed it */
export const typedNumber = (field: Field, text: string, before = ""): NumberRead =>
  readTyped(text, field, { units: [field.unit, unitText(field.unit)], wasGrouped: before.includes(",") });

type ListRead = { readonly values: readonly number[] } | { readonly why: string };

/** The numbers of texts; the first problem where one of them is none. */
function allOf(field: Field, texts: readonly string[]): ListRead {
  const values: number[] = [];
  for (const text of texts) {
    const read = typedNumber(field, text);
    // "000" is the end of 1,000 and no value.
    if ("why" in read || /^0\d/.test(text)) return { why: "why" in read ? read.why : `${quote(text)} begins with 0.` };
    values.push(read.value);
  }
  return { values };
}

/** What stands between two clear separators: one number, or several with commas or spaces. Both is refused. */
function chunkOf(field: Field, chunk: string): ListRead {
  const one = typedNumber(field, chunk);
  const texts = chunk.split(/[,\s]+/u).filter((text) => text !== "");
  const several = texts.length > 1 ? allOf(field, texts) : one;
  if ("value" in one && texts.length > 1 && "values" in several) {
    const list = several.values.join(" and ");
    return {
      why: `${quote(chunk)} can be ${one.value}, or ${list}. Write ${one.value}, or ${several.values.join("; ")}.`,
    };
  }
  if ("value" in one) return { values: [one.value] };
  return "values" in several ? several : one;
}

/**
 * Numbers with semicolons, or else with commas or spaces between; the sentence says why a text is none. Empty for an
 * empty text.
 */
export function typedNumbers(field: Field, text: string): ListRead {
  const parts = (mark: RegExp): readonly string[] => text.split(mark).filter((one) => one.trim() !== "");
  if (text.includes(";")) return allOf(field, parts(/;/u));
  const values: number[] = [];
  for (const chunk of parts(/,\s+|\n/u)) {
    const read = chunkOf(field, chunk.trim());
    if ("why" in read) return read;
    values.push(...read.values);
  }
  return { values };
}
