/** Work that several processes share: each is started with its share, keeps what it made, and prints nothing. */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { groupsIn } from "../kernel/items.ts";
import { KEPT_IN } from "./kept-results.ts";

/** More processes than these would wait for memory more than for processors. */
const MOST_PROCESSES = 8;

export interface Share {
  readonly index: number; // from 1
  readonly count: number;
}

/** How many processes share the work, this one among them. */
export const sharers = (): number => Math.min(availableParallelism(), MOST_PROCESSES);

/** The share that a word names, "2/3"; null for any other word. */
export function readShare(word: string): Share | null {
  const [, index = 0, count = 0] = groupsIn(/^(\d{1,3})\/(\d{1,3})$/, word).map(Number);
  return index >= 1 && index <= count ? { index, count } : null;
}

/**
 * Starts processes for all shares but the first, which is the caller's. Resolves when they have ended, however: what
 * they left is made by the caller.
 * @param args of Node; the word of the share follows them
 * @param folder where they keep what they made
 */
export async function startOthers(args: readonly string[], count: number, folder: string): Promise<void> {
  const env = { ...process.env, [KEPT_IN]: folder };
  const others = Array.from({ length: count - 1 }, (_, i) => {
    const started = spawn(process.execPath, [...args, `${i + 2}/${count}`], { stdio: "ignore", env });
    return new Promise<void>((resolve) => {
      started.once("error", () => resolve());
      started.once("exit", () => resolve());
    });
  });
  await Promise.all(others);
}
