/**
 * An IBM RT-PC under 4.2BSD: a station (station.ts) with a network adapter, and one process of lightweight threads
 * (LWPs) with one socket. It moves datagrams between threads and the adapter and knows nothing of what is in them.
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
import type { HardwareOwner, MachineFrame, MachineKind } from "./machine.ts";
import { segment, type Segment, type Worker } from "./processors.ts";
import { BSD, RT_PC, RT_PC_ASSUMED } from "./rt-pc-costs.ts";
import { SocketBuffer } from "./socket-buffer.ts";
import { Station, type StationSizes } from "./station.ts";

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

const SIZES: StationSizes = {
  processors: 1,
  sendRing: BSD.interfaceQueue.value,
  receiveRing: RT_PC_ASSUMED.adapterBuffers.value,
  inputQueue: BSD.ipQueue.value,
  startsNext: "interrupt",
  urgency: "by class",
};

const ADAPTER = "Network adapter";

export const rtPc = <D extends MachineFrame>(
  segments: KernelSegments,
  options: RtPcOptions,
): MachineKind<D, RtPc<D>> => ({
  tracks: {
    all: [
      { name: "CPU 0", kind: "processor" },
      { name: ADAPTER, kind: "controller", buffers: SIZES.receiveRing, socketBytes: options.socketBytes },
    ],
    out: ADAPTER,
    in: ADAPTER,
    notes: ADAPTER,
    timers: ADAPTER,
  },
  make: (sim, recorder, name, owner) => new RtPc<D>(sim, recorder, name, segments, options, owner),
});

export class RtPc<D extends MachineFrame> extends Station<D> {
  readonly socket: SocketBuffer<D>;
  readonly track: number;
  private readonly recorder: TraceRecorder;
  private readonly idleWake: Segment;
  private readonly tickPhase: Nanos;
  private readonly tag: number;
  private runnable = 0; // threads that run or wait for the processor
  private selecting: Worker | null = null;
  private deadline: Timer = NO_TIMER;

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    name: string,
    { received, sent, input, idleWake }: KernelSegments,
    options: RtPcOptions,
    owner: HardwareOwner<D>,
  ) {
    const work = { received, sent, send: () => null, receive: () => input };
    super(sim, recorder, name, { sizes: SIZES, work, owner });
    this.recorder = recorder;
    this.idleWake = idleWake;
    this.tickPhase = options.tickPhase;
    this.socket = new SocketBuffer(options.socketBytes);
    this.track = recorder.track({ name: ADAPTER, machine: name, kind: "controller" });
    this.tag = sim.register(() => this.timeOut());
  }

  /** Rule 2: the software interrupt has taken a datagram in, and the host puts it into the socket. True if it is in. */
  deliver(datagram: D): boolean {
    const isIn = this.socket.append(datagram, datagram.bytes - BSD.headerBytes.value);
    if (isIn) this.endSelect(datagram);
    else this.owner.dropped(datagram, "socket full");
    return isIn;
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

  /** The machine stops for good; a restart makes another. */
  override halt(): void {
    this.sim.cancel(this.deadline);
    super.halt();
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

  private endSelect({ call, ref }: Pick<MachineFrame, "call" | "ref">): void {
    const { selecting } = this;
    if (selecting === null) return;
    this.selecting = null;
    this.sim.cancel(this.deadline);
    this.wake(selecting, this.runnable === 0 ? this.idleWake : NOTHING, call, ref);
  }
}
