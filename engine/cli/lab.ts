/** The headless lab: `npm run -s lab -- <verb>`, or `npx roundtrip <verb>` once it is built. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { lab } from "./verbs.ts";

// npm runs scripts in the project's folder; a file on the command line is relative to the reader's folder.
const env = process.env;
const here = env["npm_lifecycle_event"] === "lab" ? (env["INIT_CWD"] ?? process.cwd()) : process.cwd();

// `lab list | head` closes the pipe early; that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const CLEAR = "\r\u001b[K"; // to the start of the line, and empty it
const onTerminal = (text: string): void => void process.stderr.write(`${CLEAR}${text}`);
if (process.stderr.isTTY) process.on("exit", () => process.stderr.write(CLEAR));

process.exitCode = await lab(process.argv.slice(2), {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  write: (file, content) => writeFileSync(resolve(here, file), content),
  progress: process.stderr.isTTY ? onTerminal : null,
});
