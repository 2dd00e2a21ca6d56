/** Rows of a trace by their numbers. A number without a row is a mistake of the program, and throws. */
import { markRef, packetRef, spanRef } from "../../engine/kernel/trace-data.ts";
import type { TraceData, Track } from "../../engine/kernel/trace-data.ts";

/** The tables of what begins at a moment: when each row does, and the name of a row. */
export const tablesOf = ({ spans, packets, marks }: TraceData) =>
  [
    { table: spans, starts: spans.start, refOf: spanRef },
    { table: packets, starts: packets.departs, refOf: packetRef },
    { table: marks, starts: marks.at, refOf: markRef },
  ] as const;

export function trackAt({ tracks }: TraceData, number: number | undefined): Track {
  const track = number === undefined ? undefined : tracks[number];
  if (track === undefined) throw new Error(`The trace has no track ${number}; it has ${tracks.length}.`);
  return track;
}
