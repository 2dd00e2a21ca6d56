/**
 * Health checks: all callers leave out a server that does not answer them, until it answers again.
 *
 * Rules
 * 1. A checker beside the clients asks each server at the start, and again after each `every`. A server that has not
 *    answered well within `TIMEOUT` has failed the check.
 * 2. After `fails` failed checks one after the other all callers leave the server out, and after one good answer they
 *    have it back (Kubernetes: each 10 s, time-out 1 s, 3 failures, 1 answer). Where all servers of a service are left
 *    out, callers ask them all the same; ours.
 * 3. A thread of its own answers, which knows no more than that its machine runs. Or a worker does, as for a request:
 *    then a check waits in the queue, is refused where that is full, and takes a worker’s time. It calls nobody below.
 */
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import { numberUnder } from "../../kernel/tally.ts";
import type { World } from "../world/world.ts";
import { NO_SLOT, type Agenda, type Kind } from "./agenda.ts";
import { Attempt, Call, CHECK, type Caller, type Edge, type Server, type ServiceState } from "./request.ts";
import type { RequestNetwork } from "./request-network.ts";

/** Who answers a check. */
export const ANSWERERS = { thread: "A thread of its own", worker: "A worker, as for a request" } as const;
export type Answerer = keyof typeof ANSWERERS;

export interface CheckOptions {
  readonly checkEvery: Nanos; // 0: never
  readonly checkFails: number;
  readonly checkBy: Answerer;
}

/** Kubernetes, `timeoutSeconds` of a readiness probe. */
const TIMEOUT = seconds(1);
/** The work of a check that a thread of its own answers; ours. */
export const CHECK_WORK = millis(0.1);

interface CheckParts {
  readonly world: World;
  readonly agenda: Agenda;
  readonly network: () => RequestNetwork;
  readonly checker: Caller;
  readonly edgeOf: (caller: Caller, to: ServiceState) => Edge;
  /** Whether no more calls come, and all have ended. */
  readonly isOver: () => boolean;
}

export class HealthChecks {
  private readonly parts: CheckParts;
  private readonly options: CheckOptions;
  private readonly services: readonly ServiceState[];
  private readonly timeout: Kind<Attempt>;
  private readonly failures = new Map<Server, number>(); // one after the other

  constructor(parts: CheckParts, services: readonly ServiceState[], options: CheckOptions) {
    this.parts = parts;
    this.services = services;
    this.options = options;
    const { agenda } = parts;
    this.timeout = agenda.on((attempt) => this.timedOut(attempt));
    if (options.checkEvery === 0) return;
    const round = agenda.on<object>(() => {
      if (parts.isOver()) return;
      this.askAll();
      agenda.after(options.checkEvery, round, round);
    });
    agenda.after(0, round, round);
  }

  /** An answer has come. */
  replied(attempt: Attempt): void {
    if (attempt.isLeft) return;
    attempt.isLeft = true;
    attempt.timeoutSlot = this.parts.agenda.cancel(attempt.timeoutSlot);
    this.heard(attempt.server, attempt.result === "ok");
  }

  private askAll(): void {
    const { world, agenda, checker, edgeOf, network } = this.parts;
    const { now } = world.sim;
    if (checker.machine.isDown) return;
    for (const state of this.services) {
      for (const server of state.servers) {
        const call = new Call(CHECK, checker, edgeOf(checker, state), null, now + TIMEOUT, NO_REF);
        const attempt = new Attempt(call, server, "first", now);
        attempt.group = state.service.calls.length; // rule 3: none below
        attempt.timeoutSlot = agenda.after(TIMEOUT, this.timeout, attempt);
        attempt.row = network().send("request", checker.machine, server.machine, attempt, NO_REF);
      }
    }
  }

  private timedOut(attempt: Attempt): void {
    attempt.timeoutSlot = NO_SLOT;
    attempt.isLeft = true;
    this.heard(attempt.server, false);
  }

  /** Rule 2. */
  private heard(server: Server, isWell: boolean): void {
    const { leftOut } = server.of;
    const failures = isWell ? 0 : numberUnder(this.failures, server) + 1;
    this.failures.set(server, failures);
    const isOut = leftOut.has(server.place);
    if (isWell && isOut) {
      leftOut.delete(server.place);
      this.note(`${server.machine.name} is healthy again`);
    } else if (!isOut && failures >= this.options.checkFails) {
      leftOut.add(server.place);
      this.note(`${server.machine.name} is left out`);
    }
  }

  private note(text: string): void {
    const { world, checker } = this.parts;
    world.recorder.mark(world.sim.now, checker.machine.track, world.recorder.label(text), NO_REF, 0);
  }
}
