/** Runs the commands of `npm test` and says, while they run, which part and which file each is at. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { root } from "./bootstrap.mjs";

interface Command {
  readonly args: readonly string[]; // for Node
  readonly env?: Readonly<Record<string, string>>;
}

interface Ended {
  readonly code: number;
  readonly output: string;
}

const EVERY_MS = 30_000; // between two lines on a screen that cannot write over a line

/** Says where each part is: on a terminal in one line that it writes over, in a log by a line now and then. */
export class Progress {
  private readonly at = new Map<string, string>();
  private last = performance.now();

  /** `part` has come to `place`, a file or a step. */
  reached(part: string, place: string): void {
    this.at.set(part, place);
    if (process.stdout.isTTY) this.write();
    else if (performance.now() - this.last > EVERY_MS) {
      this.last = performance.now();
      console.log(`          ${this.text}`);
    }
  }

  ended(part: string): void {
    this.at.delete(part);
  }

  /** Prints a line that stays. */
  say(line: string): void {
    if (process.stdout.isTTY) process.stdout.write("\r\u001b[K");
    console.log(line);
    if (process.stdout.isTTY && this.at.size > 0) this.write();
  }

  private get text(): string {
    return [...this.at].map(([part, place]) => `${part}: ${place}`).join("   ");
  }

  private write(): void {
    process.stdout.write(`\r\u001b[K${this.text.slice(0, (process.stdout.columns || 80) - 1)}`);
  }
}

/** Runs Node in the project. Output is kept, told to `onLine` line by line, and shown at once too where `verbose`. */
export function run({ args, env }: Command, verbose: boolean, onLine?: (line: string) => void): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...env },
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output.push(text);
        if (verbose) process.stdout.write(text);
      });
    }
    if (onLine !== undefined) createInterface({ input: child.stdout }).on("line", onLine);
    child.on("error", (error) => output.push(error.message));
    child.on("close", (code) => resolve({ code: code ?? 1, output: output.join("") }));
  });
}

/** The test file that a line of a runner's output names, with its title where the line has one; null for none. */
export function testNamedIn(line: string): string | null {
  return /[\w./-]+\.(?:test|spec)\.tsx?.*$/.exec(line)?.[0] ?? null;
}
