/**
 * Files that a reader gave to one place and that another reads: a trace that was dropped on captures, a capture on
 * traces, or either on the bench. The place that got them leads there, and the other takes them.
 */
import { placeAt } from "./link-table.ts";
import { hashOf } from "./location.ts";

type Reads = "capture" | "traces";

let handed: { readonly to: Reads; readonly files: readonly File[] } | null = null;

/** Interface files go with captures. */
export const INTERFACE = /\.(?:x|rpc2?)$/i;

const BRACKETS = [0x5b, 0x7b]; // [ {
const SPACES = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]; // of JSON, and the mark of UTF-8
const SNIFFED = 256; // bytes

/** Where a file belongs by its first bytes: traces are JSON; a packed one as its name says. null: they say nothing. */
export async function readerOf(file: File): Promise<Reads | null> {
  if (INTERFACE.test(file.name)) return "capture";
  const head = new Uint8Array(await file.slice(0, SNIFFED).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) {
    return /\.(?:json|jsonl|ndjson)\.gz$/i.test(file.name)
      ? "traces"
      : /\.(?:pcap|pcapng|cap)\.gz$/i.test(file.name)
        ? "capture"
        : null;
  }
  const first = head.find((byte) => !SPACES.includes(byte));
  if (first !== undefined && BRACKETS.includes(first)) return "traces";
  const isCapture = [
    [0xa1, 0xb2],
    [0xd4, 0xc3],
    [0x4d, 0x3c],
    [0x0a, 0x0d],
  ].some(([a, b]) => head[0] === a && head[1] === b);
  return isCapture ? "capture" : null;
}

/** Gives files to a place that reads such files, and leads there. */
export function handTo(to: Reads, files: readonly File[]): void {
  handed = { to, files };
  window.location.hash = hashOf(placeAt(to));
}

/**
 * The files that a place opens, its own ones first. None where all belong to the other place: then it gets them.
 */
export async function filesFor(here: Reads, files: readonly File[]): Promise<readonly File[]> {
  // A file that cannot be read is refused by the place itself.
  const readers = await Promise.all(files.map((file) => readerOf(file).catch(() => null)));
  const [to = null] = readers;
  if (to !== null && to !== here && readers.every((reader) => reader === to)) {
    handTo(to, files);
    return [];
  }
  return [here, null, here === "capture" ? "traces" : "capture"].flatMap((kind) =>
    files.filter((_, i) => readers[i] === kind),
  );
}

/** The files that were handed to this place, once. */
export function takeHanded(here: Reads): readonly File[] {
  if (handed?.to !== here) return [];
  const { files } = handed;
  handed = null;
  return files;
}

const NAMED = 3;

/** Names the files of the reader’s that stay closed; null for none. */
export function leftOut(files: readonly File[]): string | null {
  if (files.length === 0) return null;
  const names = files.slice(0, NAMED).map(({ name }) => name);
  const more = files.length - names.length;
  return more > 0
    ? `${names.join(", ")}, and ${more} more: left out. Choose one file at a time to open them.`
    : `${names.join(", ")}: left out. Choose one file at a time to open them.`;
}

/** Sentences as one text; null where there is none. */
export const sentences = (...texts: readonly (string | null)[]): string | null =>
  texts.filter((text) => text !== null).join(" ") || null;
