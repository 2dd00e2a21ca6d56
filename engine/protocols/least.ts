/** The earliest of some moments that may be there or not. */
import type { Nanos } from "../kernel/time.ts";

/** Null where none is there. */
export const least = (moments: readonly (Nanos | null)[]): Nanos | null =>
  moments.reduce<Nanos | null>((first, at) => (at !== null && (first === null || at < first) ? at : first), null);
