/**
 * Files that --out names. Their content is written beside the final name, in the same folder, as NAME.partial, and
 * takes the name when all of it is there. So a full disk, a signal or our own mistake never leave half a file under the
 * name, nor damage the file that had it. Where a NAME.partial is there already, of another command or of the reader,
 * it stays, and this one is NAME.partial-2.
 */
import * as fs from "node:fs";
import { dirname } from "node:path";
import { quote, quoteWhole } from "../faults/quote.ts";
import { UsageError } from "./usage.ts";

/** A file under way. `write` and `finish` throw UsageError with one line where the machine refuses. */
interface OutFile {
  /**
   * All of it is written, or nothing of it. The next content takes the place of `tail`, the end of a document that may
   * go on: so the file is a whole document at any moment.
   */
  readonly write: (content: string | Uint8Array, tail?: string) => void;
  /** It takes its name. */
  readonly finish: () => void;
  /** It is closed under the name that this returns, as the reader wrote it. */
  readonly keep: () => string;
  /** It goes away. */
  readonly discard: () => void;
}

/**
 * Opens the file that the reader named `name` in a command of `verb`. With `kept` it goes on with NAME.partial behind
 * so many bytes, where that file is there. Throws UsageError where that cannot be.
 */
export type OpenOutFile = (verb: string, name: string, kept?: number) => OutFile;

/** The file that an earlier command left beside `path`, to go on with. */
export const partialOf = (path: string): string => `${path}${PARTIAL}`;

const PARTIAL = ".partial";
const MOST_PARTIALS = 1000; // beside one name
const PERMISSIONS = 0o7777;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "you may not write there",
  EDQUOT: "your share of the disk is used up",
  EFBIG: "it is larger than a file may be here",
  EEXIST: `there are ${MOST_PARTIALS} files of its name with ${PARTIAL} behind it; remove some`,
  EISDIR: "it is a folder",
  ELOOP: "it is a link that leads back to itself",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "its folder does not exist",
  ENOSPC: "the disk is full",
  ENOTDIR: "its folder is a file",
  EPERM: "you may not write there",
  EROFS: "the disk can only be read",
};

/** Why the machine refuses, in words; never the path, which the reader has named already. */
export function refusal(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? (code === "" ? String(error) : `the machine says ${code}`);
}

interface Target {
  readonly path: string;
  readonly old: fs.Stats | null; // of the file that has the name; null for none
}

/**
 * The file that the content goes to in the end. Where the path is a link, it is the link's target, and the link stays.
 */
function targetOf(path: string): Target {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { path, old: null };
  const target = found.isSymbolicLink() ? linkedBy(path) : path;
  const old = fs.statSync(target);
  if (old.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
  if (!old.isFile()) throw new Error("it is no plain file");
  if (old.nlink > 1) throw new Error(`the file has ${old.nlink} names (hard links), and a new one would have one only`);
  fs.accessSync(target, fs.constants.W_OK);
  return { path: target, old };
}

function linkedBy(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch (error) {
    const isDangling = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw isDangling ? new Error("it is a link to a file that is not there") : error;
  }
}

/** Makes a file of the first name that nobody has, and gives what stands behind the target's name. */
function openPartial({ path, old }: Target): { readonly file: number; readonly ending: string } {
  for (let n = 1; ; n++) {
    const ending = n === 1 ? PARTIAL : `${PARTIAL}-${n}`;
    try {
      const file = fs.openSync(`${path}${ending}`, "wx"); // never through a link, never over a file
      if (old !== null) takeRights(file, old);
      return { file, ending };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || n >= MOST_PARTIALS) throw error;
    }
  }
}

/** The rights of the file that had the name, and its owner where this process may give it away. */
function takeRights(file: number, old: fs.Stats): void {
  try {
    fs.fchownSync(file, old.uid, old.gid);
  } catch {
    // the file is the reader's, as any other that they make
  }
  fs.fchmodSync(file, old.mode & PERMISSIONS);
}

/**
 * Two commands may go on with one file at once, where an engine starts a part twice. Both write the same bytes to the
 * same places, so nothing is cut off before the end, and the second finds the name taken.
 */
function reopen(path: string): { readonly file: number; readonly ending: string } | null {
  const isThere = fs.statSync(partialOf(path), { throwIfNoEntry: false })?.isFile() === true;
  return isThere ? { file: fs.openSync(partialOf(path), "r+"), ending: PARTIAL } : null;
}

/** @param path absolute, or relative to the process */
export function openOutFile(verb: string, name: string, path: string, kept?: number): OutFile {
  const refused = (error: unknown, rest = ""): UsageError => {
    const why = error instanceof Error && !("code" in error) ? error.message : refusal(error);
    return new UsageError(`lab ${verb}: --out ${quote(name)} cannot be written: ${why}${rest}.`);
  };
  /** A folder that is there and in which no file can be made, such as /proc, answers as if it were not. */
  const opened = <T>(step: () => T): T => {
    try {
      return step();
    } catch (error) {
      const isNowhere = (error as NodeJS.ErrnoException).code === "ENOENT" && fs.existsSync(dirname(target.path));
      throw refused(isNowhere ? new Error("no file can be made in its folder") : error);
    }
  };
  const tried = <T>(step: () => T): T => {
    try {
      return step();
    } catch (error) {
      throw refused(error);
    }
  };
  const target = tried(() => targetOf(path));
  const again = kept === undefined ? null : tried(() => reopen(target.path));
  const { file, ending } = again ?? opened(() => openPartial(target));
  const partial = `${target.path}${ending}`;
  // Beside a link's target, which lies elsewhere, it is named by its whole path.
  const shown = target.path === path ? `${name}${ending}` : partial;
  let length = again === null ? 0 : (kept ?? 0); // without the tail
  let before = "";
  return {
    write: (content, tail = "") => {
      const bytes = Buffer.concat([Buffer.from(content), Buffer.from(tail)]);
      try {
        tried(() => writeAll(file, bytes, length));
      } catch (error) {
        fs.ftruncateSync(file, length);
        fs.writeSync(file, before, length); // it had room there before
        throw error;
      }
      length += bytes.length - Buffer.byteLength(tail);
      before = tail;
    },
    finish: () => {
      try {
        if (again !== null) fs.ftruncateSync(file, length);
        fs.closeSync(file);
        fs.renameSync(partial, target.path);
      } catch (error) {
        const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
        if (kept !== undefined && isGone && fs.existsSync(target.path)) return; // the other command was first
        throw refused(error, `; all of it is in ${quoteWhole(shown)}`);
      }
    },
    keep: () => {
      fs.closeSync(file);
      return shown;
    },
    discard: () => {
      fs.closeSync(file);
      fs.rmSync(partial, { force: true });
    },
  };
}

/** One call may write less than it is given, where the disk is nearly full. */
function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;)
    done += fs.writeSync(file, bytes, done, bytes.length - done, position + done);
}
