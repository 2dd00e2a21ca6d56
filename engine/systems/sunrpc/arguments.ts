/** The arguments of the procedures that each program calls: none, two bytes, four and more, or a struct. */
import { padded, putU16, putU32, u16, u32, u8 } from "../../wire/bytes.ts";

const SHORT = 2;
const LONG = 4;
/** Of XDR. */
const UNIT = 4;

/** Bytes, or a struct of a short, a string and a bool. */
export type ArgumentForm = "bytes" | "struct";

/** The argument of a call. `bytes` of a struct are the characters of its string. */
interface Argument {
  readonly form: ArgumentForm;
  readonly bytes: number;
}

/** 1 to 4, by the argument. */
export function procedureOf({ form, bytes }: Argument): number {
  if (form === "struct") return 4;
  return bytes === 0 ? 1 : bytes === SHORT ? 2 : 3;
}

const FIRST_LETTER = 97;
const LETTERS = 26;

/**
 * The argument of a call: its number, as a short in two bytes or a long in four. More bytes are filled with zeros. A
 * struct has the number as its short, letters in its string, and true.
 * @param isXdr a short then takes four bytes, and all is filled up to four; without, a struct's fields stand close
 */
export function argumentOf({ form, bytes }: Argument, call: number, isXdr: boolean): Uint8Array {
  const short = call % 2 ** 15;
  if (form === "struct") return structOf(bytes, short, isXdr);
  const data = new Uint8Array(isXdr ? padded(bytes) : bytes);
  if (bytes === SHORT && !isXdr) putU16(data, 0, short);
  else if (bytes === SHORT) putU32(data, 0, short);
  else if (bytes >= LONG) putU32(data, 0, call);
  return data;
}

/** In XDR each field begins a unit: the short, the string's length, its characters, the bool. */
function structOf(characters: number, short: number, isXdr: boolean): Uint8Array {
  const letters = Uint8Array.from({ length: characters }, (_, i) => FIRST_LETTER + (i % LETTERS));
  if (isXdr) {
    const data = new Uint8Array(2 * UNIT + padded(characters) + UNIT);
    putU32(data, 0, short);
    putU32(data, UNIT, characters);
    data.set(letters, 2 * UNIT);
    putU32(data, data.length - UNIT, 1);
    return data;
  }
  const data = new Uint8Array(2 * SHORT + characters + 1);
  putU16(data, 0, short);
  putU16(data, SHORT, characters);
  data.set(letters, 2 * SHORT);
  data[data.length - 1] = 1;
  return data;
}

/**
 * The value that a procedure finds in its argument, as text; null where the bytes hold none, because they are too few.
 * It is read as Sun's routines do: of a short the lower half of its unit counts, a bool is true unless it is 0, and
 * nobody looks at bytes that fill a unit up.
 * @param bytes that client and server have agreed on, where the procedure takes bytes
 */
export function argumentIn(data: Uint8Array, procedure: number, bytes: number, isXdr: boolean): string | null {
  const shortBytes = isXdr ? UNIT : SHORT;
  const shortAt = (at: number): number => u16(data, isXdr ? at + SHORT : at);
  if (procedure === 1) return "";
  if (procedure === 2) return data.length < shortBytes ? null : String(shortAt(0));
  if (procedure === 3) return data.length < bytes ? null : data.subarray(0, bytes).join();
  const from = 2 * shortBytes;
  if (data.length < from) return null;
  const characters = isXdr ? u32(data, UNIT) : u16(data, SHORT);
  const end = from + (isXdr ? padded(characters) : characters);
  if (data.length < end + (isXdr ? UNIT : 1)) return null;
  const bool = isXdr ? u32(data, end) : u8(data, end);
  return `${shortAt(0)} ${data.subarray(from, from + characters).join()} ${bool !== 0}`;
}

/** Zeros that XDR puts behind an argument, or behind a struct's string, to fill its last unit. A short has none. */
export const fillingOf = ({ form, bytes }: Argument): number =>
  form === "bytes" && bytes === SHORT ? 0 : padded(bytes) - bytes;
