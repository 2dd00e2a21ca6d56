/**
 * Those who call: clients, and servers that need another service.
 *
 * Rules
 * 1. A request goes to the server that the caller's balancer names, among those that are not left out. A second copy
 *    goes to another server where there is one that has no copy.
 * 2. An attempt is given up after `timeout` where another may follow. The last one waits until the deadline.
 * 3. After an error, a refusal or a time-out the request is tried again after a pause, at most `retries` times, where
 *    the budget has a retry left and the deadline has not passed. Retries are the clients' alone, or all callers'.
 * 4. The deadline of a client's call is so long after its beginning. A server that calls on waits until the same moment
 *    where deadlines travel, else as long from its own call on.
 * 5. A hedge: where the last service has not answered after so long, a second copy goes there. The first reply counts.
 *    It takes from the budget as a retry does. Where budget or breaker refuse it, the first copy goes on alone.
 * 6. Where calls are cancelled, an attempt for which nobody waits any more is followed by a cancel.
 * 7. A breaker that is open refuses the request at once.
 * 8. A server has at most `pool` connections to each service that it calls, each for one attempt at a time. A call that
 *    finds none waits for one in its turn, at most for `poolWait`, and is refused then. No second copy waits.
 */
import type { Ref } from "../../kernel/trace-data.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { RandomStream } from "../../kernel/random.ts";
import type { World } from "../world/world.ts";
import { NO_SLOT, type Agenda, type Kind } from "./agenda.ts";
import { pauseBefore, type Backoff } from "./caller-policy.ts";
import type { Counts } from "./counts.ts";
import { Attempt, Call, type Caller, type Edge, type Origin, type Server } from "./request.ts";
import type { RequestNetwork } from "./request-network.ts";

export interface CallerOptions {
  /** Rule 2. */
  readonly timeout: Nanos;
  /** Rule 4; Infinity for none. */
  readonly deadline: Nanos;
  readonly travels: boolean;
  readonly cancels: boolean;
  readonly retries: number;
  readonly retryAt: "clients" | "all";
  readonly backoff: Backoff;
  /** Rule 5; Infinity for never. */
  readonly hedgeAfter: Nanos;
  /** Rule 8; Infinity for as many as are wanted. */
  readonly pool: number;
  readonly poolWait: Nanos;
}

/** How a request ended. */
export type End = "returned" | "failed" | "refused" | "cancelled";

interface CallersParts {
  readonly world: World;
  readonly agenda: Agenda;
  readonly counts: Counts;
  readonly network: () => RequestNetwork;
  readonly pauses: RandomStream;
  /** Told of a request that has ended by itself, with the last row of the trace that was for it. */
  readonly ended: (call: Call, end: End, row: Ref) => void;
}

export class Callers {
  private readonly parts: CallersParts;
  private readonly options: CallerOptions;
  private readonly timeout: Kind<Attempt>;
  private readonly deadline: Kind<Call>;
  private readonly retry: Kind<Call>;
  private readonly hedge: Kind<Call>;
  private readonly turnedAway: Kind<Call>;

  constructor(parts: CallersParts, options: CallerOptions) {
    this.parts = parts;
    this.options = options;
    const { agenda } = parts;
    this.timeout = agenda.on((attempt) => this.timedOut(attempt));
    this.deadline = agenda.on((call) => this.expired(call));
    this.retry = agenda.on((call) => {
      call.againSlot = NO_SLOT;
      this.attempt(call, "retry");
    });
    this.hedge = agenda.on((call) => {
      call.againSlot = NO_SLOT;
      const { now } = parts.world.sim;
      const isFree = !this.isFull(call) && call.edge.breaker?.allows(now) !== false;
      if (isFree && this.candidates(call).length > 0 && this.mayTake(call, false)) this.attempt(call, "hedge");
    });
    this.turnedAway = agenda.on((call) => {
      call.againSlot = NO_SLOT;
      this.stopWaiting(call);
      this.end(call, "refused", call.cause);
    });
  }

  /** A caller wants an answer. @param parent the attempt for which a server calls on; null for a client */
  begin(caller: Caller, edge: Edge, parent: Attempt | null, number: number, cause: Ref): Call {
    const { agenda, world } = this.parts;
    const { now } = world.sim;
    const travelled = parent !== null && this.options.travels ? parent.call.deadline : Infinity;
    const deadline = Math.min(travelled, now + this.options.deadline);
    const call = new Call(number, caller, edge, parent, deadline, cause);
    if (call.deadline < Infinity) call.deadlineSlot = agenda.at(Math.max(now, call.deadline), this.deadline, call);
    edge.budget.began(now);
    this.attempt(call, call.origin);
    return call;
  }

  /** A reply has come. */
  replied(attempt: Attempt, row: Ref): void {
    const { call } = attempt;
    if (attempt.isLeft || call.isEnded) return;
    call.cause = row;
    this.close(attempt, attempt.result !== "ok");
    if (attempt.result === "ok") {
      this.end(call, "returned", row);
      return;
    }
    call.wasRefused = attempt.result === "refused";
    if (call.open.length === 0) this.tryAgain(call, false);
  }

  /** Nobody wants the answer any more. */
  takeBack(call: Call): void {
    if (!call.isEnded) this.finish(call);
  }

  /** Rule 1, and rule 7. */
  private attempt(call: Call, origin: Origin): void {
    const { agenda, world, counts } = this.parts;
    const { now } = world.sim;
    const { edge, caller } = call;
    const { retries, retryAt, hedgeAfter, timeout } = this.options;
    if (edge.breaker?.allows(now) === false) {
      call.againSlot = agenda.after(0, this.turnedAway, call);
      return;
    }
    if (this.isFull(call)) {
      call.edge.waiters.push(call);
      call.againSlot = agenda.after(this.options.poolWait, this.turnedAway, call);
      return;
    }
    call.edge.inUse++;
    call.made++;
    const attempt = new Attempt(call, this.serverFor(call, now), origin, now);
    attempt.isProbe = edge.breaker?.began() === true;
    call.open.push(attempt);
    if (edge.to.isLast) counts.count(COUNTED_AS[origin], now);
    const mayRetry = call.made <= retries && (call.parent === null || retryAt === "all");
    if (mayRetry && now + timeout < call.deadline) attempt.timeoutSlot = agenda.after(timeout, this.timeout, attempt);
    if (edge.to.isLast && call.made === 1 && hedgeAfter < Infinity) {
      call.againSlot = agenda.after(hedgeAfter, this.hedge, call);
    }
    attempt.row = this.parts.network().send("request", caller.machine, attempt.server.machine, attempt, call.cause);
  }

  private serverFor(call: Call, now: Nanos): Server {
    const { to, balancer, ejection } = call.edge;
    const { leftOut } = to;
    const free = this.candidates(call);
    const all = free.length > 0 ? free : to.servers.map(({ place }) => place);
    const isUsual = ejection === null && leftOut.size === 0;
    const healthy = isUsual ? all : all.filter((place) => !leftOut.has(place) && ejection?.isOut(place, now) !== true);
    const server = to.servers[balancer.choose(healthy.length > 0 ? healthy : all, now)];
    if (server === undefined) throw new Error(`services: ${to.service.name} has no such server.`);
    return server;
  }

  /** The servers that have no copy of a request. */
  private candidates({ edge, open }: Call): readonly number[] {
    if (open.length === 0) return edge.to.places;
    return edge.to.places.filter((place) => open.every(({ server }) => server.place !== place));
  }

  private timedOut(attempt: Attempt): void {
    const { recorder, sim } = this.parts.world;
    const { call } = attempt;
    attempt.timeoutSlot = NO_SLOT;
    const label = recorder.label("time-out of a request", "timer");
    call.cause = recorder.mark(sim.now, call.caller.machine.track, label, call.cause, call.number);
    call.wasRefused = false;
    this.close(attempt, true);
    this.leave(attempt);
    if (call.open.length === 0) this.tryAgain(call, true);
  }

  /** Rule 3. */
  private tryAgain(call: Call, afterTimeout: boolean): void {
    const { agenda, world, pauses } = this.parts;
    const { retries, retryAt, backoff } = this.options;
    call.againSlot = agenda.cancel(call.againSlot);
    const may = call.made <= retries && (call.parent === null || retryAt === "all");
    const pause = may ? pauseBefore(call.made, backoff, pauses) : 0;
    if (!may || world.sim.now + pause >= call.deadline || !this.mayTake(call, afterTimeout)) {
      this.end(call, call.wasRefused ? "refused" : "failed", call.cause);
      return;
    }
    call.againSlot = agenda.after(pause, this.retry, call);
  }

  /** Rule 3: takes a retry or a second copy from the budget. */
  private mayTake(call: Call, afterTimeout: boolean): boolean {
    const { budget, failures } = call.edge;
    const taken = budget.take(this.parts.world.sim.now, afterTimeout);
    if (taken === null) this.parts.counts.denied(failures);
    else call.taken = taken;
    return taken !== null;
  }

  /** Rule 4. */
  private expired(call: Call): void {
    const { recorder, sim } = this.parts.world;
    call.deadlineSlot = NO_SLOT;
    const label = recorder.label("deadline of a call", "timer");
    call.cause = recorder.mark(sim.now, call.caller.machine.track, label, call.cause, call.number);
    for (const attempt of [...call.open]) {
      this.close(attempt, true);
      this.leave(attempt);
    }
    this.end(call, "failed", call.cause);
  }

  /** The caller has heard of an attempt for the last time. */
  private close(attempt: Attempt, failed: boolean): void {
    const { now } = this.parts.world.sim;
    const { call } = attempt;
    const { balancer, budget, breaker, ejection } = call.edge;
    this.forget(attempt);
    if (failed) call.edge.failures++;
    budget.ended(failed, call.taken);
    balancer.ended(attempt.server.place, now - attempt.leftAt, now);
    breaker?.ended(failed, now, attempt.isProbe);
    ejection?.ended(attempt.server.place, failed, now);
    this.pass(call.edge);
  }

  private forget(attempt: Attempt): void {
    const { open, edge } = attempt.call;
    attempt.timeoutSlot = this.parts.agenda.cancel(attempt.timeoutSlot);
    open.splice(open.indexOf(attempt), 1);
    edge.inUse--;
  }

  /** Rule 8: those that have waited longest have the connections that are free. A breaker may refuse them (rule 7). */
  private pass({ waiters }: Edge): void {
    for (;;) {
      const next = waiters[0];
      if (next === undefined || next.caller.machine.isDown || this.isFull(next)) return;
      waiters.shift();
      next.againSlot = this.parts.agenda.cancel(next.againSlot);
      this.attempt(next, next.made === 0 ? next.origin : "retry");
    }
  }

  /** Rule 8. */
  private isFull({ parent, edge }: Call): boolean {
    return parent !== null && edge.inUse >= this.options.pool;
  }

  /** Rule 6. */
  private leave(attempt: Attempt): void {
    attempt.isLeft = true;
    if (!this.options.cancels) return;
    const { machine } = attempt.call.caller;
    if (!machine.isDown)
      this.parts.network().send("cancel", machine, attempt.server.machine, attempt, attempt.call.cause);
  }

  private stopWaiting(call: Call): void {
    const { waiters } = call.edge;
    const place = waiters.indexOf(call);
    if (place >= 0) waiters.splice(place, 1);
  }

  private end(call: Call, end: End, row: Ref): void {
    this.finish(call);
    this.parts.ended(call, end, row);
  }

  private finish(call: Call): void {
    const { agenda, world } = this.parts;
    call.isEnded = true;
    call.deadlineSlot = agenda.cancel(call.deadlineSlot);
    call.againSlot = agenda.cancel(call.againSlot);
    this.stopWaiting(call);
    for (const attempt of [...call.open]) {
      this.forget(attempt);
      call.edge.balancer.ended(attempt.server.place, null, world.sim.now);
      call.edge.breaker?.left(attempt.isProbe);
      this.leave(attempt);
      this.pass(call.edge);
    }
  }
}

const COUNTED_AS = { first: "first", retry: "retried", hedge: "hedged" } as const;
