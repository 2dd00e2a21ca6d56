/**
 * A Sun 3/50 under SunOS: a station (station.ts) with a LANCE on the Ethernet, and processes that share its processor.
 * It moves packets and charges processes for their time; it knows nothing of what is in a packet.
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
 * 6. The clock interrupts 50 times a second. Each of its ticks is charged whole to the process that has the processor,
 *    and programs read their processor time in 60ths of a second, the whole ones in the ticks that they were charged
 *    for (SunOS 3.4, sys/kern_clock.c and kern_xxx.c; user and system time are one here).
 * 7. What the kernel does for itself, such as a segment that TCP sends again or a call of NFS, it does as an interrupt
 *    behind those of packets that have come, a piece at a time.
 */
import type { Simulation } from "../kernel/simulation.ts";
import { seconds, type Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Ref } from "../kernel/trace-data.ts";
import { durationOf } from "./cost.ts";
import { tracksOf, type HardwareOwner, type MachineFrame, type MachineKind } from "./machine.ts";
import type { Segment, Worker } from "./processors.ts";
import { BY_HOST, Station, type StationSizes } from "./station.ts";
import { SUN3, SUNOS } from "./sun3-costs.ts";

/** The kernel's interrupts of the LANCE, alike on all machines of a run: made once. */
export interface Sun3Segments {
  readonly received: Segment;
  readonly sent: Segment;
}

/** The clock of a run's machines. */
export interface Sun3Clock {
  /** A tick comes at this time, and at each whole number of ticks after it and before. */
  readonly phase: Nanos;
  /** Ticks that a process was charged for before the run: for its start, say. */
  readonly before: number;
}

interface Sun3Options {
  readonly segments: Sun3Segments;
  readonly clock: Sun3Clock;
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

const TICK = durationOf(SUNOS.clockInterrupt);
const UNIT = durationOf(SUN3.clockUnit);
const SECOND = seconds(1);

const SIZES: StationSizes = {
  processors: 1,
  sendRing: SUNOS.sendQueue.value + SUNOS.transmitRing.value - 1, // one is on the Ethernet
  receiveRing: SUNOS.receiveRing.value,
  inputQueue: Infinity,
  startsNext: "controller",
  urgency: "by class",
};

/** @param interfaceName of its interface in the trace: a machine alone has its loopback interface only */
export const sun3 = <P extends MachineFrame>(
  options: Sun3Options,
  interfaceName = "LANCE",
): MachineKind<P, Sun3<P>> => ({
  tracks: tracksOf(SIZES.processors, interfaceName, SIZES.receiveRing),
  make: (sim, recorder, name, owner) => new Sun3<P>(sim, recorder, name, options, owner),
});

export class Sun3<P extends MachineFrame> extends Station<P> {
  private readonly recorder: TraceRecorder;
  private running: Process | null = null;
  private readonly ready: Process[] = [];
  private readonly clock: Sun3Clock;
  /** When a process last got the processor. */
  lastRan: Nanos = 0;

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    name: string,
    { segments: { received, sent }, clock }: Sun3Options,
    owner: HardwareOwner<P>,
  ) {
    super(sim, recorder, name, { sizes: SIZES, work: { ...BY_HOST, received, sent }, owner });
    this.recorder = recorder;
    this.clock = clock;
  }

  /** @param finished called when a segment of the process has run */
  process(name: string, finished: () => void): Process {
    const worker = this.processors.worker(this.recorder.owner(name), () => finished());
    return { worker, charged: 0, since: null, ticks: this.clock.before };
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
    return Math.floor((time - this.clock.phase) / TICK);
  }

  /** The processor time of a process as programs read it, in 60ths of a second. */
  sixtiethsOf(process: Process): number {
    const counted = this.ticksOf(process) * TICK;
    const whole = Math.floor(counted / SECOND);
    return 60 * whole + Math.floor((counted - whole * SECOND) / UNIT);
  }

  private takes(process: Process): void {
    this.running = process;
    process.since = this.sim.now;
    this.lastRan = this.sim.now;
  }
}
