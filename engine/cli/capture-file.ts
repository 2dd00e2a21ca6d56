/** Captures that the reader names, read piece by piece, and unpacked where they are packed by gzip. */
import { createReadStream, openSync, readSync, closeSync, statSync } from "node:fs";
import { createGunzip } from "node:zlib";
import { quote } from "../faults/quote.ts";
import { ForeignFile, isGzip } from "../capture/file.ts";
import type { Dissection } from "../capture/dissection.ts";
import { refusal } from "./out-file.ts";
import { UsageError } from "./usage.ts";

const PIECE = 1 << 20;

/** The first bytes, and an error for what cannot be read at all. */
function firstBytes(verb: string, name: string, path: string): Uint8Array {
  try {
    if (statSync(path).isDirectory()) throw new UsageError(`lab ${verb}: ${quote(name)} is a folder, want a capture.`);
    const file = openSync(path, "r");
    try {
      const bytes = new Uint8Array(2);
      return bytes.subarray(0, readSync(file, bytes, 0, 2, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new UsageError(
      `lab ${verb}: ${quote(name)} cannot be read: ${isMissing ? "there is no such file" : refusal(error)}.`,
    );
  }
}

/** Reads the whole file into `dissection`. Throws UsageError for a file that is none. */
export async function readCaptureFile(
  verb: string,
  name: string,
  path: string,
  dissection: Dissection,
  progress: (text: string) => void,
): Promise<void> {
  const isPacked = isGzip(firstBytes(verb, name, path));
  const plain = createReadStream(path, { highWaterMark: PIECE });
  const pieces = isPacked ? plain.pipe(createGunzip({ chunkSize: PIECE })) : plain;
  dissection.reader.facts.isPacked = isPacked;
  try {
    let why: string | null = null;
    try {
      for await (const piece of pieces as AsyncIterable<Uint8Array>) {
        dissection.push(piece);
        progress(`${dissection.callCount} calls in ${dissection.reader.facts.frames} packets`);
      }
    } catch (error) {
      if (error instanceof ForeignFile || !isPacked) throw error;
      why = `gzip: ${error instanceof Error ? error.message : String(error)}`;
    }
    dissection.finish(why);
  } catch (error) {
    if (error instanceof ForeignFile) throw new UsageError(`lab ${verb}: ${quote(name)}: ${error.message}`);
    throw error;
  }
}
