/** EXPORT, DEEXPORT and GETREQUEST: which subsystems are served, which threads wait, and which requests do. */
import type { Nanos } from "../../kernel/time.ts";
import type { Handle } from "./connection.ts";
import type { RequestFilter, Thread } from "./process-types.ts";
import { Timers } from "./timers.ts";

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

export class RequestQueue {
  readonly exported = new Set<number>();
  private readonly listeners: Listener[] = []; // in the order of their coming
  private readonly held: Waiting[] = [];
  private readonly timers = new Timers();

  /** The earliest time limit of a thread that waits. */
  get deadline(): Nanos | null {
    return this.timers.earliest;
  }

  /** The thread that has waited longest for such a request waits no more; without one the request waits. */
  offer(request: Waiting, mayWait: boolean): Listener | null {
    const at = this.listeners.findIndex(({ filter }) => matches(filter, request));
    const listener = this.listeners[at];
    if (listener === undefined) {
      if (mayWait) this.held.push(request);
      return null;
    }
    this.listeners.splice(at, 1);
    this.timers.set(listener.thread, null);
    return listener;
  }

  /** The request that has waited longest and fits waits no more; without one the thread waits, until its limit. */
  ask(listener: Listener): Waiting | null {
    const { thread, filter, limit } = listener;
    const at = this.held.findIndex((request) => matches(filter, request));
    const request = this.held[at];
    if (request !== undefined) {
      this.held.splice(at, 1);
      return request;
    }
    this.listeners.push(listener);
    this.timers.set(thread, limit);
    return null;
  }

  isWaiting(thread: Thread): boolean {
    return this.listeners.some((listener) => listener.thread === thread);
  }

  /** A connection is gone, and its request with it. */
  forget(handle: Handle): void {
    const at = this.held.findIndex((request) => request.handle === handle);
    if (at >= 0) this.held.splice(at, 1);
  }

  /** The threads whose time limit is over wait no more. */
  expire(now: Nanos): readonly Thread[] {
    const due = this.timers.due(now);
    for (const thread of due) {
      this.timers.set(thread, null);
      const at = this.listeners.findIndex((listener) => listener.thread === thread);
      if (at >= 0) this.listeners.splice(at, 1);
    }
    return due;
  }
}
