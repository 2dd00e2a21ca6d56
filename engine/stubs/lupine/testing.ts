/** Random interfaces and random values of them, for the tests of this room. `pick` gives whole numbers of a range. */
import { oneOf, times, type Pick } from "../testing.ts";
import type { StubRecord, StubValue } from "./marshal.ts";
import { RANGES } from "./types.ts";
import type { Declaration, Field, Interface, LupineType, Simple } from "./types.ts";

const SIMPLE: readonly Simple[] = ["integer", "cardinal", "long integer", "long cardinal", "boolean", "character"];

/** Names are apart by their numbers; some begin with the letters of a keyword. */
const nameOf = (pick: Pick, i: number): string => `${oneOf(pick, ["a", "x", "END", "of", "constructor"])}${i}`;

function typeOf(pick: Pick, known: readonly LupineType[], depth: number): LupineType {
  const kind = pick(0, depth === 0 ? 3 : 6);
  if (kind <= 1) return { tag: oneOf(pick, SIMPLE) };
  if (kind === 2) return known.length > 0 ? oneOf(pick, known) : { tag: "string", most: pick(1, 9) };
  if (kind === 3) return { tag: "enumeration", names: times(pick(1, 4), (i) => nameOf(pick, i)) };
  const inside = (): LupineType => typeOf(pick, known, depth - 1);
  if (kind === 4) return { tag: "array", length: pick(1, 4), of: inside() };
  if (kind === 5) return { tag: "descriptor", of: inside() };
  return { tag: "record", fields: fieldsOf(pick, known, depth - 1, 1) };
}

const fieldsOf = (pick: Pick, known: readonly LupineType[], depth: number, least = 0): readonly Field[] =>
  times(pick(least, 3), (i) => ({ name: nameOf(pick, i), type: typeOf(pick, known, depth) }));

/** An interface of up to seven declarations, with types inside each other up to three deep. */
export function randomInterface(pick: Pick): Interface {
  const known: LupineType[] = [];
  const declarations = times(pick(0, 7), (i): Declaration => {
    const name = nameOf(pick, i);
    const tag = oneOf(pick, ["type", "procedure", "procedure", "error", "signal"] as const);
    if (tag === "type") {
      const type = typeOf(pick, known, 2);
      known.push({ tag: "named", name, is: type });
      return { tag, name, type };
    }
    const results = tag === "error" ? [] : fieldsOf(pick, known, 2);
    return { tag, name, arguments: fieldsOf(pick, known, 2), results };
  });
  return { name: nameOf(pick, 0), declarations };
}

const textOf = (pick: Pick, length: number): string => times(length, () => String.fromCharCode(pick(0, 255))).join("");

function randomValue(pick: Pick, type: LupineType): StubValue {
  switch (type.tag) {
    case "boolean":
      return pick(0, 1) === 1;
    case "character":
      return textOf(pick, 1);
    case "string":
      return textOf(pick, pick(0, type.most));
    case "enumeration":
      return oneOf(pick, type.names);
    case "array":
      return times(type.length, () => randomValue(pick, type.of));
    case "descriptor":
      return times(pick(0, 3), () => randomValue(pick, type.of));
    case "record":
      return randomRecord(pick, type.fields);
    case "named":
      return randomValue(pick, type.is);
    default: {
      const [least, most] = RANGES[type.tag];
      return pick(0, 3) === 0 ? oneOf(pick, [least, most, 0]) : pick(least, most);
    }
  }
}

export const randomRecord = (pick: Pick, fields: readonly Field[]): StubRecord =>
  Object.fromEntries(fields.map(({ name, type }) => [name, randomValue(pick, type)]));
