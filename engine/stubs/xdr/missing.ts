/** Which of the names that no text declares a type needs. */
import type { Compiled } from "./compile.ts";
import type { Missing, XdrType } from "./types.ts";

/** The first name that every value of the type needs to be read or written; undefined where all are there. */
export function missingIn({ type, types, missing }: Compiled): Missing | undefined {
  const passed = new Set<XdrType>();
  const open: XdrType[] = [type];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (passed.has(next)) continue;
    passed.add(next);
    const name = next.kind === "missing" ? next.name : null;
    const found = missing.find((one) => one.name === name);
    if (found !== undefined) return found;
    open.push(...leadsTo(next, types));
  }
  return undefined;
}

function leadsTo(type: XdrType, types: ReadonlyMap<string, XdrType>): readonly XdrType[] {
  switch (type.kind) {
    case "named": {
      const known = types.get(type.name);
      return known === undefined ? [] : [known];
    }
    case "array":
    case "optional":
      return [type.of];
    case "struct":
      return type.fields.map((field) => field.type);
    case "union":
      return [type.on.type]; // another arm may be chosen
    default:
      return [];
  }
}
