/**
 * EXPORT, DEEXPORT and GETREQUEST: which subsystems are served, which threads wait, and which requests do. The queue is
 * plain data: a change makes another queue.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Handle } from "./connection.ts";
import type { RequestFilter, Thread } from "./process-types.ts";
import { dueTimers, NO_TIMERS, withTimer, type Timers } from "./timers.ts";

/** A request that waits, as filters see it. */
export interface Waiting {
  readonly handle: Handle;
  readonly subsystem: number;
  readonly isNew: boolean; // a bind
}

/** A thread in GETREQUEST, with the time at which it gives up. */
export interface Listener {
  readonly thread: Thread;
  readonly filter: RequestFilter;
  readonly limit: Nanos | null;
}

export interface RequestQueue {
  readonly exported: readonly number[];
  readonly listeners: readonly Listener[]; // in the order of their coming
  readonly held: readonly Waiting[];
  readonly timers: Timers; // by thread
}

export const NO_REQUESTS: RequestQueue = { exported: [], listeners: [], held: [], timers: NO_TIMERS };

function matches({ age, from }: RequestFilter, request: Waiting): boolean {
  if (age !== "any" && (age === "new") !== request.isNew) return false;
  switch (from.tag) {
    case "anybody":
      return true;
    case "connection":
      return from.handle === request.handle;
    case "subsystem":
      return from.subsystem === request.subsystem;
  }
}

/** The thread that has waited longest for such a request waits no more; without one the request waits, if it may. */
export function offer(
  queue: RequestQueue,
  request: Waiting,
  mayWait: boolean,
): readonly [RequestQueue, Listener | null] {
  const listener = queue.listeners.find(({ filter }) => matches(filter, request));
  if (listener !== undefined) return [withoutThread(queue, listener.thread), listener];
  return [mayWait ? { ...queue, held: [...queue.held, request] } : queue, null];
}

/** The request that has waited longest and fits waits no more; without one the thread waits, until its limit. */
export function ask(queue: RequestQueue, listener: Listener): readonly [RequestQueue, Waiting | null] {
  const { thread, filter, limit } = listener;
  const request = queue.held.find((held) => matches(filter, held));
  if (request !== undefined) return [{ ...queue, held: queue.held.filter((held) => held !== request) }, request];
  const listeners = [...queue.listeners, listener];
  return [{ ...queue, listeners, timers: withTimer(queue.timers, thread, limit) }, null];
}

export const isWaiting = ({ listeners }: RequestQueue, thread: Thread): boolean =>
  listeners.some((listener) => listener.thread === thread);

/** A connection is gone, and its request with it. */
export function withoutConnection(queue: RequestQueue, handle: Handle): RequestQueue {
  const at = queue.held.findIndex((request) => request.handle === handle);
  return at < 0 ? queue : { ...queue, held: queue.held.toSpliced(at, 1) };
}

const withoutThread = (queue: RequestQueue, thread: Thread): RequestQueue => ({
  ...queue,
  listeners: queue.listeners.filter((listener) => listener.thread !== thread),
  timers: withTimer(queue.timers, thread, null),
});

/** The threads whose time limit is over wait no more. */
export function expireThreads(queue: RequestQueue, now: Nanos): readonly [RequestQueue, readonly Thread[]] {
  const due = dueTimers(queue.timers, now);
  return [due.reduce(withoutThread, queue), due];
}
