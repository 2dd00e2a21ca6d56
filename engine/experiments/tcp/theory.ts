/** What theory says of TCP, before any run. Windows are in segments, times in seconds, rates in segments a second. */

/** Each 1/p-th segment is lost: the mean window of Reno (Mathis and others 1997; RFC 9438, equation 3). */
export const renoWindow = (loss: number, acknowledgedEach = true): number =>
  Math.sqrt((acknowledgedEach ? 3 / 2 : 3 / 4) / loss);

const C = 0.4;
const BETA = 0.7;

/** The same of CUBIC, which is never below Reno’s (RFC 9438 §5). */
export const cubicWindow = (loss: number, trip: number, acknowledgedEach = true): number =>
  Math.max(((C * (3 + BETA)) / (4 * (1 - BETA))) ** 0.25 * (trip / loss) ** 0.75, renoWindow(loss, acknowledgedEach));

/** Reno with time-outs of `timeout` (Padhye and others 1998); `each` segments are acknowledged together. */
export const pftk = (loss: number, trip: number, timeout: number, each = 2): number =>
  1 /
  (trip * Math.sqrt((2 * each * loss) / 3) +
    timeout * Math.min(1, 3 * Math.sqrt((3 * each * loss) / 8)) * loss * (1 + 32 * loss ** 2));

/** Round trips of slow start that bring so many segments from a first window. */
export const slowStartRounds = (segments: number, window: number): number =>
  Math.ceil(Math.log2(segments / window + 1));

/** Mbit/s where the receiver limits the window. */
export const windowMbps = (bytes: number, trip: number): number => (bytes * 8) / trip / 1e6;

/**
 * Seconds of a block that no time-out holds up: its bytes on the link behind a round trip, or as many round trips as
 * the part of a server has windows of the receiver (ours).
 */
export const blockSeconds = (bytes: number, mbps: number, trip: number, windows: number): number =>
  Math.max((bytes * 8) / 1e6 / mbps + trip, Math.ceil(windows) * trip);

/** Mbit/s of blocks which take so long each, and which time-outs held up for so long in all (Chen and others 2009). */
export const incastMbps = (bytes: number, blocks: number, each: number, held: number): number =>
  (bytes * 8) / 1e6 / (blocks * each + held);
