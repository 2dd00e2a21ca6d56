/**
 * What an address says that its place has no use for: every part and key of it is read or named, and nothing is passed
 * over in silence. What a bench link says is read in bench/link.ts, the step of a lesson by the lesson.
 */
import { PARAMETER_NAMES } from "../../engine/experiments/parameter-names.ts";
import { quote } from "../../engine/faults/fault.ts";
import { placeName } from "./location.ts";
import type { Place, PlaceName } from "./location.ts";

interface Reads {
  readonly parts: number; // of the path, after the place's name
  readonly keys: readonly string[];
  readonly many?: readonly string[]; // of the keys, those that may stand several times
  readonly parameters?: true; // it takes the parameters of experiments too
}

const READS: Readonly<Record<Exclude<PlaceName, "bench">, Reads>> = {
  "": { parts: 0, keys: [] },
  lesson: {
    parts: 1, // its keys are read in lesson/lesson-link.ts and manners.ts
    keys: ["step", "embed", "hide", "experiment", "seed", "fault"],
    many: ["fault"],
    parameters: true,
  },
  papers: { parts: 2, keys: ["row", "column", "entry"], many: ["row"] }, // read in papers/at.ts
  reference: { parts: 1, keys: [] },
};

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
  const { parts, keys, many = [], parameters } = READS[name];
  const query = new URLSearchParams(place.query);
  const rest = place.path
    .split("/")
    .slice(2 + parts)
    .join("/");
  const isKnown = (key: string): boolean => keys.includes(key) || (parameters === true && PARAMETERS.has(key));
  const unknown = new Set([...query.keys()].filter((key) => !isKnown(key)));
  const all = [...keys, ...(parameters === true ? ["the parameters of its experiment"] : [])];
  const known = all.length === 0 ? "this place takes no keys" : `this place takes ${all.join(", ")}`;
  return [
    ...(rest === "" ? [] : [`The end of the address, ${quote(rest)}, leads nowhere; this is what stands before it.`]),
    ...[...unknown].map((key) => `${quote(key)} = ${quote(query.get(key) ?? "")} is not used: ${known}.`),
    ...repeatedKeys(query, new Set([...unknown, ...many])),
  ];
}
