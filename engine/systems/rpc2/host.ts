/**
 * What client and server have in common: an RT-PC on the campus, one process that uses RPC2, and the process's socket
 * listener, a thread (LWP) that takes in what has arrived, does what is due, and waits in `select`.
 *
 * The listener takes in all that has arrived before it looks at the clock, unless it is the prototype's (MultiRPC paper
 * §V-C). What it has to send, it sends before it takes in more. Threads do not preempt each other: while one of the
 * program's own runs, packets wait in the socket.
 */
import { durationOf } from "../../hardware/cost.ts";
import type { Segment, Worker } from "../../hardware/processors.ts";
import { RtPc, type DropReason, type KernelSegments } from "../../hardware/rt-pc.ts";
import { RT_PC } from "../../hardware/rt-pc-costs.ts";
import type { Reception } from "../../hardware/token-ring.ts";
import type { RandomStream, RandomStreams } from "../../kernel/random.ts";
import type { Simulation } from "../../kernel/simulation.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { TraceRecorder } from "../../kernel/trace.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import { AS_PUBLISHED, type Handle, type Peer } from "../../protocols/rpc2/connection.ts";
import { LIBRARY_1987, LIBRARY_2025 } from "../../protocols/rpc2/library.ts";
import { Rpc2Process } from "../../protocols/rpc2/process.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { u32 } from "../../wire/bytes.ts";
import { RPC2_AT } from "../../wire/rpc2.ts";
import { SHARED_KEY } from "./bind.ts";
import type { Network, NetworkHost } from "./network.ts";
import type { Rpc2Options } from "./options.ts";
import { packetOf, peerOf, readPacketBytes, type RpcPacket, type SendEffect } from "./packet.ts";
import { NOTHING, type BySeal, type Rpc2Segments } from "./steps.ts";

/** What all parts of one run share. */
export interface World {
  readonly sim: Simulation;
  readonly recorder: TraceRecorder;
  readonly network: Network;
  readonly kernel: KernelSegments;
  readonly segments: Rpc2Segments;
  readonly options: Rpc2Options;
  readonly streams: RandomStreams;
  /** Told the share of the requests and results of all trials that there have been. */
  readonly progress?: ((share: number) => void) | undefined;
}

/** Kinds of packets that come to the end of a connection that calls; the others come to the end that serves. */
const TO_CLIENTS: ReadonlySet<string> = new Set(["reply", "busy", "nak"]);

/** All other packets of a run are encrypted, or none is. */
const NEVER_SEALED = "nak";

interface Ready {
  readonly effect: SendEffect;
  readonly call: number;
}

/** One power cycle of a machine: all that a crash takes away. */
export interface Incarnation {
  readonly machine: RtPc<RpcPacket>;
  readonly process: Rpc2Process;
  readonly listener: Worker;
  readonly outbox: Ready[]; // what the listener is to send
  /** What it has in hand; nothing while it waits in `select`. */
  inHand: RpcPacket | Ready | null;
}

export abstract class Host implements NetworkHost {
  readonly name: string;
  readonly workstation: number;
  readonly peer: Peer;
  readonly track: number;
  readonly world: World;
  private readonly calls = new Map<Handle, number>(); // the call that a connection was last used for
  private readonly random: RandomStream;
  private readonly tickPhase: Nanos;
  private incarnation: Incarnation | null = null;
  private busyBefore: Nanos = 0; // of power cycles that are over
  private times = 1; // as slow as the machine's own pace

  constructor(world: World, name: string, workstation: number) {
    const { recorder, streams, network } = world;
    this.world = world;
    this.name = name;
    this.workstation = workstation;
    this.peer = peerOf(workstation);
    this.random = streams.stream(`numbers drawn by ${name}`);
    this.tickPhase = streams.stream(`clock of ${name}`).integer(durationOf(RT_PC.tick));
    recorder.track({ name: "CPU 0", machine: name, kind: "processor" });
    this.track = recorder.track({ name: "Network adapter", machine: name, kind: "controller" });
    network.attach(workstation, this);
    this.incarnation = this.powerOn();
  }

  /** Throws where the machine is down. */
  get up(): Incarnation {
    if (this.incarnation === null) throw new Error(`${this.name} is down.`);
    return this.incarnation;
  }

  get isDown(): boolean {
    return this.incarnation === null;
  }

  /** Busy time of the processor so far. */
  get busyNs(): Nanos {
    return this.busyBefore + (this.incarnation?.machine.processors.busyNs()[0] ?? 0);
  }

  /** The listener begins to wait. */
  listen(): void {
    const { machine, listener } = this.up;
    machine.wake(listener, NOTHING, 0, NO_REF);
  }

  crash(why: string): void {
    const { incarnation } = this;
    if (incarnation === null) return;
    this.busyBefore = this.busyNs;
    incarnation.machine.halt();
    this.incarnation = null;
    this.note(why);
  }

  /** The machine comes up with an empty memory. */
  restart(): void {
    if (this.incarnation !== null) return;
    this.incarnation = this.powerOn();
    this.calls.clear();
    this.note("restart");
    this.restarted();
    this.listen();
  }

  /** Its processor takes so many times as long from now on, also after a restart. */
  slow(times: number): void {
    this.times = times;
    this.incarnation?.machine.processors.slow(times);
    this.note(times === 1 ? "at its own pace again" : `${times} times as slow`);
  }

  protected abstract restarted(): void;
  /** What the listener takes to send a packet that is ready. */
  protected get sending(): BySeal {
    return this.world.segments.send;
  }

  /** An effect of the process that is not about packets; `by` is the thread that brought it about. */
  protected abstract heard(effect: ProcessEffect, by: Worker): void;

  /** The listener has taken in all that has come, and is about to wait. */
  protected abstract drained(listener: Worker): void;

  // The network's side.

  sent(packet: RpcPacket): void {
    if (packet.sender === this.incarnation) this.up.machine.sent(packet);
  }

  arrive(packet: RpcPacket): Reception {
    return this.incarnation === null ? "absent" : this.incarnation.machine.arrive(packet);
  }

  // What threads do with effects.

  /** Of a thread that has spent the time of what it sends; the listener puts that into its outbox instead. */
  apply(effects: readonly ProcessEffect[], by: Worker): void {
    const { machine, listener, outbox } = this.up;
    for (const effect of effects) {
      if (effect.tag === "send" || effect.tag === "send data") {
        const call = this.calls.get(effect.handle) ?? by.call;
        if (by === listener) outbox.push({ effect, call });
        else machine.send(this.packet(effect, call, by.cause));
      } else if (effect.tag === "dropped") this.note(`ignored: ${effect.why}`, by.cause, by.call);
      else this.heard(effect, by);
    }
  }

  /** A thread that has changed what the process waits for lets the listener know. */
  rearm(): void {
    const { machine, process } = this.up;
    machine.selectUntil(process.deadline ?? Infinity);
  }

  serves(handle: Handle, call: number): void {
    this.calls.set(handle, call);
  }

  protected callOf(handle: Handle): number {
    return this.calls.get(handle) ?? 0;
  }

  protected note(label: string, cause: Ref = NO_REF, call = 0): void {
    const { recorder, sim } = this.world;
    recorder.mark(sim.now, this.track, recorder.label(label), cause, call);
  }

  private packet(effect: SendEffect, call: number, cause: Ref): RpcPacket {
    return packetOf(effect, { from: this.workstation, call, cause, sender: this.up });
  }

  private powerOn(): Incarnation {
    const { sim, recorder, network, kernel, options } = this.world;
    const machine = new RtPc<RpcPacket>(
      sim,
      recorder,
      this.name,
      kernel,
      { tickPhase: this.tickPhase, socketBytes: options.socketBytes },
      {
        transmit: (packet) => network.transmit(packet),
        dropped: (packet: RpcPacket, why: DropReason) => network.dropped(packet, why),
      },
    );
    if (this.times !== 1) machine.processors.slow(this.times);
    const library = options.library === "1987" ? LIBRARY_1987 : LIBRARY_2025;
    const { history = AS_PUBLISHED } = options;
    const random = (): number => this.random.uint32();
    const process = new Rpc2Process({ library, history, random, keyOf: () => SHARED_KEY });
    const listener = machine.thread(`${this.name} listener`, (thread) => this.listened(thread));
    return { machine, process, listener, outbox: [], inHand: null };
  }

  // The listener.

  /** It has taken a packet in, or sent one, or come back from `select`. */
  private listened(thread: Worker): void {
    const { incarnation } = this;
    if (incarnation?.listener !== thread) return;
    const { machine, process, inHand } = incarnation;
    const { options, sim } = this.world;
    incarnation.inHand = null;
    if (inHand === null) {
      if (options.clockFirst) process.expire(sim.now);
      this.goOn(incarnation, true);
    } else {
      if ("effect" in inHand) machine.send(this.packet(inHand.effect, inHand.call, thread.cause));
      else this.takeInPacket(inHand, thread);
      this.goOn(incarnation, false);
    }
  }

  /** Sends what there is to send, else takes in what has come, else looks at the clock, else waits. */
  private goOn(incarnation: Incarnation, woken: boolean): void {
    const { machine, process, listener, outbox } = incarnation;
    if (outbox.length === 0 && machine.socket.length === 0) this.lookAtClock(incarnation);
    const ready = outbox.shift();
    const packet = ready === undefined ? machine.socket.take() : undefined;
    if (ready !== undefined) {
      incarnation.inHand = ready;
      listener.call = ready.call;
      machine.proceed(listener, ready.effect.seal === null ? this.sending.clear : this.sending.sealed);
    } else if (packet !== undefined) {
      incarnation.inHand = packet;
      listener.call = packet.call;
      if (!woken) listener.cause = packet.ref; // else that has woken it already
      machine.proceed(listener, this.takeIn(packet));
    } else {
      this.drained(listener);
      machine.select(listener, process.deadline ?? Infinity);
    }
  }

  /** What it takes to take a packet in, at whichever end of a connection. */
  private takeIn({ kind }: RpcPacket): Segment {
    const { takeReply, takeRequest } = this.world.segments;
    const take = TO_CLIENTS.has(kind) ? takeReply : takeRequest;
    return kind === NEVER_SEALED ? take.clear : take.sealed;
  }

  private takeInPacket(packet: RpcPacket, by: Worker): void {
    const { process } = this.up;
    const { bytes, from } = readPacketBytes(packet);
    const handle = u32(bytes, RPC2_AT.remoteHandle);
    if (packet.kind === "request" && packet.call > this.callOf(handle)) this.serves(handle, packet.call);
    this.apply(process.receive(bytes, from, this.world.sim.now), by);
  }

  private lookAtClock({ process, listener }: Incarnation): void {
    const { now } = this.world.sim;
    if (process.deadline === null || process.deadline > now) return;
    this.apply(process.tick(now), listener);
  }
}
