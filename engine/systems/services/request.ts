/** The parts of a run of services: calls, their attempts, and those who make and serve them. */
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { NO_SLOT, type Slot } from "./agenda.ts";
import { NO_KEY } from "./caches.ts";
import type { Balancer } from "./balancer.ts";
import type { Breaker } from "./caller-policy.ts";
import type { Ejection } from "./ejection.ts";
import type { Service } from "./graph.ts";
import type { Queued, RequestQueue } from "./request-queue.ts";
import type { Pause } from "./pause.ts";
import type { GradientLimit } from "./server-limit.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** Why an attempt is there: without retries and hedges only the first ones would be. */
export type Origin = "first" | "retry" | "hedge";

/** A machine: all clients are one, and each server of a service is one. */
export interface Machine {
  readonly name: string;
  /** Its track of the network in the trace. */
  readonly track: number;
  isDown: boolean;
  /** So many times as slow as its own pace. */
  times: number;
  readonly pause: Pause;
}

/** One who calls: a client, or a server that needs another service. */
export interface Caller {
  readonly machine: Machine;
  /** Its state for each service that it calls, by the service's place in the graph. */
  readonly edges: (Edge | undefined)[];
  readonly number: number;
}

/** What a caller keeps of a service that it calls. */
export interface Edge {
  readonly to: ServiceState;
  readonly balancer: Balancer;
  readonly budget: RetryBudget;
  readonly breaker: Breaker | null;
  readonly ejection: Ejection | null;
  /** Connections that are in use, and the calls that wait for one, in their order. */
  inUse: number;
  /** Attempts that have failed. */
  failures: number;
  readonly waiters: Call[];
}

export interface ServiceState {
  readonly service: Service;
  readonly place: number; // in the graph
  readonly isLast: boolean;
  readonly servers: readonly Server[];
  /** Their numbers. */
  readonly places: readonly number[];
  /** Those that all callers leave out, because they failed health checks. */
  readonly leftOut: Set<number>;
}

export interface Server extends Caller {
  readonly of: ServiceState;
  readonly place: number; // among the servers of its service
  readonly queue: RequestQueue<Attempt>;
  /** Free workers, by number; the smallest first. */
  readonly free: number[];
  readonly workerTracks: number[]; // -1 until it works first
  readonly limit: GradientLimit | null;
  /** Requests at its workers, in the order in which these took them. */
  readonly atWork: Set<Attempt>;
  /** Counts its crashes: what was begun in another life ends in nothing. */
  life: number;
  /** Requests that wait, are worked at, or wait for a service below. */
  inside: number;
  /** Since when all of its workers have been taken; -1 while one is free. */
  busySince: Nanos;
  /** How long its workers have worked. */
  workedNs: Nanos;
  /** Time that refusals have cost and that the next request pays. */
  owed: Nanos;
}

/** What a reply says. */
export type Result = "ok" | "error" | "refused";

// Classes, because object literals of many fields are slow where some are spread into them.

/** The number of a health check, which is of no call of a client. */
export const CHECK = 0;

/** A request that somebody wants answered: the call of a client, or one that a server makes for an attempt. */
export class Call {
  readonly number: number; // of the client's call, from 1; or CHECK
  readonly caller: Caller;
  readonly edge: Edge;
  readonly parent: Attempt | null; // null for the call of a client
  readonly origin: Origin;
  /** When its caller gives up; Infinity for never. */
  readonly deadline: Nanos;
  /** The row of the trace that enables its next attempt. */
  cause: Ref;
  made = 0; // attempts
  taken = 0; // from the budget, for its last retry
  /** Which call below of its parent it is, from 0. */
  place = 0;
  readonly open: Attempt[] = [];
  isEnded = false;
  /** Whether the last that was heard of it was a refusal. */
  wasRefused = false;
  deadlineSlot: Slot = NO_SLOT;
  againSlot: Slot = NO_SLOT; // a retry after a pause, or a hedge

  constructor(number: number, caller: Caller, edge: Edge, parent: Attempt | null, deadline: Nanos, cause: Ref) {
    this.number = number;
    this.caller = caller;
    this.edge = edge;
    this.parent = parent;
    this.origin = parent === null ? "first" : parent.origin;
    this.deadline = deadline;
    this.cause = cause;
  }

  get isCheck(): boolean {
    return this.number === CHECK;
  }
}

/** A copy of a request: on its way to one server, there, or on its way back. */
export class Attempt implements Queued {
  readonly call: Call;
  readonly server: Server;
  readonly origin: Origin;
  readonly leftAt: Nanos;
  /** Whether its caller’s breaker looks by it whether the service is well again. */
  isProbe = false;
  /** The last row of the trace that was for it. */
  row: Ref = NO_REF;
  timeoutSlot: Slot = NO_SLOT;
  /** Its caller waits for it no more. */
  isLeft = false;
  /** Its server knows that. */
  isCancelled = false;
  queuedAt: Nanos = 0;
  waits = false;
  worker = -1; // that has it; -1 for none
  /** The group of calls below that it is at, those of the group that are open, and how many are still to be made. */
  group = 0;
  readonly below: Call[] = [];
  toMake = 0;
  madeBelow = 0;
  /** The thing that the cache lacked. */
  lacked = NO_KEY;
  /** Whether its own time is over, or it was refused. */
  wasServed = false;
  result: Result = "ok";

  constructor(call: Call, server: Server, origin: Origin, leftAt: Nanos) {
    this.call = call;
    this.server = server;
    this.origin = origin;
    this.leftAt = leftAt;
  }
}
