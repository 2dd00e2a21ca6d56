/** The page’s side of the judge: one worker, which is ended where newer rules come, or rules take too long. */
import type { Run } from "../../engine/experiments/types.ts";
import { LIMITS } from "../../engine/protocols/written/program-limits.ts";
import type { Verdict } from "../../engine/explore/written/judge.ts";
import { wrap, type Remote } from "../workers/remote.ts";
import { started } from "../workers/started.ts";
import type { JudgeWorker, Text } from "./judge.worker.ts";

/** Rules that are judged longer than this are stopped, and their worker with them. */
export const LONGEST_MS = LIMITS.attack;

/** The judging was given up because newer rules came. */
export class Superseded extends Error {
  override readonly name = "Superseded";
}

/** The rules took too long. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

interface Judging {
  readonly worker: Worker;
  readonly judge: Remote<JudgeWorker>;
  readonly end: (why: Error) => void;
  readonly ended: Promise<never>;
}

const NOT_FETCHED = "the file that attacks the rules could not be fetched. Check the network and try again.";

function start(): Judging {
  const worker = started(
    () => new Worker(new URL("./judge.worker.ts", import.meta.url), { type: "module", name: "judge" }),
  );
  let end = (_why: Error): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = (why) => {
      worker.terminate();
      reject(why);
    };
    worker.addEventListener("error", ({ message = "" }: Partial<ErrorEvent>) => {
      reject(new Error(message === "" ? NOT_FETCHED : message));
    });
  });
  ended.catch(() => undefined); // nobody may be waiting
  return { worker, judge: wrap<JudgeWorker>(worker), end, ended };
}

export class Attacker {
  #judging: Judging | null = null;
  #busy = false;

  judge(level: number, text: Text, faults: number | null = null): Promise<Verdict> {
    return this.#ask((judge) => judge.judge(level, text, faults));
  }

  run(level: number, text: Text, faults: readonly string[]): Promise<Run> {
    return this.#ask((judge) => judge.run(level, text, faults));
  }

  end(): void {
    this.#judging?.end(new Superseded());
    this.#judging = null;
    this.#busy = false;
  }

  async #ask<Answer>(ask: (judge: Remote<JudgeWorker>) => Promise<Answer>): Promise<Answer> {
    if (this.#busy) this.end();
    const mine = (this.#judging ??= start());
    this.#busy = true;
    const timer = setTimeout(() => {
      mine.end(new TooLong());
      if (this.#judging === mine) this.#judging = null;
    }, LONGEST_MS);
    try {
      return await Promise.race([ask(mine.judge), mine.ended]);
    } finally {
      clearTimeout(timer);
      if (this.#judging === mine || this.#judging === null) this.#busy = false;
    }
  }
}
