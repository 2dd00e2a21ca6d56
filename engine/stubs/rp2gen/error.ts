/** The errors of RP2Gen's specifications, and of the bodies of their packets. */
import { StubError, TextError, type StubPlace } from "../error.ts";

/** A text that is no specification. */
export class Rp2GenError extends TextError {
  override readonly name = "Rp2GenError";
}

/** @param byte from 0; null for a value that is not encoded yet */
export const bodyError = (place: StubPlace, byte: number | null, got: string, want: string): StubError =>
  new StubError(place, "byte", byte, got, want);
