/** The checks that parts make of what they are given, so that a wrong value throws where it is given. */

/**
 * Gives `value` back. Throws RangeError where it is no number from `least` to `most`: "Ethernet: mbps = -1, want 0.001
 * to 1000000 Mbit/s."
 */
export function inRange(part: string, name: string, value: number, least: number, most: number, unit = ""): number {
  if (value >= least && value <= most) return value;
  throw new RangeError(`${part}: ${name} = ${value}, want ${least} to ${most}${unit === "" ? "" : ` ${unit}`}.`);
}

/** Gives `value` back. Throws RangeError where it is no whole number from `least`: "switch: bytes = -3, want …". */
export function wholeFrom(part: string, name: string, value: number, least: number, unit = ""): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  const wanted = `a whole number${unit === "" ? "" : ` of ${unit}`} from ${least}`;
  throw new RangeError(`${part}: ${name} = ${value}, want ${wanted}.`);
}

/** Sizes of frames that a medium takes, in bytes, the check sequence not counted. */
export interface FrameSizes {
  readonly least: number;
  readonly most: number;
}

/** Throws RangeError for a frame of another size: "Ethernet: a frame of 2042 bytes, want 14 to 1514 …". */
export function checkFrame(part: string, bytes: number, { least, most }: FrameSizes): void {
  if (Number.isSafeInteger(bytes) && bytes >= least && bytes <= most) return;
  const wanted = `${least} to ${most}, the check sequence not counted`;
  throw new RangeError(`${part}: a frame of ${bytes} bytes, want ${wanted}. Send what is longer in several frames.`);
}

/** Speeds of a network from a modem's to far beyond today's, in Mbit/s. */
export const checkSpeed = (part: string, mbps: number): number => inRange(part, "mbps", mbps, 1e-3, 1e6, "Mbit/s");

/** No cable goes further than round the earth, in metres. */
export const checkCable = (part: string, metres: number): number => inRange(part, "metres", metres, 0, 4e7, "m");
