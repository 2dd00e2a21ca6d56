/** Where the data of a call's argument end in its message, in XDR: behind it there are only bytes that fill it up. */
import type { ParamValues } from "../../../engine/experiments/types.ts";
import { fillingOf } from "../../../engine/systems/sunrpc/arguments.ts";
import { padded } from "../../../engine/wire/bytes.ts";
import { counted } from "../../words/numbers.ts";
import type { MessageUnit } from "../../trace/message-units.ts";

/** The length that the reader may pull, and what it is called. */
export interface DataEnd {
  readonly bytes: number;
  readonly least: number;
  readonly most: number;
  /** Bytes of the message up to their end. */
  readonly at: number;
  readonly isString: boolean;
}

/** As far as a pull or a key goes: more bytes are no longer seen at once. */
const MOST_BYTES = 128;
/** Of a struct before its string: the short, and the string's length. */
const BEFORE_STRING = 8;

/**
 * Null where the message has no argument in XDR: a reply, or a program without XDR.
 * @param kind of the packet
 */
export function dataEndOf(values: ParamValues, units: readonly MessageUnit[], kind: string): DataEnd | null {
  const { program, encoding, argument, argumentBytes } = values;
  const header = units.filter(({ isHeader }) => isHeader).reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (program !== "sun-rpc" || encoding !== "xdr" || kind !== "call" || header === 0) return null;
  const isString = argument === "struct";
  const bytes = Number(argumentBytes);
  const at = header + (isString ? BEFORE_STRING : 0) + padded(bytes) - fillingOf(formOf(isString, bytes));
  return { bytes, least: 0, most: Math.max(MOST_BYTES, bytes), at, isString };
}

const formOf = (isString: boolean, bytes: number) => ({ form: isString ? "struct" : "bytes", bytes }) as const;

/** "9 letters" */
export const lengthText = (bytes: number, isString: boolean): string => counted(bytes, isString ? "letter" : "byte");

/** "3 bytes of padding" */
export function fillText(bytes: number, isString: boolean): string {
  const filling = fillingOf(formOf(isString, bytes));
  return filling === 0 ? "no padding" : `${counted(filling, "byte")} of padding`;
}
