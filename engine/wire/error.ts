/** A reader or writer met a value, and wanted another. */
interface WireProblem {
  readonly what: string; // "IPv4 header": the structure that was being read or written
  readonly at: number; // byte offset in the array that was handed over
  readonly field: string; // "header checksum"
  readonly got: number | string;
  readonly want: string; // "at most 1440", "0x1f2e"
  readonly advice?: string; // one sentence: a likely cause, or what to do
}

/**
 * Bytes that break a format, or a record that does not fit into one. The message says where, what, what is allowed
 * and, where we know, what to do:
 * `UDP header, byte 40, checksum: got 0x0000, want 0x1f2e. Was the sender's checksum switched off?`
 */
export class WireError extends Error {
  override readonly name = "WireError";
  readonly what: string;
  readonly at: number;
  readonly field: string;
  readonly got: number | string;
  readonly want: string;
  readonly advice: string;

  constructor(problem: WireProblem) {
    const { what, at, field, got, want, advice = "" } = problem;
    super(`${what}, byte ${at}, ${field}: got ${got}, want ${want}.${advice === "" ? "" : ` ${advice}`}`);
    this.what = what;
    this.at = at;
    this.field = field;
    this.got = got;
    this.want = want;
    this.advice = advice;
  }
}

/** Throws where fewer than `length` bytes lie between `at` and `end`. */
export function needBytes(what: string, at: number, end: number, length: number): void {
  if (end - at >= length) return;
  throw new WireError({
    what,
    at,
    field: "length",
    got: `${Math.max(0, end - at)} bytes`,
    want: `at least ${length}`,
    advice: "Was the capture cut short?",
  });
}

/** Throws where a number to be written is not a whole number of 0…`max`. */
export function needRange(what: string, at: number, field: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= max) return;
  throw new WireError({ what, at, field, got: value, want: `a whole number of 0…${max}` });
}
