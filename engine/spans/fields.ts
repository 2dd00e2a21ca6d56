/** Reads of fields that a file may lack or hold in another shape than its format says. */
import { visible } from "../faults/quote.ts";
import { JsonNumber, JsonObject } from "./json.ts";
import type { Json } from "./json.ts";
import { countOf } from "./number.ts";

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const snakeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A field under its name, or under the name with underscores that some writers of the same format use. */
export function fieldOf(object: JsonObject, name: string): Json | undefined {
  return object.fields.get(name) ?? object.fields.get(snakeOf(name));
}

export const has = (object: JsonObject, name: string): boolean => fieldOf(object, name) !== undefined;

/** Characters that turn a line round: a name with one would write the page's words after it backwards. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text, or a number as text; "" for anything else. A character that turns the line stands as its code: "\u202e". */
export function textOf(value: Json | undefined): string {
  if (typeof value === "string") return value.replace(TURNS, visible);
  return value instanceof JsonNumber ? value.text : "";
}

export const textField = (object: JsonObject, name: string): string => textOf(fieldOf(object, name));

export const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isList(value) ? value.filter((item) => item instanceof JsonObject) : [];

/** A list of objects, or the one object that stands in its place. */
export function listField(object: JsonObject, name: string): readonly JsonObject[] {
  const value = fieldOf(object, name);
  return value instanceof JsonObject ? [value] : objectsIn(value);
}

export function objectField(object: JsonObject, name: string): JsonObject | null {
  const value = fieldOf(object, name);
  return value instanceof JsonObject ? value : null;
}

/** Names of attributes that say how many bytes a call's messages have, by the conventions of tracing libraries. */
const MESSAGE = /(?:^|[._])(?:request|response|message|messaging|body|payload|envelope|reply|rpc)(?:[._]|$)/i;
const SIZE = /(?:^|[._])(?:size|bytes|length|(?:un)?compressed_size)(?:_bytes)?$/i;

const isSize = (name: string): boolean => SIZE.test(name) && (MESSAGE.test(name) || /^(?:bytes|size)$/i.test(name));

/** Bytes that attributes speak of, as [name, value]; null where none does. */
export function bytesIn(attributes: Iterable<readonly [string, Json | undefined]>): number | null {
  let sum: number | null = null;
  for (const [name, value] of attributes) {
    const count = isSize(name) ? countOf(value) : undefined;
    if (count !== undefined) sum = (sum ?? 0) + count;
  }
  return sum;
}
