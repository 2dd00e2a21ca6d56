/**
 * An IBM RT-PC under 4.2BSD: one processor, a network adapter, the kernel's way of a UDP datagram in and out, and one
 * process of lightweight threads (LWPs) with one socket. It moves datagrams between threads and the adapter and knows
 * nothing of what is in them.
 *
 * Rules
 * 1. LWPs do not preempt each other: one that runs goes on until it blocks. Interrupts preempt any of them.
 * 2. In: an arriving datagram takes one of the adapter's buffers, or is not copied. The device interrupt moves it to
 *    the IP input queue, or drops it where that is full; the software interrupt moves it from there to the socket,
 *    which lets it in or drops it (socket-buffer.ts), and wakes the thread that selects.
 * 3. Device interrupts are served before the software interrupt: those of receiving first, then those of sending. One
 *    that is being served is finished first.
 * 4. Out: a datagram is put on the interface's queue, or dropped where that is full. The adapter has one at a time; the
 *    interrupt at the end of a transmission starts the next.
 * 5. `select` blocks a thread until a datagram is in the socket, or until the first tick of the clock at or after its
 *    deadline. A machine that had nothing else to run takes the idle wake-up before the thread goes on.
 */
import { NO_TIMER, type Simulation, type Timer } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Ref } from "../kernel/trace-data.ts";
import { durationOf, type Cost } from "./cost.ts";
import { Processors, segment, type Segment, type Worker } from "./processors.ts";
import { BSD, RT_PC, RT_PC_ASSUMED } from "./rt-pc-costs.ts";
import { SocketBuffer } from "./socket-buffer.ts";
import type { Reception } from "./machine.ts";

/** What a machine knows of an IP packet. `ref` is the last row of the trace in its own chain of causes. */
export interface Datagram {
  readonly bytes: number; // IP and UDP headers included
  readonly call: number;
  ref: Ref;
}

type DropReason = "IP input queue full" | "socket full" | "interface queue full";

interface RtPcOwner<D> {
  /** The adapter sends a datagram; `sent` is to be called when its last bit has left. */
  transmit(datagram: D): void;
  /** A datagram was dropped; no thread of the machine is told. */
  dropped(datagram: D, why: DropReason): void;
}

interface RtPcOptions {
  /** When the clock ticks: at this time, and each 16 ms after it and before. */
  readonly tickPhase: Nanos;
  /** Limit of the socket's receive buffer; 2048 in 4.2BSD. */
  readonly socketBytes: number;
}

/** The kernel's segments, alike on all machines of a run: made once. */
export interface KernelSegments {
  readonly received: Segment;
  readonly sent: Segment;
  readonly input: Segment;
  readonly idleWake: Segment;
}

export function kernelSegments(recorder: TraceRecorder): KernelSegments {
  const one = (cost: Cost, name = cost.name): Segment =>
    segment(recorder, [{ step: { name, layer: "kernel", source: cost.source }, duration: durationOf(cost) }]);
  const { deviceInterrupt, kernelInput, idleWake } = RT_PC_ASSUMED;
  return {
    received: one(deviceInterrupt, "Device interrupt: packet received"),
    sent: one(deviceInterrupt, "Device interrupt: packet sent"),
    input: one(kernelInput),
    idleWake: one(idleWake),
  };
}

const NOTHING: Segment = { steps: [], ends: [], total: 0 };

/** What an interrupt or a wake-up is for: the call, and the row of the trace that it comes from. */
type Origin = Pick<Datagram, "call" | "ref">;

export class RtPc<D extends Datagram> {
  readonly processors: Processors;
  readonly socket: SocketBuffer<D>;
  readonly track: number;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly owner: RtPcOwner<D>;
  private readonly segments: KernelSegments;
  private readonly tickPhase: Nanos;
  private readonly tag: number;
  private readonly interrupt: Worker;
  private then: (() => void) | null = null; // what follows the interrupt that is being served
  private readonly received: D[] = []; // in the adapter's buffers
  private readonly reported: Origin[] = []; // ends of transmissions
  private readonly ipQueue: D[] = [];
  private readonly outgoing: D[] = []; // the interface's queue
  private sending = false;
  private runnable = 0; // threads that run or wait for the processor
  private selecting: Worker | null = null;
  private deadline: Timer = NO_TIMER;
  private halted = false;

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    name: string,
    segments: KernelSegments,
    options: RtPcOptions,
    owner: RtPcOwner<D>,
  ) {
    this.sim = sim;
    this.recorder = recorder;
    this.owner = owner;
    this.segments = segments;
    this.tickPhase = options.tickPhase;
    this.processors = new Processors(sim, recorder, name, 1);
    this.socket = new SocketBuffer(options.socketBytes);
    this.track = recorder.track({ name: "Network adapter", machine: name, kind: "controller" });
    this.interrupt = this.processors.worker(-1, () => this.served());
    this.tag = sim.register(() => this.timeOut());
  }

  // The adapter's side.

  /** Rule 2: the last bit of a datagram has come; `datagram.ref` is its row in the trace. */
  arrive(datagram: D): Reception {
    if (this.halted) return "absent";
    if (this.received.length === RT_PC_ASSUMED.adapterBuffers.value) return "no buffer";
    this.received.push(datagram);
    this.serve();
    return "copied";
  }

  /** The last bit of the datagram that was being sent has left, or the network gave it up. */
  sent({ call, ref }: D): void {
    if (this.halted) return;
    this.reported.push({ call, ref });
    this.serve();
  }

  // The threads' side.

  /** An LWP; `finished` is called when a segment of it has run, and when `select` has returned. */
  thread(name: string, finished: (thread: Worker) => void): Worker {
    return this.processors.worker(this.recorder.owner(name), finished);
  }

  /** A blocked thread becomes ready to run `segment`; `cause` is what woke it. */
  wake(thread: Worker, segment: Segment, call: number, cause: Ref): void {
    this.runnable++;
    this.processors.wake(thread, segment, call, cause);
  }

  /** A thread that has the processor goes on with another segment. */
  proceed(thread: Worker, segment: Segment): void {
    this.processors.proceed(thread, segment);
  }

  block(thread: Worker): void {
    this.runnable--;
    this.processors.block(thread);
  }

  /** Rule 5. True where a datagram is in the socket already: then the thread was not blocked. */
  select(thread: Worker, deadline: Nanos = Infinity): boolean {
    if (this.socket.length > 0) return true;
    if (this.selecting !== null) throw new Error("Another thread of this process selects already.");
    this.selecting = thread;
    if (deadline < Infinity) this.deadline = this.sim.at(this.tickFrom(deadline), this.tag, 0);
    this.block(thread);
    return false;
  }

  /** The `select` under way, if any, ends by another time: a thread has set a timer meanwhile, or taken one away. */
  selectUntil(deadline: Nanos): void {
    if (this.selecting === null) return;
    this.sim.cancel(this.deadline);
    this.deadline = deadline < Infinity ? this.sim.at(this.tickFrom(deadline), this.tag, 0) : NO_TIMER;
  }

  /** Rule 4: what `sendto` does at its end; its time is the thread's. */
  send(datagram: D): void {
    if (this.outgoing.length === BSD.interfaceQueue.value) {
      this.owner.dropped(datagram, "interface queue full");
      return;
    }
    this.outgoing.push(datagram);
    if (!this.sending) this.startSending();
  }

  /** The machine stops for good; a restart makes another. */
  halt(): void {
    this.halted = true;
    this.sim.cancel(this.deadline);
    this.processors.halt();
  }

  /** The first tick of the clock at or after a time that is not past. */
  tickFrom(time: Nanos): Nanos {
    const tick = durationOf(RT_PC.tick);
    const at = Math.max(time, this.sim.now);
    return this.tickPhase + Math.ceil((at - this.tickPhase) / tick) * tick;
  }

  private timeOut(): void {
    const { selecting, recorder, sim } = this;
    if (selecting === null) return;
    const label = recorder.label("time-out of select", "timer");
    const { call, cause } = selecting;
    this.endSelect({ call, ref: recorder.mark(sim.now, this.track, label, cause, call) });
  }

  private endSelect({ call, ref }: Origin): void {
    const { selecting } = this;
    if (selecting === null) return;
    this.selecting = null;
    this.sim.cancel(this.deadline);
    this.wake(selecting, this.runnable === 0 ? this.segments.idleWake : NOTHING, call, ref);
  }

  private startSending(): void {
    const next = this.outgoing.shift();
    this.sending = next !== undefined;
    if (next !== undefined) this.owner.transmit(next);
  }

  // Interrupts.

  /** Rule 3. */
  private serve(): void {
    if (this.then !== null || this.halted) return;
    const received = this.received[0];
    const reported = this.reported[0];
    const queued = this.ipQueue[0];
    if (received !== undefined) {
      this.run(this.segments.received, received, () => this.fromAdapter(received));
    } else if (reported !== undefined) {
      this.run(this.segments.sent, reported, () => {
        this.reported.shift();
        this.startSending();
      });
    } else if (queued !== undefined) {
      this.run(this.segments.input, queued, () => this.fromIpQueue(queued));
    }
  }

  private run(work: Segment, { call, ref }: Origin, then: () => void): void {
    this.then = then;
    this.processors.interrupt(this.interrupt, work, call, ref);
  }

  private served(): void {
    const { then } = this;
    if (then === null) throw new Error("An interrupt of an RT-PC has ended that had not begun.");
    this.then = null;
    then();
    this.serve();
  }

  private fromAdapter(datagram: D): void {
    this.received.shift();
    datagram.ref = this.interrupt.cause;
    if (this.ipQueue.length < BSD.ipQueue.value) this.ipQueue.push(datagram);
    else this.owner.dropped(datagram, "IP input queue full");
  }

  private fromIpQueue(datagram: D): void {
    this.ipQueue.shift();
    datagram.ref = this.interrupt.cause;
    if (this.socket.append(datagram, datagram.bytes - BSD.headerBytes.value)) this.endSelect(datagram);
    else this.owner.dropped(datagram, "socket full");
  }
}
