/** One command line of the headless lab for tests, run in this process with files in memory. */
import { resolve } from "node:path";
import { expect } from "vitest";
import { openOutFile } from "./out-file.ts";
import type { OpenOutFile } from "./out-file.ts";
import { UsageError } from "./usage.ts";
import { lab } from "./verbs.ts";

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/** Files in memory; each takes `room` bytes, and then its disk is full. */
function filesIn(files: Record<string, string | Uint8Array>, room: number): OpenOutFile {
  return (verb, name) => {
    const parts: Buffer[] = [];
    let end = "";
    const whole = (): Buffer => Buffer.concat([...parts, Buffer.from(end)]);
    return {
      write: (content, tail = "") => {
        const size = Buffer.concat(parts).length + content.length + tail.length;
        if (size > room) throw new UsageError(`lab ${verb}: ${name}: the disk is full.`);
        parts.push(Buffer.from(content));
        end = tail;
      },
      finish: () => void (files[name] = whole()),
      keep: () => {
        files[`${name}.partial`] = whole();
        return `${name}.partial`;
      },
      discard: () => undefined,
    };
  };
}

/** The command of a lab that is nowhere. */
const COMMAND = ["node", "/opt/lab.mjs"] as const;

interface Circumstances {
  /** Files are in this folder, in place of memory. */
  readonly folder?: string;
  /** The words that start the lab, as a job says them. */
  readonly command?: readonly string[];
  readonly room?: number; // bytes that a file may have
  readonly turns?: number; // after so many runs the reader interrupts
}

export async function ask(
  line: string | readonly string[],
  { folder, command = COMMAND, room = Infinity, turns = Infinity }: Circumstances = {},
): Promise<Answer> {
  const [out, err]: [string[], string[]] = [[], []];
  const files: Record<string, string | Uint8Array> = {};
  let turn = 0;
  const code = await lab(typeof line === "string" ? line.split(" ") : line, {
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    open:
      folder === undefined
        ? filesIn(files, room)
        : (verb, name, kept) => openOutFile(verb, name, resolve(folder, name), kept),
    path: (name) => resolve(folder ?? "/nowhere", name),
    command,
    progress: null,
    stopped: () => Promise.resolve(turn++ < turns ? null : { why: "interrupted", code: 130 }),
  });
  return { code, out: out.join("\n"), err: err.join("\n"), files };
}

/** The answer to a line that must be a good one. */
export async function askJson(line: string): Promise<Record<string, unknown>> {
  const { code, out, err } = await ask(`${line} --json`);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Record<string, unknown>;
}
