/** Work that may never end, such as a reader's program: in a process of its own, which is ended when it goes silent. */
import { spawn } from "node:child_process";
import type { Io } from "./verb.ts";

/** Set for the process that is watched. */
const WATCHED = "ROUNDTRIP_WATCHED";
const BEAT_MS = 1000;

export const isWatched = (): boolean => process.env[WATCHED] === "1";

let lastBeat = -Infinity;

/** Tells the process that watches that the work goes on. */
export function beat(): void {
  const now = performance.now();
  if (now - lastBeat < BEAT_MS) return;
  lastBeat = now;
  process.send?.("beat");
}

/**
 * Runs the lab with these words, and gives on what it says. Returns its exit code; null where it had to be ended, after
 * so long without a beat.
 */
export async function watch(words: readonly string[], longestMs: number, io: Io): Promise<number | null> {
  const [, ...lab] = io.command;
  const child = spawn(process.execPath, [...lab, ...words], {
    env: { ...process.env, [WATCHED]: "1" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const said = { out: "", err: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said.err += text));
  let isEnded = false;
  const end = (): void => {
    isEnded = true;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(end, longestMs);
  child.on("message", () => {
    clearTimeout(timer);
    timer = setTimeout(end, longestMs);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  clearTimeout(timer);
  if (isEnded) return null;
  if (said.out !== "") io.out(said.out.trimEnd());
  if (said.err !== "") io.err(said.err.trimEnd());
  return code;
}
