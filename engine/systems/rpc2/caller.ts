/** The program around a thread that calls, as the thread sees it. */
import type { Segment, Worker } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Handle } from "../../protocols/rpc2/connection.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import type { World } from "../world/world.ts";
import type { Incarnation, Setting } from "./host.ts";

/** The results of one call to all servers. */
export interface Outcomes {
  replies: number;
  failures: number;
  /** MULTIRPC has refused the call as a whole. */
  refused: boolean;
  /** Activations of MultiRPC's handler, those among them that began before another had ended, and those under way. */
  handlerCalls: number;
  reentries: number;
  inHandler: number;
  /** Servers whose reply the program has. */
  readonly heard: Set<number>;
  /** The longest that the program has waited from one result, or the beginning, to the next. */
  longestWait: Nanos;
  /** When the last result came, or when the call began. */
  lastAt: Nanos;
}

export const noOutcomes = (now: Nanos): Outcomes => {
  return {
    replies: 0,
    failures: 0,
    refused: false,
    handlerCalls: 0,
    reentries: 0,
    inHandler: 0,
    heard: new Set(),
    longestWait: 0,
    lastAt: now,
  };
};

/** A result has come to the program: the reply of a server, or null for a failure. */
export function count(outcomes: Outcomes, server: number | null, now: Nanos): void {
  if (server === null) outcomes.failures++;
  else {
    outcomes.replies++;
    outcomes.heard.add(server);
  }
  outcomes.longestWait = Math.max(outcomes.longestWait, now - outcomes.lastAt);
  outcomes.lastAt = now;
}

/** The client's machine, as its threads use it. */
export interface Surroundings {
  readonly name: string;
  readonly world: World;
  readonly setting: Setting;
  readonly up: Incarnation;
  readonly handles: readonly Handle[]; // by server
  /** How many replies the program waits for this time. */
  readonly enough: number;
  apply(effects: readonly ProcessEffect[], by: Worker): void;
  rearm(): void;
  serves(handle: Handle, call: number): void;
  /** The program has sent a server its request. */
  asked(): void;
  /** The program has the reply of a server, or the report that it failed. */
  ended(server: number, isReply: boolean, by: Worker): void;
  /** Notes in the trace what a thread of the program has come to know. */
  says(label: string, kind: "note" | "failed", by: Worker): void;
}

/** A thread lets others run that are ready, and goes on with work after them. */
export function letOthersRun({ up }: Surroundings, thread: Worker, work: Segment, cause: number): void {
  up.machine.block(thread);
  up.machine.wake(thread, work, thread.call, cause);
}

/** A thread goes on with work, whether it has the processor or was blocked. */
export function goOn({ up }: Surroundings, thread: Worker, work: Segment, cause: number): void {
  if (thread.cpu >= 0) up.machine.proceed(thread, work);
  else up.machine.wake(thread, work, thread.call, cause);
}
