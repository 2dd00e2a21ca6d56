/** Files that the reader names: all of a file, and no more than a file of its kind can be. */
import * as fs from "node:fs";
import { quote } from "../faults/quote.ts";
import { refusal } from "./out-file.ts";
import { UsageError } from "./usage.ts";

/** Bytes. No interface and no program of a person comes near it; an endless file ends here. */
const MOST_TEXT = 4 << 20;
const CHUNK = 1 << 20;

/**
 * All bytes of a file.
 * @param what the verb, and the flag that names the file: "write: --program". Throws UsageError where it cannot be.
 * @param most bytes that it may have
 */
export function readBytes(what: string, name: string, path: string, most: number): Buffer {
  let file: number | null = null;
  try {
    file = fs.openSync(path, "r");
    const chunks: Buffer[] = [];
    let length = 0;
    for (let read = -1; read !== 0 && length <= most; length += read) {
      const chunk = Buffer.alloc(CHUNK);
      read = fs.readSync(file, chunk, 0, CHUNK, null);
      chunks.push(chunk.subarray(0, read));
    }
    if (length > most) throw new UsageError(`lab ${what} ${quote(name)} is larger than ${most >> 20} MB.`);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new UsageError(
      `lab ${what} ${quote(name)} cannot be read: ${isMissing ? "there is no such file" : refusal(error)}.`,
    );
  } finally {
    if (file !== null) fs.closeSync(file);
  }
}

/** A text that a person wrote. */
export const readText = (what: string, name: string, path: string): string =>
  readBytes(what, name, path, MOST_TEXT).toString("utf8");
