/**
 * The values that stubs carry. INTEGER, CARDINAL, CHAR: a number. BOOLEAN: true or false. Text.T: a text of codes up to
 * 255, or null for NIL. An array of CHAR: its bytes. Any other array: a list. RECORD: an object with its fields and no
 * others. REF: such an object, or null for NIL; one object behind two pointers is one object at the other end, too.
 */
import { bare, type ModulaType } from "./types.ts";

export type ModulaValue = number | boolean | string | null | Uint8Array | readonly ModulaValue[] | ModulaRecord;

export interface ModulaRecord {
  readonly [field: string]: ModulaValue;
}

export const isRecord = (value: ModulaValue | undefined): value is ModulaRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

export const isList = (value: ModulaValue | undefined): value is readonly ModulaValue[] => Array.isArray(value);

/** Whether an array of these elements is held as its bytes. */
export const isBytes = (element: ModulaType): boolean => bare(element).tag === "char";
