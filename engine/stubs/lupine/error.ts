/** Errors of Lupine and its stubs: each says where, what it got and what it wants. */

/** A text that is no interface. `line 3, column 12: got "FOO", want a type.` */
export class LupineError extends Error {
  override readonly name = "LupineError";
  readonly line: number; // from 1
  readonly column: number; // in characters, from 1
  readonly got: string; // '"FOO"', or "the end of the text"
  readonly want: string; // "a type"

  constructor(place: Place, got: string, want: string, advice = "") {
    super(`line ${place.line}, column ${place.column}: got ${got}, want ${want}.${advice === "" ? "" : ` ${advice}`}`);
    this.line = place.line;
    this.column = place.column;
    this.got = got;
    this.want = want;
  }
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A place in a stub's message: `Files.Read, arguments, buffer[3]`. */
export interface StubPlace {
  readonly procedure: string; // with its interface: "Files.Read"
  readonly part: "arguments" | "results";
  readonly argument: string; // "buffer[3].length"; "" for all of them
}

/** Values that do not fit the types of a procedure, or words that no such values encode to. */
export class StubError extends Error {
  override readonly name = "StubError";
  readonly procedure: string;
  readonly part: StubPlace["part"];
  readonly argument: string;
  readonly word: number | null; // from 0; null for a value that is not encoded yet
  readonly got: string;
  readonly want: string;

  constructor(place: StubPlace, word: number | null, got: string, want: string) {
    const { procedure, part, argument } = place;
    const where = [procedure, part, argument, word === null ? "" : `word ${word}`].filter((text) => text !== "");
    super(`${where.join(", ")}: got ${got}, want ${want}.`);
    this.procedure = procedure;
    this.part = part;
    this.argument = argument;
    this.word = word;
    this.got = got;
    this.want = want;
  }
}
