/** All that is pulled in a waterfall: the ends of its bars, and the line below its rows. */
import type { BarHands } from "../timeline/props.ts";
import { handleOfRow, trackOf } from "./bar-ends.ts";
import type { End } from "./bar-ends.ts";
import type { ShownRow } from "./rows.ts";

export { BarEnd } from "./BarEnd.tsx";
export { BarLine } from "./BarLine.tsx";

/**
 * The end of each row’s bar that can be pulled; null for the others. Of the ends of one parameter the first is a Tab
 * stop: by key each does the same.
 */
export function endsOf(rows: readonly (ShownRow | null)[], { handles, setup }: BarHands): readonly (End | null)[] {
  const stops = new Set<string>();
  return rows.map((row) => {
    const handle = row === null ? null : handleOfRow(row, handles);
    const track = handle === null ? null : trackOf(handle, setup);
    if (handle === null || track === null) return null;
    const { key } = track.pulled;
    const isStop = !stops.has(key);
    stops.add(key);
    return { handle, track, isStop };
  });
}
