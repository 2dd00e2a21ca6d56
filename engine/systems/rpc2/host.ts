/**
 * Client and server have in common: an RT-PC on the campus, one process that uses RPC2, and the process's socket
 * listener, a thread (LWP) that takes in packets that have arrived, does the work that is due, and waits in `select`.
 *
 * The listener takes in all that has arrived before it looks at the clock; the prototype's looks first (MultiRPC paper
 * §V-C). It sends the packets that it has to send before it takes in more. Threads do not preempt each other: while a
 * thread of the program runs, packets wait in the socket. So they do where the listener lets the others run after each
 * packet, as the prototype's did: a thread that has requests to send then goes on to send them.
 */
import { durationOf } from "../../hardware/cost.ts";
import type { Segment, Worker } from "../../hardware/processors.ts";
import { rtPc, type KernelSegments, type RtPc } from "../../hardware/rt-pc.ts";
import { PROTOTYPE, RT_PC } from "../../hardware/rt-pc-costs.ts";
import type { RandomStream } from "../../kernel/random.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref, type Track } from "../../kernel/trace-data.ts";
import { numberUnder } from "../../kernel/tally.ts";
import { present } from "../../kernel/items.ts";
import { AS_PUBLISHED, type Handle, type Peer } from "../../protocols/rpc2/connection.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "../../protocols/rpc2/library.ts";
import { Rpc2Process } from "../../protocols/rpc2/primitives.ts";
import type { ConnectionStep, ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { LARGE_NET } from "../world/addresses.ts";
import { UdpSocket } from "../world/udp.ts";
import type { CampusMedium } from "../world/campus-medium.ts";
import type { Frame } from "../world/frame.ts";
import { NetworkHost, type MachineCycle } from "../world/host.ts";
import type { World } from "../world/world.ts";
import { RPC2_PORT } from "../../wire/rpc2.ts";
import { decodeUdpFrame } from "../../wire/udp-frame.ts";
import { SHARED_KEY } from "./bind.ts";
import { ConnectionSteps, isAccepted } from "./connection-steps.ts";
import { noticeTo, type Notice } from "./notices.ts";
import type { Rpc2Options } from "./options.ts";
import { datagramOf, isOfBind, peerOf, workstationOf, type SendEffect } from "./packet.ts";
import { NOTHING, type BySeal, type Rpc2Segments } from "./steps.ts";
import type { TrialSupply } from "./trial-supply.ts";

/**
 * When servers have first begun the procedure in a present trial, by the connection: a client's workstation and handle.
 */
export class Starts {
  private readonly at = new Map<string, Nanos>();

  clear(client: number, handles: readonly Handle[]): void {
    for (const handle of handles) this.at.delete(`${client} ${handle}`);
  }

  note(client: number, handle: Handle, now: Nanos): void {
    const key = `${client} ${handle}`;
    if (!this.at.has(key)) this.at.set(key, now);
  }

  /** From the first to the last; null where none has begun. */
  spread(client: number, handles: readonly Handle[]): Nanos | null {
    const times = present(handles, (handle) => this.at.get(`${client} ${handle}`));
    return times.length === 0 ? null : Math.max(...times) - Math.min(...times);
  }
}

/** The parts of one run that all machines share. */
export interface Setting {
  readonly world: World;
  readonly medium: CampusMedium;
  readonly kernel: KernelSegments;
  readonly segments: Rpc2Segments;
  readonly options: Rpc2Options;
  readonly starts: Starts;
  readonly supply: TrialSupply;
}

/** Kinds of packets that come to the end of a connection that calls; the others come to the end that serves. */
const TO_CLIENTS: ReadonlySet<string> = new Set(["reply", "busy", "nak", "init2", "init4"]);

/** Packets of a call are encrypted, all of a run or none; these, and the INITs of a bind, never are. */
const NEVER_SEALED: ReadonlySet<string> = new Set(["nak", "init2", "init3", "init4"]);
const isNeverSealed = (kind: string): boolean => NEVER_SEALED.has(kind) || kind.startsWith("init1");

/** The interface of a machine. */
export const adapterOf = (machine: string): Track => ({ name: "Network adapter", machine, kind: "controller" });

interface Ready {
  readonly effect: SendEffect;
  readonly call: number;
}

type UdpPacket = ReturnType<typeof decodeUdpFrame>;

/** A host keeps this for one power cycle. */
interface Rpc2Memory {
  readonly process: Rpc2Process;
  readonly listener: Worker;
  readonly outbox: Ready[]; // packets that the listener is to send
  /** What the listener works on; "others" while it lets other threads run, null while it waits in `select`. */
  inHand: Frame | Ready | "others" | null;
  /** It has taken in a packet and is to let the others run before it takes in the next. */
  owesYield: boolean;
}

export type Incarnation = MachineCycle<RtPc<Frame>> & Rpc2Memory;

export abstract class Host extends NetworkHost<RtPc<Frame>, UdpPacket, Rpc2Memory> {
  readonly peer: Peer;
  readonly setting: Setting;
  private readonly calls = new Map<Handle, number>(); // the call that a connection was last used for
  private readonly steps: ConnectionSteps;
  private takenIn = 0; // the call of the packet that the process takes in
  private readonly socket: UdpSocket;
  private readonly random: RandomStream;

  constructor(setting: Setting, name: string, workstation: number) {
    const { world, medium, kernel, options } = setting;
    const tickPhase = world.streams.stream(`clock of ${name}`).integer(durationOf(RT_PC.tick));
    const machine = rtPc<Frame>(kernel, { tickPhase, socketBytes: options.socketBytes });
    super(world, medium, { name, number: workstation, machine, read: (octets) => decodeUdpFrame(octets, true) });
    this.setting = setting;
    this.peer = peerOf(workstation);
    this.random = world.streams.stream(`numbers drawn by ${name}`);
    this.steps = new ConnectionSteps(this);
    this.socket = new UdpSocket(this, RPC2_PORT, LARGE_NET);
    this.switchOn();
  }

  /** Busy time of the processor so far. */
  get processorBusyNs(): Nanos {
    return [...this.busyNs().values()].reduce((sum, busy) => sum + busy, 0);
  }

  /** The listener begins to wait. */
  listen(): void {
    const { machine, listener } = this.up;
    machine.wake(listener, NOTHING, 0, NO_REF);
  }

  protected override crashed(): void {
    this.steps.clear();
    this.calls.clear();
  }

  protected restarted(): void {
    this.programStarts();
    this.listen();
  }

  protected abstract programStarts(): void;
  /** The work of the listener to send a packet that is ready. */
  protected get sending(): BySeal {
    return this.setting.segments.send;
  }

  /** Outstanding events: replies, or times to send again, that threads of the process wait for. */
  protected get events(): number {
    return 0; // at a server
  }

  /** An effect of the process that is not about packets; `by` is the thread that brought it about. */
  protected abstract heard(effect: ProcessEffect, by: Worker): void;

  /** The listener is about to wait, or to let other threads run. */
  protected abstract drained(listener: Worker): void;

  received(frame: Frame): void {
    if (this.machine.deliver(frame)) this.world.recorder.laid(frame.row, this.world.sim.now);
  }

  // What threads do with effects.

  /** Applies effects for a thread. It has spent the time of sending; the listener has not, and uses its outbox. */
  apply(effects: readonly ProcessEffect[], by: Worker): void {
    const { machine, listener, outbox } = this.up;
    this.recordSteps(by.cause, by.call);
    for (const effect of effects) {
      if (effect.tag === "send" || effect.tag === "send data") {
        const call = isOfBind(effect) ? 0 : (this.calls.get(effect.handle) ?? by.call);
        if (by === listener) outbox.push({ effect, call });
        else for (const frame of this.framesOf(effect, call, by.cause)) machine.send(frame);
      } else if (effect.tag === "dropped") {
        this.note(`ignored: ${effect.why}`, { kind: "ignored", cause: by.cause, call: by.call });
      } else this.heard(effect, by);
    }
  }

  /** A thread has changed the deadline of the process: the listener's `select` ends by the new one. */
  rearm(): void {
    const { machine, process } = this.up;
    machine.selectUntil(process.deadline ?? Infinity);
  }

  /** Sends a notice, for which a thread has spent the time. */
  protected sendNotice(to: number, notice: Notice, call: number, cause: Ref): void {
    this.machine.send(this.socket.frameOf(noticeTo(to, notice, call, cause)));
  }

  serves(handle: Handle, call: number): void {
    this.calls.set(handle, call);
  }

  protected callOf(handle: Handle): number {
    return numberUnder(this.calls, handle);
  }

  /** Records steps that took no time: connections were bound, or joined a group. They belong to no call. */
  recordInNoTime(): void {
    if (this.isDown) this.steps.clear();
    else this.steps.record(NO_REF, () => 0);
  }

  /** Records the new steps of connections; `call` stands for connections without a call of their own. */
  recordSteps(cause: Ref = NO_REF, call = 0): void {
    if (this.isDown)
      this.steps.clear(); // a bind with a machine that has died since
    else this.steps.record(cause, (handle) => this.calls.get(handle) ?? call);
  }

  /** A packet to many is a frame for each subnet with one of them: the routers pass it on. */
  private framesOf(effect: SendEffect, call: number, cause: Ref): readonly Frame[] {
    const others = effect.tag === "send" ? (effect.others ?? []) : [];
    if (others.length === 0) return [this.frame(effect, call, cause)];
    const datagram = datagramOf(effect, call, cause);
    const addresses = this.setting.medium.subnetsWith([effect.to, ...others].map(workstationOf));
    return addresses.map((to) => this.socket.frameOf({ ...datagram, to }));
  }

  private frame(effect: SendEffect, call: number, cause: Ref): Frame {
    return this.socket.frameOf(datagramOf(effect, call, cause));
  }

  protected memory({ machine }: MachineCycle<RtPc<Frame>>): Rpc2Memory {
    const { options } = this.setting;
    const library = options.library === "1987" ? LIBRARY_1987 : LIBRARY_2025;
    const { history = AS_PUBLISHED, without = [], tables = "growing" } = options;
    const tableSites = tables === "static" ? PROTOTYPE.tableSites.value : Infinity;
    const random = (): number => this.random.uint32();
    const stepped = (step: ConnectionStep): void => {
      this.steps.add(step);
      // A request is served for the call that it belongs to: one that is late, or comes too early, is dropped or old.
      if (isAccepted(step)) this.serves(step.handle, this.takenIn);
    };
    const process = new Rpc2Process({
      library,
      history,
      without,
      tableSites,
      random,
      keyOf: () => SHARED_KEY,
      stepped,
    });
    const listener = machine.thread(`${this.name} listener`, (thread) => this.listened(thread));
    return { process, listener, outbox: [], inHand: null, owesYield: false };
  }

  // The listener.

  /** It has taken a packet in, or sent one, or come back from `select` or from other threads. */
  private listened(thread: Worker): void {
    if (this.isDown || this.up.listener !== thread) return;
    const incarnation = this.up;
    const { machine, process, inHand } = incarnation;
    const { options } = this.setting;
    const { sim } = this.world;
    incarnation.inHand = null;
    if (inHand === null && options.clockFirst) process.expire(sim.now);
    if (inHand !== null && inHand !== "others") {
      if ("effect" in inHand) machine.send(this.frame(inHand.effect, inHand.call, thread.cause));
      else this.takeInPacket(inHand, thread);
    }
    this.goOn(incarnation, inHand === null);
  }

  /** Sends what there is to send, else takes in what has come, else looks at the clock, else waits. */
  private goOn(incarnation: Incarnation, woken: boolean): void {
    const { machine, process, listener, outbox } = incarnation;
    if (outbox.length === 0 && machine.socket.length === 0) this.lookAtClock(incarnation);
    if (outbox.length === 0 && machine.socket.length > 0 && incarnation.owesYield) {
      this.yieldControl(incarnation);
      return;
    }
    const ready = outbox.shift();
    const packet = ready === undefined ? machine.socket.take() : undefined;
    if (ready !== undefined) {
      incarnation.inHand = ready;
      listener.call = ready.call;
      machine.proceed(listener, ready.effect.seal === null ? this.sending.clear : this.sending.sealed);
    } else if (packet !== undefined) {
      this.world.recorder.taken(packet.row, this.world.sim.now);
      incarnation.inHand = packet;
      listener.call = packet.call;
      if (!woken) listener.cause = packet.ref; // a packet that woke it is its cause already
      machine.proceed(listener, this.takeInWork(packet));
    } else {
      incarnation.owesYield = false; // they run now
      this.drained(listener);
      machine.select(listener, process.deadline ?? Infinity);
    }
  }

  /** Threads that are ready run first, those included that the last packet was for. */
  private yieldControl(incarnation: Incarnation): void {
    const { machine, listener } = incarnation;
    incarnation.owesYield = false;
    incarnation.inHand = "others";
    this.drained(listener);
    machine.block(listener);
    machine.wake(listener, this.setting.segments.yield(), listener.call, listener.cause);
  }

  /** The work of taking a packet in, at the end of the connection that it comes to. */
  private takeInWork({ kind }: Frame): Segment {
    const { takeReply, takeRequest, through } = this.setting.segments;
    const work = TO_CLIENTS.has(kind) ? takeReply : takeRequest;
    return through(isNeverSealed(kind) ? work.clear : work.sealed, this.events);
  }

  private takeInPacket(packet: Frame, by: Worker): void {
    const { process } = this.up;
    this.up.owesYield = this.setting.options.switchPer === "packet";
    const datagram = this.socket.read(packet);
    if (datagram === null) throw new Error(`A packet for another port than RPC2’s came to ${this.name}.`);
    const { data: bytes, from } = datagram;
    if (this.takesNotice(packet, bytes, by)) return;
    this.takenIn = packet.call;
    this.apply(process.receive(bytes, peerOf(from), this.world.sim.now), by);
  }

  /** Whether the packet was no packet of a connection but a notice, and is dealt with. */
  protected takesNotice(_packet: Frame, _bytes: Uint8Array, _by: Worker): boolean {
    return false;
  }

  private lookAtClock({ process, listener }: Incarnation): void {
    const { now } = this.world.sim;
    if (process.deadline === null || process.deadline > now) return;
    this.apply(process.tick(now), listener);
  }
}
