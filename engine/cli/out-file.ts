/**
 * Files that --out names. Their content is written beside the final name, in the same folder, as NAME.partial, and
 * takes the name when all of it is there. So a full disk, a signal or our own mistake never leave half a file under the
 * name, nor damage the file that had it.
 */
import * as fs from "node:fs";
import { quote } from "../faults/fault.ts";
import { UsageError } from "./usage.ts";

/** A file under way. `write` and `finish` throw UsageError with one line where the machine refuses. */
interface OutFile {
  /** All of it is written, or nothing of it. */
  readonly write: (content: string | Uint8Array) => void;
  /** It takes its name. */
  readonly finish: () => void;
  /** It is closed under the name that this returns, as the reader wrote it. */
  readonly keep: () => string;
  /** It goes away. */
  readonly discard: () => void;
}

/** Opens the file that the reader named `name` in a command of `verb`. Throws UsageError where that cannot be. */
export type OpenOutFile = (verb: string, name: string) => OutFile;

const PARTIAL = ".partial";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "you may not write there",
  EDQUOT: "your share of the disk is used up",
  EFBIG: "it is larger than a file may be here",
  EISDIR: "it is a folder",
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

/**
 * The file that the content goes to in the end. Where the path is a link, it is the link's target, and the link stays.
 */
function targetOf(path: string): string {
  if (!fs.existsSync(path)) return path;
  const target = fs.realpathSync(path);
  const stats = fs.statSync(target);
  if (stats.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
  if (!stats.isFile()) throw new Error("it is no plain file");
  fs.accessSync(target, fs.constants.W_OK);
  return target;
}

/** @param path absolute, or relative to the process */
export function openOutFile(verb: string, name: string, path: string): OutFile {
  const tried = <T>(step: () => T): T => {
    try {
      return step();
    } catch (error) {
      const why = error instanceof Error && !("code" in error) ? error.message : refusal(error);
      throw new UsageError(`lab ${verb}: --out ${quote(name)} cannot be written: ${why}.`);
    }
  };
  const target = tried(() => targetOf(path));
  const partial = `${target}${PARTIAL}`;
  const file = tried(() => fs.openSync(partial, "w"));
  let length = 0;
  return {
    write: (content) => {
      const bytes = typeof content === "string" ? Buffer.from(content) : content;
      try {
        tried(() => writeAll(file, bytes, length));
      } catch (error) {
        fs.ftruncateSync(file, length);
        throw error;
      }
      length += bytes.length;
    },
    finish: () => {
      tried(() => fs.closeSync(file));
      tried(() => fs.renameSync(partial, target));
    },
    keep: () => {
      fs.closeSync(file);
      return `${name}${PARTIAL}`;
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
