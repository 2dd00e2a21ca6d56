/** A buffer in words, and how many places of it are drawn. */
import { counted } from "../words/numbers.ts";
import type { BufferOf } from "./buffers.ts";

/** More places are one bar. */
export const MOST_PLACES = 64;
/** Places are drawn beyond the rim, so that there is something to pull it to. */
const BEYOND = 8;
const LEAST_SPAN = 16;
/** A finger at the rim has its room within the figure. */
const ROOM_BESIDE = 1.1;

/** How many places are drawn: some more than there are, in eights, so that a key does not move all of them. */
export function spanOf({ places, most }: Pick<BufferOf, "places" | "most">): number {
  const all = Math.max(places ?? 0, most);
  const wanted = Math.max(all + BEYOND, all * ROOM_BESIDE);
  return Math.max(LEAST_SPAN, Math.ceil(wanted / BEYOND) * BEYOND);
}

/** "12 of 25 places taken", "1 waits" */
export function levelText(held: number, places: number | null): string {
  if (places === null) return `${held} ${held === 1 ? "waits" : "wait"}`;
  return `${held} of ${counted(places, "place")} taken`;
}

export const factsText = ({ kind, places, bytes, most }: BufferOf): string => {
  const size =
    kind === "socket" && places !== null ? ` A place is for a packet that carries ${counted(bytes, "byte")}.` : "";
  const bound = places === null ? " Nothing bounds it in this run." : "";
  return `At most ${counted(most, "packet")} lay here at once.${bound}${size}`;
};

/** "No packet is lost (−4)." */
export function outcomeText(before: number, after: number, isLate: boolean): string {
  if (isLate) return "…";
  const change = after - before;
  const by = change === 0 ? "as before" : `${change > 0 ? "+" : "−"}${Math.abs(change)}`;
  return `${after === 0 ? "No packet is lost" : `${counted(after, "packet")} lost`} (${by})`;
}
