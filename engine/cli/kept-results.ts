/**
 * What runs came to, kept on disk by what decides them, so that a question asked again makes no run anew. A file
 * belongs to one version of the engine, which is a hash over its sources: another version begins a file of its own.
 * Several processes may write to one file, and any of these files may be deleted at any time.
 */
import { appendFileSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Gives what was kept under a key, or makes it and keeps it where JSON gives it back exactly. */
export type Remember = <T>(key: string, make: () => T) => T;

const MOST_BYTES = 64 << 20; // of one file; behind that nothing more is kept
const OLD_MS = 30 * 24 * 3600 * 1000;
const LINE_END = 10;

/** Names the folder, in the environment; empty where nothing is to be kept. */
export const KEPT_IN = "ROUNDTRIP_RESULTS";

/** "$ROUNDTRIP_RESULTS", "$XDG_CACHE_HOME/roundtrip", or ".cache/roundtrip" in the reader's home. */
export const keptFolder = ({ env } = process): string =>
  env[KEPT_IN] ?? join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "roundtrip");

/** Whether JSON gives this back as it was: no NaN, no infinity, nothing undefined. */
const isExact = (value: unknown): boolean =>
  typeof value === "number"
    ? Number.isFinite(value) && !Object.is(value, -0)
    : typeof value === "object" && value !== null
      ? Object.values(value).every(isExact)
      : value !== undefined && typeof value !== "function";

/** The lines behind those read before: what this process and others have written since. */
class Lines {
  #read = 0;
  #rest: Uint8Array = new Uint8Array();

  readonly #file: number;

  /** @param file open for reading */
  constructor(file: number) {
    this.#file = file;
  }

  get bytes(): number {
    return this.#read;
  }

  *next(): Generator<string> {
    const { size } = fstatSync(this.#file);
    if (size <= this.#read) return;
    const bytes = Buffer.alloc(size - this.#read);
    const got = readSync(this.#file, bytes, 0, bytes.length, this.#read);
    this.#read += got;
    const all = Buffer.concat([this.#rest, bytes.subarray(0, got)]);
    const end = all.lastIndexOf(LINE_END) + 1;
    this.#rest = Uint8Array.from(all.subarray(end)); // a line that another process has not written to its end
    yield* all.toString("utf8", 0, end).split("\n").filter(Boolean);
  }
}

/** The entry of a line; null where it is damaged. */
function entryIn(line: string): readonly [string, unknown] | null {
  try {
    const entry: unknown = JSON.parse(line);
    return Array.isArray(entry) && typeof entry[0] === "string" && entry.length === 2 ? [entry[0], entry[1]] : null;
  } catch {
    return null;
  }
}

/** Files to which no version has added anything for a month. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => /^results-.*\.jsonl$/.test(one))) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { force: true });
  }
}

/**
 * Opens the file of this version. Where the folder cannot be written nothing is kept, and every result is made.
 * @param version of the engine: engineVersion()
 * @param folder where the file is; the reader's folder for caches where left out
 */
export function keptResults(version: string, folder = keptFolder()): Remember {
  if (folder === "") return (_, make) => make();
  const path = join(folder, `results-${version}.jsonl`);
  const known = new Map<string, unknown>();
  let lines: Lines;
  try {
    mkdirSync(folder, { recursive: true });
    lines = new Lines(openSync(path, "a+")); // it closes with the process
    removeOld(folder);
  } catch {
    return (_, make) => make();
  }
  const lookUp = (key: string): boolean => {
    if (known.has(key)) return true;
    for (const line of lines.next()) {
      const entry = entryIn(line);
      if (entry !== null) known.set(...entry);
    }
    return known.has(key);
  };
  const keep = (key: string, value: unknown): void => {
    if (lines.bytes > MOST_BYTES || !isExact(value)) return;
    try {
      appendFileSync(path, `${JSON.stringify([key, value])}\n`);
    } catch {
      // a full disk keeps nothing, and stops no run
    }
  };
  return <T>(key: string, make: () => T): T => {
    if (lookUp(key)) return known.get(key) as T; // the key says what kind of value it is
    const made = make();
    keep(key, made);
    return made;
  };
}
