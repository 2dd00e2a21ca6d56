/** The errors of RP2Gen's specifications. */
import { TextError } from "../error.ts";

/** A text that is no specification. */
export class Rp2GenError extends TextError {
  override readonly name = "Rp2GenError";
}
