/**
 * Runs a protocol on simulated machines by its ends (protocols/ends.ts): each host gets a machine and a program that
 * tells the ends what comes, and carries out their effects. A small system needs no more than its ends, a table of its
 * machine, the bytes of its packets and a medium.
 *
 * Rules
 * 1. A client's program makes one call after the other, or in several threads as many at once. A call without a
 *    result is followed by the next one, unless the ends say that the program gives up. After a crash it goes on with
 *    the calls that are left. Its calls may come at a pace of their own, and where it is open, whatever became of those
 *    before. Several clients share the calls of the run: each takes the next one when it is ready, the first one first.
 * 2. A packet takes the machine's time to be sent and to be taken in. Which sending of its kind for its call it is, the
 *    ends say, or the carrier counts.
 *    A packet to several hosts is one frame, on a medium that can carry it to many (broadcast-carrier.ts).
 * 3. The procedure runs as a process of the machine, which interrupts stop. It takes the work that `procedure` says,
 *    on some hosts perhaps longer than on others. Where the ends count waste, its end makes a call wasted that has
 *    failed or was cancelled before.
 * 4. A timer of the ends that falls due is marked. The mark's cause is the row of the packet that the host sent last.
 *    After the last answer, timers that only watch idle connections go off no more.
 * 5. What the program learns of a host that it has called is marked, too: that it answered, or that it counts as dead.
 */
import { segment, type Segment } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { SeriesLine } from "../../kernel/series.ts";
import {
  CALLEE,
  hostsThat,
  ofHost,
  receiversOf,
  type HeardEffect,
  type Host,
  type HostEffect,
  type HostInput,
  type MachineStep,
  type SendEffect,
} from "../../protocols/ends.ts";
import { BroadcastCarrier } from "./broadcast-carrier.ts";
import { CallSupply } from "./call-supply.ts";
import { Client } from "./ends-client.ts";
import { Place } from "./ends-place.ts";
import { FactSeries } from "./ends-series.ts";
import type { EndsSystem } from "./ends-system.ts";
import type { Frame } from "./frame.ts";
import { MachineHost } from "./host.ts";
import type { HostMedium } from "./medium.ts";
import type { World } from "./world.ts";
import { runWorld, type WorldRun } from "./world-run.ts";

export type { FrameFormat, HeardOfHost } from "./ends-system.ts";

/**
 * Runs until nothing is left to happen. Throws FaultError for a machine that the script names and the ends have not.
 */
export function runEnds<State, Packet, Series extends string = never>(
  world: World,
  medium: HostMedium,
  system: EndsSystem<State, Packet, Series>,
): WorldRun & { readonly series: Readonly<Record<Series, readonly SeriesLine[]>> } {
  const { busy = () => [] } = system;
  const series = system.series === undefined ? null : new FactSeries(system.series, system.ends.hosts);
  const run = new EndsRun(world, medium, system, series);
  world.scheduleMachineEvents();
  run.start();
  const ran = runWorld(world, { busy: () => [...run.busyNs(), ...busy()], carriers: [medium.carrier] });
  return { ...ran, series: series?.lines(run.hasReturned) ?? ({} as Record<Series, never>) };
}

class EndsRun<State, Packet> {
  private readonly world: World;
  private readonly system: EndsSystem<State, Packet, string>;
  private readonly places: readonly Place<State, Packet>[];
  private readonly clients = new Map<Host, Client>();
  private readonly medium: HostMedium;
  private readonly born: readonly State[]; // the hosts as the run begins
  private readonly procedures = new Map<Nanos, Segment>(); // by how long they run
  private readonly supply: CallSupply;
  private readonly series: FactSeries<string> | null;

  get hasReturned(): boolean {
    return this.supply.hasReturned;
  }

  constructor(
    world: World,
    medium: HostMedium,
    system: EndsSystem<State, Packet, string>,
    series: FactSeries<string> | null,
  ) {
    const { ends, program, progress } = system;
    const callers = hostsThat(ends, "client");
    this.world = world;
    this.system = system;
    this.medium = medium;
    this.series = series;
    this.born = ends.start();
    this.supply = new CallSupply(
      world,
      callers.map((host) => ofHost(ends.hosts, host)),
      program.calls,
      progress,
    );
    for (const host of callers) this.clients.set(host, this.clientOn(host));
    for (const host of hostsThat(ends, "server")) this.procedureOn(host);
    this.places = ends.hosts.map((name, host) => this.placeOf(medium, name, host));
  }

  /** All hosts begin that have power, the clients last. */
  start(): void {
    const { dead = [] } = this.system;
    for (const host of dead) ofHost(this.places, host).machine.crash("dead");
    const others = this.places.filter(({ host }) => !this.clients.has(host)).toReversed();
    const clients = [...this.clients.keys()].map((host) => ofHost(this.places, host));
    for (const { host, machine } of [...others, ...clients]) if (!dead.includes(host)) machine.start();
  }

  busyNs(): readonly (readonly [name: string, busy: Nanos])[] {
    return this.places.flatMap(({ machine }) => [...machine.busyNs()]);
  }

  private placeOf(medium: HostMedium, name: string, host: Host): Place<State, Packet> {
    const { machine, format, work } = this.system;
    const on = new MachineHost<Packet>(this.world, medium, {
      name,
      number: host,
      machine: typeof machine === "function" ? machine(host) : machine,
      read: (octets) => format.read(octets),
      ...(work === undefined ? {} : { work }),
      program: {
        start: () => this.begin(place),
        crashed: () => this.crashed(place),
        received: (_on, frame) => this.received(place, frame),
      },
    });
    const place = new Place<State, Packet>(this.world, host, on, () => this.due(place));
    return place;
  }

  private clientOn(host: Host): Client {
    const { world, supply } = this;
    const { ends, program } = this.system;
    return new Client({
      world,
      host,
      name: ofHost(ends.hosts, host),
      program,
      supply,
      tell: (input, cause) => void this.tell(ofHost(this.places, host), input, cause),
      isDown: () => ofHost(this.places, host).state === null,
      over: () => {
        if ([...this.clients.values()].every(({ isOver }) => isOver)) supply.finished();
      },
    });
  }

  /** The row of a packet to many hosts does not say that one of them had no use for it. */
  private received(place: Place<State, Packet>, frame: Frame): void {
    const { machine } = place;
    const given = { tag: "packet", packet: machine.packetOf(frame), call: frame.call, from: frame.from } as const;
    const isTaken = this.tell(place, given, frame.ref);
    if (!isTaken && frame.to === place.host) machine.ignore(frame);
  }

  // Power.

  private begin(place: Place<State, Packet>): void {
    const { ends } = this.system;
    place.life++;
    const state = place.life === 1 ? ofHost(this.born, place.host) : ends.restart(place.host, place.life, this.moment);
    place.state = state;
    for (const one of ends.machines?.(state) ?? []) {
      place.recordOf(one);
      this.series?.reached(place.machine.name, one, this.world.sim.now);
    }
    this.arm(place);
    this.clients.get(place.host)?.begin();
  }

  private crashed(place: Place<State, Packet>): void {
    place.lose();
    this.series?.lost(place.machine.name, this.world.sim.now);
    this.clients.get(place.host)?.crashed();
  }

  private get moment(): { readonly now: Nanos; readonly calleeLife: number } {
    return { now: this.world.sim.now, calleeLife: ofHost(this.places, CALLEE).life };
  }

  private arm(place: Place<State, Packet>): void {
    const { ends } = this.system;
    const { state } = place;
    const isIdle = state === null || (this.world.isAnswered && ends.isWatching?.(state) === true);
    place.arm(isIdle ? null : ends.deadline(state));
  }

  // Steps.

  /**
   * Tells a host what has come. False where none of its machines had a use for it.
   * @param executed the call whose procedure has ended, where one has
   */
  private tell(place: Place<State, Packet>, input: HostInput<Packet>, cause: Ref, executed = place.call): boolean {
    if (place.state === null) return false;
    if (input.tag === "call") place.call = input.call;
    const call = "call" in input ? input.call : executed;
    const steps: MachineStep[] = [];
    const took = (step: MachineStep): void => void steps.push(step);
    const { now, calleeLife } = this.moment;
    const [state, effects] = this.system.ends.step(place.state, input, { now, calleeLife, took });
    place.state = state;
    for (const step of steps) {
      place.record(step, cause, call);
      this.series?.reached(place.machine.name, { machine: step.machine, state: step.after }, this.world.sim.now);
    }
    this.arm(place);
    for (const effect of effects) this.act(place, effect, cause);
    return steps.length > 0;
  }

  private act(place: Place<State, Packet>, effect: HostEffect<Packet>, cause: Ref): void {
    switch (effect.tag) {
      case "send":
        this.send(place, effect, cause);
        return;
      case "execute":
        this.execute(place, effect, cause);
        return;
      case "returned":
        this.clientAt(place, effect.tag).returned(effect.call ?? place.call, cause);
        return;
      case "failed":
      case "refused":
      case "cancelled":
        this.clientAt(place, effect.tag).endedWithout(effect.call ?? place.call, effect.tag, effect.goesOn, cause);
        return;
      case "heard":
        this.heard(place, effect, cause);
        return;
      case "begins":
        throw new RangeError("ends: a program of several calls at once is not run here; give it a system of its own.");
    }
  }

  private clientAt({ host, machine }: Place<State, Packet>, effect: string): Client {
    const client = this.clients.get(host);
    if (client !== undefined) return client;
    throw new RangeError(
      `ends: ${machine.name} is no client and ended a call by "${effect}". Send a packet to its client.`,
    );
  }

  /** Rule 2. */
  private send(place: Place<State, Packet>, effect: SendEffect<Packet>, cause: Ref): void {
    const { machine, host } = place;
    const { packet, call, kind, send } = effect;
    const [first, ...others] = receiversOf(this.system.ends, host, effect);
    const to = others.length === 0 ? first : this.numberOf(host, [first, ...others]);
    const octets = this.system.format.write(packet, host, to);
    place.sent = machine.send(octets, {
      to,
      kind: kind ?? "packet",
      call,
      origin: (effect.again ?? (send ?? 1) > 1) ? "retransmission" : "first",
      cause,
      ...(send === null ? {} : { send }),
    });
  }

  /** The number of a frame to several hosts. Throws RangeError on a medium that carries a frame to one alone. */
  private numberOf(from: Host, to: readonly Host[]): number {
    const { carrier } = this.medium;
    if (carrier instanceof BroadcastCarrier) return carrier.numberOf(from, to);
    throw new RangeError("ends: a packet to several hosts needs a medium with a BroadcastCarrier.");
  }

  /** Rule 3. */
  private execute(
    place: Place<State, Packet>,
    { work, data, call }: Extract<HostEffect<Packet>, { readonly tag: "execute" }>,
    cause: Ref,
  ): void {
    const { life } = place;
    place.call = call;
    const done = (last: Ref): void => {
      if (place.life !== life) return;
      if (this.system.ends.countsWaste === true) this.world.recorder.servedCall(call);
      this.tell(place, { tag: "done", work, data: this.system.program.result(data, place.host) }, last, call);
    };
    place.machine.run(this.procedureOn(place.host), call, cause, done);
  }

  private procedureOn(host: Host): Segment {
    const { step, duration: given } = this.system.program.procedure;
    const duration = typeof given === "number" ? given : given(host);
    const known = this.procedures.get(duration);
    if (known !== undefined) return known;
    const made = segment(this.world.recorder, [{ step, duration }]);
    this.procedures.set(duration, made);
    return made;
  }

  /** Rule 5. */
  private heard(place: Place<State, Packet>, { from, how, call = place.call }: HeardEffect, cause: Ref): void {
    const { name, inTrack: value } = ofHost(this.places, from).machine;
    const label = how === "dead" ? `${name} counts as dead` : `${name} has answered`;
    place.machine.note(label, { kind: how === "dead" ? "given up" : "answered", value, cause, call });
    this.system.heard?.({ call, from, how, at: this.world.sim.now });
  }

  // Timers.

  /** Rule 4. */
  private due(place: Place<State, Packet>): void {
    const { ends } = this.system;
    if (place.state !== null && this.world.isAnswered && ends.isWatching?.(place.state) === true) return;
    const name = place.state === null ? undefined : ends.timerName?.(place.state);
    const cause = place.machine.timerMark(place.sent?.ref ?? NO_REF, place.call, name);
    this.tell(place, { tag: "tick" }, cause);
  }
}
