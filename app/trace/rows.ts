/** Rows of a trace by their numbers. A number without a row is a mistake of the program, and throws. */
import type { TraceData, Track } from "../../engine/kernel/trace-data.ts";

export function trackAt({ tracks }: TraceData, number: number | undefined): Track {
  const track = number === undefined ? undefined : tracks[number];
  if (track === undefined) throw new Error(`The trace has no track ${number}; it has ${tracks.length}.`);
  return track;
}
