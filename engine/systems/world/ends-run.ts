/**
 * Runs a protocol on simulated machines by its ends (protocols/ends.ts): each host gets a machine and a program that
 * tells the ends what comes, and carries out their effects. A small system needs no more than its ends, a table of its
 * machine, the bytes of its packets and a medium.
 *
 * Rules
 * 1. The caller's program makes one call after the other, or in several threads as many at once. A call that fails is
 *    followed by the next one, unless the ends say that the program gives up. After a crash it goes on with the calls
 *    that are left.
 * 2. A packet takes the machine's time to be sent and to be taken in. Which sending of its kind for its call it is, the
 *    ends say, or the carrier counts.
 * 3. The procedure runs as a process of the machine, which interrupts stop. It takes the work that `procedure` says.
 * 4. A timer of the ends that falls due is marked. The mark's cause is the row of the packet that the host sent last.
 */
import type { Hardware, MachineKind } from "../../hardware/machine.ts";
import { segment, type Segment } from "../../hardware/processors.ts";
import { NO_TIMER, type Timer } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";
import { BEGIN, NO_REF, type Ref, type Step } from "../../kernel/trace-data.ts";
import {
  CALLEE,
  CALLER,
  ofHost,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type MachineAt,
  type MachineStep,
  type SendEffect,
} from "../../protocols/ends.ts";
import { CallSupply } from "./call-supply.ts";
import type { Frame } from "./frame.ts";
import { MachineHost, type PacketWork } from "./host.ts";
import { InstanceRecord } from "./instance.ts";
import type { HostMedium } from "./medium.ts";
import type { World } from "./world.ts";
import { runWorld, type WorldRun } from "./world-run.ts";

/** Turns packets into the bytes of frames, and bytes into packets. */
export interface FrameFormat<Packet> {
  /** The bytes of a frame between two hosts, by their numbers on the medium. */
  write(packet: Packet, from: number, to: number): Uint8Array;
  /** Throws WireError where the bytes make no sense. */
  read(octets: Uint8Array): Packet;
}

/** The program that calls, and the procedure that it calls. */
interface CalledProgram {
  readonly calls: number;
  /** Calls under way at once, whose effects must name their call; left out: one. */
  readonly threads?: number;
  argument(call: number): Uint8Array;
  result(argument: Uint8Array): Uint8Array;
  /** The step in the trace of the procedure, and how long it runs for a call. */
  readonly procedure: { readonly step: Step; readonly duration: Nanos };
}

interface EndsSystem<State, Packet> {
  readonly ends: Ends<State, Packet>;
  /** The kind of each host's machine. */
  readonly machine: MachineKind<Frame, Hardware<Frame>>;
  readonly format: FrameFormat<Packet>;
  readonly program: CalledProgram;
  /** The work of a packet, where the machine's table does not say it. */
  readonly work?: PacketWork<Packet>;
  /** Busy time of the medium's parts so far, by their names: "ethernet". */
  readonly busy?: () => readonly (readonly [name: string, busy: Nanos])[];
  readonly progress?: ((share: number) => void) | undefined;
}

/**
 * Runs until nothing is left to happen. Throws FaultError for a machine that the script names and the ends have not.
 */
export function runEnds<State, Packet>(world: World, medium: HostMedium, system: EndsSystem<State, Packet>): WorldRun {
  const { ends, busy, progress } = system;
  const run = new EndsRun(world, medium, system);
  world.scheduleMachineEvents();
  run.start(new CallSupply(world, ofHost(ends.hosts, CALLER), system.program.calls, progress));
  return runWorld(world, { busy: () => [...run.busyNs(), ...(busy?.() ?? [])], carriers: [medium.carrier] });
}

/** A host of the run. */
interface Place<State, Packet> {
  readonly host: Host;
  readonly machine: MachineHost<Packet>;
  state: State | null; // null while it is down
  life: number;
  readonly records: Map<string, InstanceRecord>;
  readonly timerOwner: number;
  timer: Timer;
  armedFor: Nanos;
  /** The call that it makes or has executed last, and the last packet that it sent. */
  call: number;
  sent: Frame | null;
}

class EndsRun<State, Packet> {
  private readonly world: World;
  private readonly system: EndsSystem<State, Packet>;
  private readonly places: readonly Place<State, Packet>[];
  private readonly procedure: Segment;
  private supply: CallSupply | null = null;
  private readonly underWay = new Set<number>(); // calls

  constructor(world: World, medium: HostMedium, system: EndsSystem<State, Packet>) {
    this.world = world;
    this.system = system;
    this.procedure = segment(world.recorder, [system.program.procedure]);
    this.places = system.ends.hosts.map((name, host) => this.placeOf(medium, name, host));
  }

  /** All hosts begin, the caller last. */
  start(supply: CallSupply): void {
    this.supply = supply;
    for (const { machine } of this.places.toReversed()) machine.start();
  }

  busyNs(): readonly (readonly [name: string, busy: Nanos])[] {
    return this.places.flatMap(({ machine }) => [...machine.busyNs()]);
  }

  private placeOf(medium: HostMedium, name: string, host: Host): Place<State, Packet> {
    const { machine, format, work } = this.system;
    const place: Place<State, Packet> = {
      host,
      machine: new MachineHost<Packet>(this.world, medium, {
        name,
        number: host,
        machine,
        read: (octets) => format.read(octets),
        ...(work === undefined ? {} : { work }),
        program: {
          start: () => this.begin(place),
          crashed: () => this.crashed(place),
          received: (on, frame) => {
            const given = { tag: "packet", packet: on.packetOf(frame), call: frame.call } as const;
            const isTaken = this.tell(place, given, frame.ref);
            if (!isTaken) on.ignore(frame);
          },
        },
      }),
      state: null,
      life: 0,
      records: new Map(),
      timerOwner: this.world.addTimerOwner({ timerWentOff: () => this.due(place) }),
      timer: NO_TIMER,
      armedFor: Infinity,
      call: 0,
      sent: null,
    };
    return place;
  }

  // Power.

  private begin(place: Place<State, Packet>): void {
    const { ends } = this.system;
    place.life++;
    const state =
      place.life === 1 ? ofHost(ends.start(), place.host) : ends.restart(place.host, place.life, this.moment);
    place.state = state;
    for (const one of ends.machines?.(state) ?? []) this.recordOf(place, one);
    this.arm(place);
    if (place.host !== CALLER) return;
    const { threads = 1 } = this.system.program;
    for (let thread = 0; thread < threads; thread++) this.next(NO_REF);
  }

  private crashed(place: Place<State, Packet>): void {
    place.state = null;
    place.records.clear();
    place.sent = null;
    this.disarm(place);
    if (place.host !== CALLER) return;
    for (const call of this.underWay) this.end(call, "failed", NO_REF);
    this.supply?.finished();
  }

  private get moment(): { readonly now: Nanos; readonly calleeLife: number } {
    return { now: this.world.sim.now, calleeLife: ofHost(this.places, CALLEE).life };
  }

  // Calls.

  /** Rule 1. */
  private next(cause: Ref): void {
    const { recorder, sim } = this.world;
    if (this.supply?.take() !== true) {
      if (this.underWay.size === 0) this.supply?.finished();
      return;
    }
    const caller = ofHost(this.places, CALLER);
    const call = recorder.beginCall(recorder.owner(caller.machine.name), sim.now);
    this.underWay.add(call);
    this.tell(caller, { tag: "call", call, data: this.system.program.argument(call) }, cause);
  }

  private end(call: number, outcome: "returned" | "failed", cause: Ref): void {
    const { recorder, sim } = this.world;
    recorder.endCall(call, sim.now, outcome, cause);
    this.underWay.delete(call);
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
    const [state, effects] = this.system.ends.step(place.state, input, { ...this.moment, took });
    place.state = state;
    for (const step of steps) this.record(place, step, cause, call);
    this.arm(place);
    for (const effect of effects) this.act(place, effect, cause);
    return steps.length > 0;
  }

  private record(
    place: Place<State, Packet>,
    { machine, instance, before, input, after }: MachineStep,
    cause: Ref,
    call: number,
  ): void {
    this.recordOf(place, { machine, instance, state: before }).reached({
      state: machine.name(after),
      input: machine.input(input),
      cause,
      call,
      due: machine.deadline(after),
      facts: () => machine.facts(after),
    });
  }

  /** The record of a machine's instance; it begins with the state that the instance has. */
  private recordOf(
    { machine: host, records }: Place<State, Packet>,
    { machine, instance, state }: MachineAt,
  ): InstanceRecord {
    const known = records.get(instance);
    if (known !== undefined) return known;
    const record = new InstanceRecord(host, machine, instance);
    records.set(instance, record);
    host.instances.add(record);
    const due = machine.deadline(state);
    record.reached({
      state: machine.name(state),
      input: BEGIN,
      cause: NO_REF,
      call: 0,
      due,
      facts: () => machine.facts(state),
    });
    return record;
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
        this.end(effect.call ?? place.call, "returned", cause);
        this.next(cause);
        return;
      case "failed":
        this.end(effect.call ?? place.call, "failed", cause);
        if (effect.goesOn) this.next(cause);
        else this.supply?.finished();
        return;
      case "begins":
        throw new RangeError("ends: a program of several calls at once is not run here; give it a system of its own.");
    }
  }

  /** Rule 2. */
  private send(place: Place<State, Packet>, effect: SendEffect<Packet>, cause: Ref): void {
    const { machine, host } = place;
    const { packet, call, kind, send, to = host === CALLER ? CALLEE : CALLER, others = [] } = effect;
    if (others.length > 0) throw new RangeError("ends: a broadcast is not run here; give it a system of its own.");
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
      this.tell(place, { tag: "done", work, data: this.system.program.result(data) }, last, call);
    };
    place.machine.run(this.procedure, call, cause, done);
  }

  // Timers.

  private arm(place: Place<State, Packet>): void {
    const deadline = place.state === null ? null : this.system.ends.deadline(place.state);
    if (deadline === null) {
      this.disarm(place);
      return;
    }
    if (deadline === place.armedFor) return;
    this.disarm(place);
    place.armedFor = deadline;
    place.timer = this.world.setTimer(Math.max(deadline, this.world.sim.now), place.timerOwner);
  }

  private disarm(place: Place<State, Packet>): void {
    if (place.armedFor === Infinity) return;
    this.world.sim.cancel(place.timer);
    place.armedFor = Infinity;
  }

  /** Rule 4. */
  private due(place: Place<State, Packet>): void {
    place.armedFor = Infinity;
    const name = place.state === null ? undefined : this.system.ends.timerName?.(place.state);
    const cause = place.machine.timerMark(place.sent?.ref ?? NO_REF, place.call, name);
    this.tell(place, { tag: "tick" }, cause);
  }
}
