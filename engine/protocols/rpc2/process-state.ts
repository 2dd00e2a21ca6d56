/** All that a process keeps, as one value: plain data that can be stored, compared and stepped again. */
import { NO_CONNECTIONS, type ConnectionTable } from "./connection-table.ts";
import { NO_GROUPS, type Groups } from "./groups.ts";
import type { Handles } from "./handles.ts";
import { EMPTY_MAP, type IntMap } from "./int-map.ts";
import { NO_CALLS, type ParallelCalls } from "./parallel.ts";
import type { SideEffect } from "./process-types.ts";
import { NO_REQUESTS, type Listener, type RequestQueue } from "./request-queue.ts";
import type { Estimate } from "./round-trip.ts";
import { NO_TIMERS, type Timers } from "./timers.ts";
import { NO_TRANSFERS, type Transfers } from "./transfers.ts";

export interface ProcessState {
  /** The process's Lamport clock: the number of the packet that was composed last, or what a peer has set it to. */
  readonly lamport: number;
  readonly handles: Handles;
  readonly connections: ConnectionTable;
  readonly timers: Timers; // of connections, by handle
  readonly estimates: IntMap<Estimate>; // by host
  readonly queue: RequestQueue;
  /** Threads in GETREQUEST whose client is being let in, with what they wait for; by handle. */
  readonly binding: IntMap<Listener>;
  /** Side effects that INITSIDEEFFECT has named and CHECKSIDEEFFECT has not begun, and those of calls; by handle. */
  readonly sideEffects: IntMap<SideEffect>;
  readonly transfers: Transfers;
  readonly parallel: ParallelCalls;
  readonly groups: Groups;
}

/** The next state, while a step is being taken. */
export type Draft = { -readonly [Field in keyof ProcessState]: ProcessState[Field] };

export const newProcess = (handles: Handles): ProcessState => ({
  lamport: 0,
  handles,
  connections: NO_CONNECTIONS,
  timers: NO_TIMERS,
  estimates: EMPTY_MAP,
  queue: NO_REQUESTS,
  binding: EMPTY_MAP,
  sideEffects: EMPTY_MAP,
  transfers: NO_TRANSFERS,
  parallel: NO_CALLS,
  groups: NO_GROUPS,
});
