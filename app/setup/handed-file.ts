/**
 * A file that a reader gave to one place and that another reads: a trace that was dropped on captures, or a capture on
 * traces. The place that got it leads there, and the other takes it.
 */
import { placeAt } from "./link-table.ts";
import { hashOf } from "./location.ts";

type Reads = "capture" | "traces";

let handed: { readonly to: Reads; readonly file: File } | null = null;

const BRACKETS = [0x5b, 0x7b]; // [ {
const SPACES = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]; // of JSON, and the mark of UTF-8
const SNIFFED = 256; // bytes

/** Where a file belongs by its first bytes: traces are JSON; a packed one as its name says. null: they say nothing. */
async function readerOf(file: File): Promise<Reads | null> {
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

/** Hands a file over to the place that reads it, and leads there. @returns whether it belongs to another place */
export async function handOver(file: File, here: Reads): Promise<boolean> {
  const to = await readerOf(file).catch(() => null); // one that cannot be read is refused by the place itself
  if (to === null || to === here) return false;
  handed = { to, file };
  window.location.hash = hashOf(placeAt(to));
  return true;
}

/** The file that was handed to this place, once. */
export function takeHanded(here: Reads): File | null {
  if (handed?.to !== here) return null;
  const { file } = handed;
  handed = null;
  return file;
}

/** Names the files of the reader’s that stay closed; null for none. */
export const leftOut = (files: readonly File[]): string | null =>
  files.length === 0
    ? null
    : `${files.map(({ name }) => name).join(", ")}: left out. Choose one file at a time to open them.`;

/** Sentences as one text; null where there is none. */
export const sentences = (...texts: readonly (string | null)[]): string | null =>
  texts.filter((text) => text !== null).join(" ") || null;
