/** The headless lab: `npm run -s lab -- <verb>`, or `npx roundtrip <verb>` once it is built. */
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";
import { openOutFile, refusal } from "./out-file.ts";
import { inReadersFolder } from "./readers-folder.ts";
import { BAD_USAGE, CODE_MISTAKE, DONE, loadMistake, SIGNAL_CODES, STACK } from "./usage.ts";
import type { Stop } from "./verb.ts";

let stop: Stop | null = null;

// `lab list | head` closes the pipe early; that is no error. Only long work needs to hear of it.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") {
    stop ??= { why: "nobody reads its output any more", code: DONE };
    return;
  }
  process.stderr.write(`lab: standard output cannot be written: ${refusal(error)}.\n`);
  process.exit(BAD_USAGE);
});
process.stderr.on("error", () => undefined); // nowhere is left to complain

let listens = false;

/** From here on a signal sets `stop`. Events come only while the work waits, so it waits for one turn of their loop. */
async function stopped(): Promise<Stop | null> {
  if (!listens) {
    listens = true;
    for (const [signal, code] of Object.entries(SIGNAL_CODES)) {
      process.on(signal, () => (stop = { why: "interrupted", code }));
    }
  }
  await setImmediate();
  return stop;
}

const CLEAR = "\r\u001b[K"; // to the start of the line, and empty it
const onTerminal = (text: string): void => void process.stderr.write(`${CLEAR}${text}`);
/** Text that follows would stand behind the progress on its line. */
const clear = (): void => void (process.stderr.isTTY && process.stderr.write(CLEAR));
process.on("exit", clear);

/** Node's flags that load this file, with the paths of the packages that they name: none where the lab is built. */
const loaders = (): string[] =>
  process.execArgv.map((word) => (/^[a-z]/.test(word) ? import.meta.resolve(word) : word));

/** The verbs load the code of all experiments. */
const { lab } = await import("./verbs.ts").catch((error: unknown) => {
  process.stderr.write(`lab: the code cannot be loaded: ${loadMistake(error)}\n`);
  if (process.env[STACK] === "1") process.stderr.write(`${inspect(error)}\n`);
  process.exit(CODE_MISTAKE);
});

process.exitCode = await lab(process.argv.slice(2), {
  out: (text) => {
    if (process.stdout.isTTY) clear();
    process.stdout.write(`${text}\n`);
  },
  err: (text) => {
    clear();
    process.stderr.write(`${text}\n`);
  },
  open: (verb, name, kept) => openOutFile(verb, name, inReadersFolder(name), kept),
  path: inReadersFolder,
  command: ["node", ...loaders(), fileURLToPath(import.meta.url)],
  progress: process.stderr.isTTY ? onTerminal : null,
  stopped,
});
