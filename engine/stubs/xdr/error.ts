/** Errors of the XDR language and of its bytes: each says where, what it got and what it wants. */

import { TextError, type Place as PlaceInText } from "../error.ts";

export interface Place extends PlaceInText {
  readonly source: string; // the file or the flag that the text comes from; "" where there is only one
}

/** A text that is no XDR. `types.x, line 3, column 12: got "foo", want a type.` */
export class XdrTextError extends TextError {
  override readonly name = "XdrTextError";

  constructor(place: Place, got: string, want: string, advice = "") {
    super(place, got, want, advice, place.source);
  }
}

/** A value that its type cannot hold, or bytes that no value encodes to. `byte 8, where.x: got 5, want 0 or 1.` */
export class XdrError extends Error {
  override readonly name = "XdrError";
  readonly offset: number; // of the item that is wrong, in bytes from the first byte of the value
  readonly field: string; // "where.x", "names[3]"; "" for the value itself
  readonly got: string;
  readonly want: string;

  constructor(offset: number, field: string, got: string, want: string) {
    super(`byte ${offset}${field === "" ? "" : `, ${field}`}: got ${got}, want ${want}.`);
    this.offset = offset;
    this.field = field;
    this.got = got;
    this.want = want;
  }
}
