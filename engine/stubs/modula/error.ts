/** The errors of definition modules of Modula-2+, and of the bytes of their stubs. */
import { StubError, TextError, type StubPlace } from "../error.ts";

/** A text that is no definition module. */
export class ModulaError extends TextError {
  override readonly name = "ModulaError";
}

/** @param byte from 0; null for a value that is not encoded yet */
export const byteError = (place: StubPlace, byte: number | null, got: string, want: string): StubError =>
  new StubError(place, "byte", byte, got, want);
