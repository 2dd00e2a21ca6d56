/** Texts that the reader names: all of a file, and no more than a text of its kind can be. */
import * as fs from "node:fs";
import { quote } from "../faults/quote.ts";
import { refusal } from "./out-file.ts";
import { UsageError } from "./usage.ts";

/** Bytes. No interface and no program of a person comes near it; an endless file ends here. */
const MOST = 4 << 20;

/** @param what the verb, and the flag that names the file: "write: --program". Throws UsageError where it cannot be. */
export function readText(what: string, name: string, path: string): string {
  let file: number | null = null;
  try {
    file = fs.openSync(path, "r");
    const bytes = Buffer.alloc(MOST + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length <= MOST; length += read) {
      read = fs.readSync(file, bytes, length, bytes.length - length, null);
    }
    if (length > MOST) throw new UsageError(`lab ${what} ${quote(name)} is larger than ${MOST >> 20} MB.`);
    return bytes.toString("utf8", 0, length);
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
