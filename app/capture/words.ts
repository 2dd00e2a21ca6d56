/** Times of a capture, no finer than its clock. */
import { numberText } from "../words/numbers.ts";
import { durationText } from "../words/times.ts";

/** "3.522": seconds from the first packet. */
export const secondsText = (nanos: number): string => numberText(nanos / 1e9, 3);

/** "41.6 ms"; "under 10 ms" where the clock of the capture cannot tell the time from none. */
export function tookText(nanos: number, resolutionNs: number): string {
  if (nanos < resolutionNs) return `under ${durationText(resolutionNs)}`;
  return durationText(Math.round(nanos / resolutionNs) * resolutionNs);
}
