/** The errors of Lupine's texts, and of the words of its stubs. */
import { StubError, TextError, type StubPlace } from "../error.ts";

/** A text that is no definitions module. */
export class LupineError extends TextError {
  override readonly name = "LupineError";
}

/** @param word from 0; null for a value that is not encoded yet */
export const wordError = (place: StubPlace, word: number | null, got: string, want: string): StubError =>
  new StubError(place, "word", word, got, want);
