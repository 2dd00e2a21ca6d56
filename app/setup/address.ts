/**
 * What an address says that its place does not read: the reader is told of each part and each key. The bench tells of
 * its own (setup/link.ts).
 */
import { PARAMETER_NAMES } from "../../engine/experiments/families.ts";
import { quote } from "../../engine/faults/fault.ts";
import { LINKS } from "./link-table.ts";
import { placeName } from "./location.ts";
import type { Place } from "./location.ts";

const PARAMETERS: ReadonlySet<string> = new Set(PARAMETER_NAMES);

/** A sentence for each key that stands more than once and may not. */
export function repeatedKeys(query: URLSearchParams, many: ReadonlySet<string>): readonly string[] {
  return [...new Set(query.keys())].flatMap((key) => {
    const given = query.getAll(key);
    if (given.length === 1 || many.has(key)) return [];
    return [
      `${quote(key)} stands in the link ${given.length} times; the last one, ${quote(given.at(-1) ?? "")}, counts.`,
    ];
  });
}

/** A sentence for each thing that a place other than the bench does not read. Never throws. */
export function unusedIn(place: Place): readonly string[] {
  const name = placeName(place);
  if (name === null || name === "bench") return []; // no place at all, or one that says all itself
  const { parts, keys, many, parameters } = LINKS[name];
  const query = new URLSearchParams(place.query);
  const rest = place.path
    .split("/")
    .slice(2 + parts)
    .join("/");
  const isKnown = (key: string): boolean => keys.some((one) => one === key) || (parameters && PARAMETERS.has(key));
  const unknown = new Set([...query.keys()].filter((key) => !isKnown(key)));
  const all = [...keys, ...(parameters ? ["the parameters of its experiment"] : [])];
  const known = all.length === 0 ? "this place takes no keys" : `this place takes ${all.join(", ")}`;
  return [
    ...(rest === "" ? [] : [`The end of the address, ${quote(rest)}, leads nowhere; this is what stands before it.`]),
    ...[...unknown].map((key) => `${quote(key)} = ${quote(query.get(key) ?? "")} is not used: ${known}.`),
    ...repeatedKeys(query, new Set([...unknown, ...many])),
  ];
}
