/** Lupine: a definitions module in, stubs out. A program that has its interface as data needs `stubsOf` alone. */
import { parseInterface } from "./parser.ts";
import { stubsOf, type Stub } from "./stub.ts";

/** The stubs of a definitions module. Throws LupineError with line and column where the text is none. */
export const lupine = (text: string): Stub => stubsOf(parseInterface(text));
