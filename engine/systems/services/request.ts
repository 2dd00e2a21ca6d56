/** The parts of a run of services: calls, their attempts, and those who make and serve them. */
import type { Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { Slot } from "./agenda.ts";
import type { Balancer } from "./balancer.ts";
import type { Breaker, RetryBudget } from "./caller-policy.ts";
import type { Ejection } from "./ejection.ts";
import type { Service } from "./graph.ts";
import type { Queued, RequestQueue } from "./request-queue.ts";
import type { GradientLimit } from "./server-limit.ts";

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
}

export interface ServiceState {
  readonly service: Service;
  readonly place: number; // in the graph
  readonly isLast: boolean;
  readonly servers: readonly Server[];
  /** Their numbers. */
  readonly places: readonly number[];
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

/** A request that somebody wants answered: the call of a client, or one that a server makes for an attempt. */
export interface Call {
  readonly number: number; // of the client's call, from 1
  readonly caller: Caller;
  readonly edge: Edge;
  readonly parent: Attempt | null; // null for the call of a client
  readonly origin: Origin;
  readonly begun: Nanos;
  /** When its caller gives up. */
  readonly deadline: Nanos;
  made: number; // attempts
  readonly open: Attempt[];
  isEnded: boolean;
  /** The row of the trace that enables its next attempt. */
  cause: Ref;
  deadlineSlot: Slot;
  againSlot: Slot; // a retry after a pause, or a hedge
  wasRefused: boolean;
}

/** A copy of a request, on its way to one server, there, or on its way back. */
export interface Attempt extends Queued {
  readonly call: Call;
  readonly server: Server;
  readonly origin: Origin;
  readonly leftAt: Nanos;
  timeoutSlot: Slot;
  /** Its caller waits for it no more. */
  isLeft: boolean;
  /** Its server knows that. */
  isCancelled: boolean;
  /** Its packet, then the last row of the trace that was for it. */
  row: Ref;
  worker: number; // -1 for none
  /** The group of calls below that it is at, and those of the group that are open and still to be made. */
  group: number;
  below: Call[];
  toMake: number;
  wasServed: boolean;
  result: Result;
}

/** What a reply says. */
export type Result = "ok" | "error" | "refused";
