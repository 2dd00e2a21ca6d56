/** Two drawings of one scene, compared part by part. */
import { groupedBy } from "../../../engine/kernel/tally.ts";
import type { Part } from "./shapes.ts";

/** A part that stands so far from where it stood has moved. */
const MOVED = 0.01; // px

interface Move {
  readonly before: Part;
  readonly after: Part;
  /** The greatest change of one of its numbers. */
  readonly by: number;
}

interface Difference {
  readonly added: readonly Part[];
  readonly removed: readonly Part[];
  readonly moved: readonly Move[];
  /** Whether the same parts are painted in another order. */
  readonly isReordered: boolean;
}

/** Infinity for parts with another count of numbers: they have other forms. */
function distance({ at: a }: Part, { at: b }: Part): number {
  if (a.length !== b.length) return Infinity;
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? NaN))), 0);
}

/** Each part of one kind with the nearest of the other drawing that no other part has. */
function paired(before: readonly Part[], after: readonly Part[]): Difference {
  const left = [...after];
  const removed: Part[] = [];
  const moved: Move[] = [];
  const take = (part: Part, most: number): boolean => {
    const distances = left.map((one) => distance(part, one));
    const by = Math.min(...distances);
    if (by > most || by === Infinity) return false;
    const [found] = left.splice(distances.indexOf(by), 1);
    if (by > MOVED && found !== undefined) moved.push({ before: part, after: found, by });
    return true;
  };
  const apart = before.filter((part) => !take(part, MOVED));
  for (const part of apart) if (!take(part, Infinity)) removed.push(part);
  return { added: left, removed, moved, isReordered: false };
}

const wordOf = ({ what, at }: Part): string => `${what} ${at.map((value) => value.toFixed(1)).join(" ")}`;

/** Null where nothing differs. */
export function differenceOf(before: readonly Part[], after: readonly Part[]): Difference | null {
  const [old, now] = [groupedBy(before, ({ what }) => what), groupedBy(after, ({ what }) => what)];
  const kinds = [...new Set([...old.keys(), ...now.keys()])];
  const all = kinds.map((kind) => paired(old.get(kind) ?? [], now.get(kind) ?? []));
  const [added, removed] = [all.flatMap((one) => one.added), all.flatMap((one) => one.removed)];
  const moved = all.flatMap((one) => one.moved);
  const isSame = added.length + removed.length + moved.length === 0;
  const isReordered = isSame && before.some(({ what }, i) => what !== after[i]?.what);
  return isSame && !isReordered ? null : { added, removed, moved, isReordered };
}

/** What a reader reads in a part; empty where it has no words. */
const textOf = ({ what }: Part): string =>
  [...what.matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join(" ");

const SHOWN = 4; // of each kind of difference

const LONGEST = 200; // characters of a part

const few = (parts: readonly string[]): string =>
  parts
    .slice(0, SHOWN)
    .map((one) => (one.length > LONGEST ? `${one.slice(0, LONGEST)}…` : one))
    .concat(parts.length > SHOWN ? [`and ${parts.length - SHOWN} more`] : [])
    .map((one) => `    ${one}\n`)
    .join("");

/** The difference in lines, with the words that are no longer there. */
export function differenceText(name: string, { added, removed, moved, isReordered }: Difference): string {
  const now = new Set(added.map(textOf));
  const lost = removed.map(textOf).filter((text) => text !== "" && !now.has(text));
  const most = Math.max(0, ...moved.map(({ by }) => by));
  const counts = `${added.length} added, ${removed.length} removed, ${moved.length} moved (by ${most.toFixed(2)} px)`;
  const far = moved.toSorted((a, b) => b.by - a.by).map(({ before, by }) => `${by.toFixed(2)} px: ${wordOf(before)}`);
  return [
    `${name}: ${isReordered ? "painted in another order" : counts}\n`,
    lost.length === 0 ? "" : `  words lost: ${lost.join("; ")}\n`,
    few(added.map((part) => `+ ${wordOf(part)}`)),
    few(removed.map((part) => `- ${wordOf(part)}`)),
    few(far),
  ].join("");
}
