/**
 * The servers of all services.
 *
 * Rules
 * 1. A request is worked at by a worker. If none is free it waits in the queue, and is refused where that is full.
 * 2. The worker works for the request's own time, then makes its calls below, one group after the other, and waits for
 *    each; calls beside each other are one group. It does nothing else meanwhile. Where one call below fails, the
 *    request fails, and the other calls of its group are taken back. A request that a cache answers makes no calls.
 * 3. Where deadlines travel, a request whose deadline has passed is thrown away: when it comes, when a worker takes it,
 *    and before it calls others. Nobody waits for a reply. With a reserve it is also thrown away where less time is
 *    left than a request takes there in the mean.
 * 4. A cancelled request leaves the queue. A worker hears of it when its own time is over, or while it waits for a call
 *    below; the calls below are taken back.
 * 5. A refusal costs the server a tenth of a millisecond, which the next request pays.
 * 6. A server may limit how many requests are inside by what it has measured, or shed load when it has been busy for a
 *    while (server-limit.ts).
 * 7. The last service may keep the keys of what it has done (once-only.ts). Caches may be lost (caches.ts).
 * 8. A crash loses all requests of a server, without a word. A slow server takes so many times as long for requests
 *    that it begins from then on. In a server that stands still all work goes on later where it stopped.
 */
import { itemAt } from "../../kernel/reads.ts";
import type { RandomStreams } from "../../kernel/random.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { World } from "../world/world.ts";
import type { Agenda, Kind } from "./agenda.ts";
import { NO_KEY, type Caches } from "./caches.ts";
import type { Callers, End } from "./callers.ts";
import type { Counts } from "./counts.ts";
import type { Disturbance } from "./disturbance.ts";
import { CHECK_WORK, type Answerer } from "./health-checks.ts";
import type { OnceOnly } from "./once-only.ts";
import { besideAt } from "./graph.ts";
import type { Attempt, Call, Edge, Result, Server, ServiceState } from "./request.ts";
import type { RequestNetwork } from "./request-network.ts";
import { mustShed, REFUSAL } from "./server-limit.ts";
import { drawn } from "./spread.ts";

export interface ServerOptions {
  /** Places in the queue of a server. */
  readonly queueLimit: number;
  readonly travels: boolean;
  /** Rule 3. */
  readonly reserves: boolean;
  /** Rule 6. */
  readonly sheds: boolean;
  readonly checkBy: Answerer;
}

interface ServersParts {
  readonly world: World;
  readonly agenda: Agenda;
  readonly counts: Counts;
  readonly disturbance: Disturbance;
  readonly caches: Caches;
  readonly onceOnly: OnceOnly;
  readonly network: () => RequestNetwork;
  readonly callers: () => Callers;
  readonly edgeOf: (server: Server, to: string) => Edge;
}

/** A worker at a request. */
interface Work {
  readonly attempt: Attempt;
  readonly from: Nanos;
  readonly until: Nanos; // where it is not paused
  readonly paused: Nanos; // so long the server had been when it began
  readonly life: number; // of the server
}

export class Servers {
  private readonly parts: ServersParts;
  private readonly options: ServerOptions;
  private readonly served: Kind<Work>;
  private readonly isUp: Kind<Pick<Work, "attempt" | "life">>;
  private readonly steps: { readonly passing: number; readonly last: number };
  private readonly times: ReadonlyMap<ServiceState, ReturnType<RandomStreams["stream"]>>;
  private readonly hits: ReturnType<RandomStreams["stream"]>;

  constructor(parts: ServersParts, services: readonly ServiceState[], options: ServerOptions) {
    const { recorder, streams } = parts.world;
    this.parts = parts;
    this.options = options;
    this.served = parts.agenda.on((work) => this.workEnded(work));
    this.isUp = parts.agenda.on(({ attempt, life }) => {
      if (life === attempt.server.life) this.reply(attempt, "ok");
    });
    const source = { kind: "assumed", text: "The own time of a request is a parameter of the run." } as const;
    const step = (name: string): number => recorder.step({ name, layer: "rpc", part: "program", source });
    this.steps = { passing: step("Pass a request on"), last: step("Serve the request") };
    this.times = new Map(services.map((one) => [one, streams.stream(`service times of ${one.service.name}`)]));
    this.hits = streams.stream("answers of caches");
  }

  /** Rules 1, 3 and 6. */
  arrived(attempt: Attempt, row: Ref): void {
    const { server } = attempt;
    const { now } = this.parts.world.sim;
    if (attempt.wasServed || attempt.worker >= 0 || attempt.waits) return; // a copy that a fault made
    attempt.row = row;
    attempt.queuedAt = now;
    if (attempt.isCancelled || this.isTooLate(attempt)) return;
    if (server.of.isLast && this.parts.disturbance.failsAt(server.place, now)) {
      attempt.wasServed = true;
      this.reply(attempt, "error");
      return;
    }
    if (this.isCopy(attempt)) return;
    if (
      server.limit?.admits(server.inside) === false ||
      (this.options.sheds && mustShed(server.busySince, server.queue.length, this.options.queueLimit, now))
    ) {
      this.refuse(attempt);
    } else if (server.free.length > 0) {
      server.inside++;
      this.begin(attempt);
    } else if (server.queue.length >= this.options.queueLimit) this.refuse(attempt);
    else {
      server.inside++;
      server.queue.add(attempt, now);
      this.noteQueue(server);
      this.parts.world.recorder.laid(row, now);
    }
  }

  /** A health check has come (health-checks.ts). */
  checked(attempt: Attempt, row: Ref): void {
    if (this.options.checkBy === "worker") return this.arrived(attempt, row);
    if (attempt.wasServed) return; // a copy that a fault made
    const { server } = attempt;
    const { world, agenda, disturbance } = this.parts;
    const { now } = world.sim;
    attempt.row = row;
    attempt.wasServed = true;
    const end = server.of.isLast ? disturbance.endOf(server.place, now, CHECK_WORK) : now + CHECK_WORK;
    agenda.at(end, this.isUp, { attempt, life: server.life });
  }

  /** Rule 4. */
  cancelled(attempt: Attempt): void {
    if (attempt.isCancelled) return;
    attempt.isCancelled = true;
    const { server } = attempt;
    if (attempt.waits) {
      server.queue.takeBack(attempt);
      server.inside--;
      this.noteQueue(server);
    } else if (attempt.below.length > 0) {
      this.dropBelow(attempt);
      this.leave(attempt);
    }
  }

  /** A call below has ended, with the last row that was for it. */
  answered(call: Call, end: End, row: Ref): void {
    const { parent } = call;
    if (parent === null) return;
    parent.below.splice(parent.below.indexOf(call), 1);
    parent.row = row;
    if (end !== "returned") {
      this.dropBelow(parent);
      this.finish(parent, "error");
    } else if (parent.toMake > 0) {
      this.callBelow(parent, itemAt(parent.server.of.service.calls, parent.group, "call below").to);
    } else if (parent.below.length === 0) {
      parent.group += besideAt(parent.server.of.service.calls, parent.group).length;
      this.goOn(parent);
    }
  }

  /** Rule 8. */
  crash(server: Server): void {
    const { callers } = this.parts;
    for (const attempt of server.atWork) {
      for (const call of attempt.below) callers().takeBack(call);
      attempt.below.length = 0;
      attempt.worker = -1;
      if (server.of.isLast) this.parts.onceOnly.ended(attempt.call, null);
    }
    server.atWork.clear();
    server.queue.clear();
    server.life++;
    server.inside = 0;
    server.busySince = -1;
    server.owed = 0;
    server.limit?.forget();
    server.free.splice(0, server.free.length, ...server.workerTracks.keys());
    this.noteQueue(server);
  }

  private begin(attempt: Attempt): void {
    const { world, agenda, disturbance } = this.parts;
    const { server } = attempt;
    const { now } = world.sim;
    const { service, isLast } = server.of;
    const worker = server.free.shift();
    if (worker === undefined) throw new Error(`services: ${service.name} has no free worker.`);
    attempt.worker = worker;
    if (server.free.length === 0 && server.busySince < 0) server.busySince = now;
    server.atWork.add(attempt);
    if (isLast) this.parts.onceOnly.begun(attempt.call);
    const stream = this.times.get(server.of);
    if (stream === undefined) throw new Error(`services: ${service.name} has no times.`);
    const own = drawn(service.spread, millis(service.ms), stream);
    const work = Math.round(own * server.machine.times) + server.owed;
    server.owed = 0;
    const end = isLast ? disturbance.endOf(server.place, now, work) : now + work;
    const paused = server.machine.pause.total;
    agenda.at(end, this.served, { attempt, from: now, until: end, paused, life: server.life });
  }

  private workEnded(work: Work): void {
    const { attempt, from, life } = work;
    const { world, counts, agenda } = this.parts;
    const { server } = attempt;
    if (server.life !== life) return;
    const { now } = world.sim;
    const { pause } = server.machine;
    const until = work.until + pause.total - work.paused;
    if (pause.isOn) return pause.later(() => this.workEnded(work));
    if (until > now) return void agenda.at(until, this.served, work);
    attempt.row = world.recorder.span(
      this.trackOf(attempt),
      this.steps[server.of.isLast ? "last" : "passing"],
      -1,
      from,
      now,
      attempt.row,
      attempt.call.number,
    );
    attempt.wasServed = true;
    server.workedNs += now - from;
    const isForNobody = isUnwanted(attempt);
    if (server.of.isLast) {
      this.parts.onceOnly.ended(attempt.call, now);
      counts.worked(from, now);
      if (isForNobody) {
        counts.wastedNs += now - from;
        counts.count("wasted", now);
      }
    }
    const { service } = server.of;
    const mayHit = attempt.group < service.calls.length && service.hits > 0 && this.hits.float() < service.hits;
    if (mayHit) attempt.lacked = this.parts.caches.lacks(service.name, now);
    if (mayHit && attempt.lacked === NO_KEY) attempt.group = service.calls.length;
    this.goOn(attempt);
  }

  /** Rules 2, 3 and 4: the next group of calls below, or the reply. */
  private goOn(attempt: Attempt): void {
    const below = attempt.server.of.service.calls[attempt.group];
    if (attempt.isCancelled || (below !== undefined && this.isTooLate(attempt))) {
      this.leave(attempt);
    } else if (below === undefined) this.finish(attempt, "ok");
    else {
      const beside = besideAt(attempt.server.of.service.calls, attempt.group);
      attempt.toMake = beside.reduce((sum, { times }) => sum + times, 0);
      const isOneByOne = beside.length === 1 && !below.together;
      for (const { to, times } of beside) {
        for (let made = 0; made < (isOneByOne ? 1 : times); made++) this.callBelow(attempt, to);
      }
    }
  }

  private callBelow(attempt: Attempt, to: string): void {
    const { callers, edgeOf } = this.parts;
    const { server, call } = attempt;
    attempt.toMake--;
    const below = callers().begin(server, edgeOf(server, to), attempt, call.number, attempt.row);
    below.place = attempt.madeBelow++;
    attempt.below.push(below);
  }

  private dropBelow(attempt: Attempt): void {
    for (const call of attempt.below) this.parts.callers().takeBack(call);
    attempt.below.length = 0;
    attempt.toMake = 0;
  }

  private finish(attempt: Attempt, result: Result): void {
    const { call } = attempt;
    const { world, caches } = this.parts;
    if (result === "ok") caches.fill(attempt.server.of.service.name, attempt.lacked, world.sim.now);
    if (result === "ok" && call.parent === null && !call.isCheck) world.recorder.servedCall(call.number);
    this.reply(attempt, result);
    this.leave(attempt);
  }

  private reply(attempt: Attempt, result: Result): void {
    const { server, call, row } = attempt;
    attempt.result = result;
    this.parts.network().send("reply", server.machine, call.caller.machine, attempt, row);
  }

  /** The request leaves its server, and the worker takes the next one. */
  private leave(attempt: Attempt): void {
    const { server } = attempt;
    const { now } = this.parts.world.sim;
    server.limit?.ended(Math.max(1, now - attempt.queuedAt), server.inside);
    server.inside--;
    server.atWork.delete(attempt);
    const { worker } = attempt;
    attempt.worker = -1;
    attempt.wasServed = true;
    server.free.push(worker);
    server.free.sort((a, b) => a - b);
    this.takeNext(server);
    if (server.free.length > 0) server.busySince = -1;
  }

  private takeNext(server: Server): void {
    const { recorder, sim } = this.parts.world;
    while (server.free.length > 0) {
      const next = server.queue.take(sim.now, (dropped) => {
        server.inside--;
        this.refuse(dropped);
      });
      this.noteQueue(server);
      if (next === null) return;
      recorder.taken(next.row, sim.now);
      if (this.isTooLate(next) || this.isCopy(next)) server.inside--;
      else this.begin(next);
    }
  }

  /** Rule 5. */
  private refuse(attempt: Attempt): void {
    const { counts, world } = this.parts;
    const { server } = attempt;
    if (!attempt.call.isCheck) counts.count("refused", world.sim.now);
    server.owed += REFUSAL;
    attempt.wasServed = true;
    this.reply(attempt, "refused");
  }

  /** Whether another copy is at work, or was: this one is refused, or has the answer that is kept. */
  private isCopy(attempt: Attempt): boolean {
    const { server, call } = attempt;
    const known = server.of.isLast ? this.parts.onceOnly.meets(call, this.parts.world.sim.now) : "new";
    if (known === "new") return false;
    if (known === "at work") this.refuse(attempt);
    else {
      server.owed += REFUSAL; // to look it up
      attempt.wasServed = true;
      this.reply(attempt, "ok");
    }
    return true;
  }

  private isTooLate({ call, server, wasServed }: Attempt): boolean {
    const { travels, reserves } = this.options;
    const needed = reserves && !wasServed ? millis(server.of.service.ms) : 0;
    return travels && this.parts.world.sim.now + needed >= call.deadline;
  }

  private noteQueue({ of }: Server): void {
    let waiting = 0;
    for (const { queue } of of.servers) waiting += queue.length;
    this.parts.counts.waiting(of, waiting, this.parts.world.sim.now);
  }

  private trackOf({ server, worker }: Attempt): number {
    const known = server.workerTracks[worker];
    if (known !== undefined && known >= 0) return known;
    const name = server.workerTracks.length === 1 ? "Worker" : `Worker ${worker + 1}`;
    const track = this.parts.world.recorder.track({ name, machine: server.machine.name, kind: "processor" });
    server.workerTracks[worker] = track;
    return track;
  }
}

/** Whether nobody waits for an attempt any more: its caller, or one further up, has left or has its answer. */
function isUnwanted(attempt: Attempt): boolean {
  for (let one: Attempt | null = attempt; one !== null; one = one.call.parent) {
    if (one.isLeft || one.call.isEnded) return true;
  }
  return false;
}
