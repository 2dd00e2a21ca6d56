/** The arguments of the three procedures that each program calls: none, two bytes, or four and more. */
import { padded } from "../../wire/bytes.ts";
import { putU16, putU32 } from "../../wire/bytes.ts";

const SHORT = 2;
const LONG = 4;

/** 1, 2 or 3, by the argument. */
export const procedureOf = (bytes: number): number => (bytes === 0 ? 1 : bytes === SHORT ? 2 : 3);

/**
 * The argument of a call: its number, as a short in two bytes or a long in four. More bytes are filled with zeros.
 * @param isXdr a short then takes four bytes, and all is filled up to four
 */
export function argumentOf(bytes: number, call: number, isXdr: boolean): Uint8Array {
  const data = new Uint8Array(isXdr ? padded(bytes) : bytes);
  const short = call % 2 ** 15;
  if (bytes === SHORT && !isXdr) putU16(data, 0, short);
  else if (bytes === SHORT) putU32(data, 0, short);
  else if (bytes >= LONG) putU32(data, 0, call);
  return data;
}
