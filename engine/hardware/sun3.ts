/**
 * A Sun 3/50 under SunOS: one processor, processes that share it, a LANCE on the Ethernet, and the kernel's way of a
 * packet in and out. It moves packets and charges processes for their time; it knows nothing of what is in a packet.
 *
 * Rules
 * 1. A process that has the processor keeps it until it sleeps. Those that are ready wait in the order in which they
 *    woke. (4.2BSD would let a process that wakes preempt one that is in no system call: left out.)
 * 2. In: a packet that comes over the Ethernet takes a receive buffer, or is not copied. The LANCE's interrupt moves it
 *    to the IP input queue, and the software interrupt from there to its socket. A packet over the loopback interface
 *    is in the queue at once.
 * 3. Device interrupts are served before the software interrupt: those of receiving first, then those of sending. One
 *    that is being served is finished first.
 * 4. Out: the LANCE has one packet at a time on the Ethernet; the others wait in its ring. An interrupt tells the end
 *    of each transmission.
 * 5. A process is charged for all time in which it has the processor, interrupts that come then included. Interrupts on
 *    an idle machine are charged to nobody (4.2BSD sys/kern_clock.c: noproc).
 * 6. The clock that programs read counts in ticks: each tick is charged whole to the process that has the processor.
 * 7. What the kernel does for itself, such as a segment that TCP sends again or a call of NFS, it does as an interrupt
 *    behind those of packets that have come, a piece at a time.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Ref } from "../kernel/trace-data.ts";
import { durationOf } from "./cost.ts";
import { Processors, type Segment, type Worker } from "./processors.ts";
import { SUN3, SUN3_ASSUMED } from "./sun3-costs.ts";
import type { Reception } from "./machine.ts";

/** What the machine knows of a packet. `ref` is the last row of the trace in its own chain of causes. */
interface KernelPacket {
  readonly call: number;
  ref: Ref;
}

/** The kernel's segments, alike on all machines of a run: made once. */
export interface Sun3Segments {
  readonly received: Segment;
  readonly sent: Segment;
}

interface Sun3Owner<P> {
  /** The LANCE sends a packet; `sent` is to be called when its last bit has left. */
  transmit(packet: P): void;
  /** The work of the software interrupt on a packet. */
  inputWork(packet: P): Segment;
  /** The software interrupt has had a packet. */
  input(packet: P): void;
  /** A packet was dropped; no process is told. */
  dropped(packet: P, why: "interface queue full"): void;
}

/** A process of the machine, with the account of its processor time. */
export interface Process {
  readonly worker: Worker;
  /** Processor time that it was charged for, up to the last time it slept. */
  charged: Nanos;
  /** Since when it has the processor; null while it has not. */
  since: Nanos | null;
  /** Ticks of the clock that it was charged for, up to the last time it slept. */
  ticks: number;
}

/** What an interrupt is for: the call, and the row of the trace that it comes from. */
type Origin = Pick<KernelPacket, "call" | "ref">;

/** Work that the kernel does for itself. */
interface KernelTask {
  readonly segment: Segment;
  readonly origin: Origin;
  readonly then: (last: Ref) => void;
}

const TICK = durationOf(SUN3.tick);

export class Sun3<P extends KernelPacket> {
  readonly processors: Processors;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly segments: Sun3Segments;
  private readonly owner: Sun3Owner<P>;
  private readonly interrupt: Worker;
  private then: (() => void) | null = null; // what follows the interrupt that is being served
  private readonly received: P[] = []; // in the LANCE's buffers
  private readonly reported: Origin[] = []; // ends of transmissions
  private readonly ipQueue: P[] = [];
  private readonly outgoing: P[] = []; // in the LANCE's ring
  private readonly ownTasks: KernelTask[] = [];
  private isSending = false;
  private running: Process | null = null;
  private readonly ready: Process[] = [];
  private readonly tickPhase: Nanos;
  private halted = false;
  /** When a process last got the processor. */
  lastRan: Nanos = 0;

  /** @param tickPhase a tick of the clock comes at this time, and at each whole number of ticks after it and before */
  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    name: string,
    { segments, tickPhase }: { readonly segments: Sun3Segments; readonly tickPhase: Nanos },
    owner: Sun3Owner<P>,
  ) {
    this.tickPhase = tickPhase;
    this.sim = sim;
    this.recorder = recorder;
    this.segments = segments;
    this.owner = owner;
    this.processors = new Processors(sim, recorder, name, 1);
    this.interrupt = this.processors.worker(-1, () => this.served());
  }

  // Processes.

  /** @param finished called when a segment of the process has run */
  process(name: string, finished: () => void): Process {
    const worker = this.processors.worker(this.recorder.owner(name), () => finished());
    return { worker, charged: 0, since: null, ticks: 0 };
  }

  /** A process that sleeps becomes ready to run `segment`; `cause` is what woke it. */
  wake(process: Process, segment: Segment, call: number, cause: Ref): void {
    if (this.running === null) this.takes(process);
    else this.ready.push(process);
    this.processors.wake(process.worker, segment, call, cause);
  }

  /** A process that has the processor goes on with another segment. */
  proceed({ worker }: Process, segment: Segment): void {
    this.processors.proceed(worker, segment);
  }

  /** A process gives the processor up. */
  sleep(process: Process): void {
    process.charged = this.chargedTo(process);
    process.ticks = this.ticksOf(process);
    process.since = null;
    this.running = null;
    const next = this.ready.shift();
    if (next !== undefined) this.takes(next);
    this.processors.block(process.worker);
  }

  /** Rule 5: the processor time of a process up to now. */
  chargedTo({ charged, since }: Process): Nanos {
    return since === null ? charged : charged + this.sim.now - since;
  }

  /** Rule 6: the ticks that a process was charged for up to now. */
  ticksOf({ ticks, since }: Process): number {
    return since === null ? ticks : ticks + this.ticksBy(this.sim.now) - this.ticksBy(since);
  }

  /** Ticks up to a time; their number before the run counts too. */
  ticksBy(time: Nanos): number {
    return Math.floor((time - this.tickPhase) / TICK);
  }

  private takes(process: Process): void {
    this.running = process;
    process.since = this.sim.now;
    this.lastRan = this.sim.now;
  }

  // Packets.

  /** Rule 4: the driver has put a packet into the ring. */
  send(packet: P): void {
    if (this.outgoing.length === SUN3_ASSUMED.sendRing.value) {
      this.owner.dropped(packet, "interface queue full");
      return;
    }
    this.outgoing.push(packet);
    if (!this.isSending) this.startSending();
  }

  /** The last bit of the packet that was being sent has left, or the Ethernet gave it up. */
  sent({ call, ref }: P): void {
    if (this.halted) return;
    this.reported.push({ call, ref });
    this.startSending();
    this.serve();
  }

  /** Rule 2: the last bit of a packet has come; `packet.ref` is its row in the trace. */
  arrive(packet: P): Reception {
    if (this.halted) return "absent";
    if (this.received.length === SUN3_ASSUMED.receiveRing.value) return "no buffer";
    this.received.push(packet);
    this.serve();
    return "copied";
  }

  /** Rule 2: the loopback interface has put a packet into the input queue. */
  looped(packet: P): Reception {
    if (this.halted) return "absent";
    this.ipQueue.push(packet);
    this.serve();
    return "copied";
  }

  /** Rule 7. `then` is told the last span of the work. */
  byKernel(task: KernelTask): void {
    if (this.halted) return;
    this.ownTasks.push(task);
    this.serve();
  }

  /** The machine stops for good; a restart makes another. */
  halt(): void {
    this.halted = true;
    this.processors.halt();
  }

  private startSending(): void {
    const next = this.outgoing.shift();
    this.isSending = next !== undefined;
    if (next !== undefined) this.owner.transmit(next);
  }

  // Interrupts.

  /** Rule 3. */
  private serve(): void {
    if (this.then !== null || this.halted) return;
    const received = this.received[0];
    const reported = this.reported[0];
    const queued = this.ipQueue[0];
    const task = this.ownTasks[0];
    if (received !== undefined) {
      this.run(this.segments.received, received, () => {
        this.received.shift();
        received.ref = this.interrupt.cause;
        this.ipQueue.push(received);
      });
    } else if (reported !== undefined) {
      this.run(this.segments.sent, reported, () => this.reported.shift());
    } else if (queued !== undefined) {
      this.run(this.owner.inputWork(queued), queued, () => {
        this.ipQueue.shift();
        queued.ref = this.interrupt.cause;
        this.owner.input(queued);
      });
    } else if (task !== undefined) {
      this.run(task.segment, task.origin, () => {
        this.ownTasks.shift();
        task.then(this.interrupt.cause);
      });
    }
  }

  private run(work: Segment, { call, ref }: Origin, then: () => void): void {
    this.then = then;
    this.processors.interrupt(this.interrupt, work, call, ref);
  }

  private served(): void {
    const { then } = this;
    if (then === null) throw new Error("An interrupt of a Sun 3/50 has ended that had not begun.");
    this.then = null;
    then();
    this.serve();
  }
}
