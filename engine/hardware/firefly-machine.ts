/**
 * One Firefly: processors, QBus, DEQNA, and the interrupt routines of its kernel (Schroeder & Burrows 1990, Section
 * 3.1.3 and Table VI). It moves packets between threads and the Ethernet and knows nothing of what is in them.
 *
 * Rules of CPU 0, the only processor with access to the QBus
 * 1. Whoever queues a packet raises an interprocessor interrupt. Interrupts of one kind that come while one is pending
 *    are one interrupt.
 * 2. The Ethernet interrupt is served before interprocessor interrupts. It handles received packets until none remain,
 *    then completed transmissions, then prods the controller if packets are queued.
 * 3. The interprocessor interrupt prods the controller only if it is idle; otherwise the interrupt that reports the end
 *    of the present transmission will.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Ref, Step } from "../kernel/trace-data.ts";
import { durationOf, sizedDuration, type Cost } from "./cost.ts";
import { Deqna, type FrameInFlight } from "./deqna.ts";
import { FIREFLY, FIREFLY_ASSUMED, FIREFLY_CALIBRATED } from "./firefly-costs.ts";
import {
  processorTracks,
  type BusyParts,
  type Hardware,
  type HardwareOwner,
  type MachineKind,
  type Reception,
  type Task,
} from "./machine.ts";
import { Processors, segment, type Segment, type TimedStep, type Worker } from "./processors.ts";
import { TaskThread } from "./task-thread.ts";

/** Makes the step of the trace for a cost that is a step of its own. */
export function stepOf(cost: Cost, layer: Step["layer"], name = cost.name): Step {
  return { name, layer, source: cost.source };
}

const kernelStep = (cost: Cost): TimedStep => ({ step: stepOf(cost, "kernel"), duration: durationOf(cost) });

/** The checksum of a packet of `bytes`: printed for 74 and 1514 bytes, a straight line between. */
export function checksumStep(which: "sendChecksum" | "receiveChecksum", bytes: number): TimedStep {
  const cost = FIREFLY[which];
  const nearer = bytes <= cost.smallBytes ? cost.small : cost.large;
  return { step: stepOf(nearer, "kernel"), duration: sizedDuration(cost, bytes) };
}

const BACKGROUND: Step = {
  name: "Background threads",
  layer: "other",
  source: FIREFLY.background.source,
};

/** A copy for work that a packet causes and does not wait for: the spans of that work stay out of its chain. */
const aside = <F extends FrameInFlight>(frame: F): F => ({ ...frame });

/** A Firefly with so many processors, as a kind. */
export const fireflyMachine = <F extends FrameInFlight>(cpus: number): MachineKind<F, FireflyMachine<F>> => ({
  tracks: {
    all: [
      ...processorTracks(cpus),
      { name: "QBus", kind: "bus" },
      { name: "DEQNA transmit", kind: "controller" },
      { name: "DEQNA receive", kind: "controller", buffers: FIREFLY_ASSUMED.receiveBuffers.value },
    ],
    out: "DEQNA transmit",
    in: "DEQNA receive",
    notes: "DEQNA receive",
    timers: "DEQNA transmit",
  },
  make: (sim, recorder, name, owner) => new FireflyMachine<F>(sim, recorder, name, cpus, owner),
});

export class FireflyMachine<F extends FrameInFlight> implements Hardware<F> {
  readonly processors: Processors;
  readonly deqna: Deqna<F>;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly owner: HardwareOwner<F>;
  private readonly tag: number;
  private readonly interrupt: Worker;
  private readonly system: TaskThread;
  private readonly program: TaskThread; // for a host without threads of its own
  private readonly ring: F[] = []; // received packets in host memory
  private readonly completed: F[] = []; // transmissions to be reported
  private interprocessor: F | null = null; // the packet whose sender raised the pending interrupt
  private serving: F | null = null;
  private next: (() => void) | null = null; // what follows the interrupt segment that runs
  private halted = false;
  private readonly burst: { readonly worker: Worker; readonly work: Segment; readonly period: Nanos };
  private readonly handleIpi: Segment;
  private readonly prod: Segment;
  private readonly wakeUp: Segment;
  private readonly returnBuffer: Segment;
  private readonly transmitDone: Segment;
  private readonly receiveSegments = new Map<number, Segment>();

  constructor(sim: Simulation, recorder: TraceRecorder, name: string, cpus: number, owner: HardwareOwner<F>) {
    this.sim = sim;
    this.recorder = recorder;
    this.owner = owner;
    this.processors = new Processors(sim, recorder, name, cpus);
    this.deqna = new Deqna(sim, recorder, name, {
      transmit: (frame) => owner.transmit(frame),
      transmitted: (frame) => this.raise(this.completed, frame),
      received: (frame) => this.raise(this.ring, frame),
    });
    this.interrupt = this.processors.worker(-1, () => this.continue());
    this.handleIpi = segment(recorder, [kernelStep(FIREFLY.handleInterprocessor)]);
    this.prod = segment(recorder, [kernelStep(FIREFLY.prodController)]);
    this.wakeUp = segment(recorder, [kernelStep(FIREFLY.wakeUp)]);
    this.returnBuffer = segment(recorder, [kernelStep(FIREFLY_CALIBRATED.returnBuffer)]);
    this.transmitDone = segment(recorder, [
      kernelStep(FIREFLY.generalInterrupt),
      kernelStep(FIREFLY_CALIBRATED.transmitDone),
    ]);
    this.tag = sim.register(() => this.background());
    const period = durationOf(FIREFLY_ASSUMED.backgroundPeriod);
    const busy = Math.round(period * FIREFLY.background.value);
    this.burst = {
      worker: this.processors.worker(recorder.owner("background"), () => undefined),
      work: segment(recorder, [{ step: BACKGROUND, duration: busy }]),
      period,
    };
    const system = recorder.owner(`${name} system`);
    this.system = new TaskThread(this.processors, () => system);
    this.program = new TaskThread(this.processors, () => recorder.owner(`${name} process`));
    sim.after(period, this.tag, 0);
  }

  /** Rule 1. `frame.ref` is the span that raised the interrupt. */
  send(frame: F): void {
    this.deqna.queue(frame);
    frame.queuedAt = this.sim.now;
    this.interprocessor ??= frame;
    frame.raised = frame.ref;
    this.serve();
  }

  arrive(frame: F): Reception {
    return this.deqna.arrive(frame);
  }

  sent(_frame: F, departs: Nanos): void {
    this.deqna.sent(departs);
  }

  abandoned(): void {
    this.deqna.abandoned();
  }

  /** The operating system’s thread does the work. */
  task(task: Task): void {
    if (!this.halted) this.system.add(task);
  }

  runProcess(task: Task): void {
    if (!this.halted) this.program.add(task);
  }

  slow(times: number): void {
    this.processors.slow(times);
  }

  busyNs(): BusyParts {
    const { processors, deqna } = this;
    return [
      ...processors.busyNs().map((nanos, cpu): [string, Nanos] => [`cpu${cpu}`, nanos]),
      ["qbus", deqna.qbusBusyNs],
      ["deqna.transmit", deqna.transmitBusyNs],
      ["deqna.receive", deqna.receiveBusyNs],
    ];
  }

  /** The machine stops for good; a restart makes another. */
  halt(): void {
    this.halted = true;
    this.processors.halt();
    this.deqna.halt();
  }

  private raise(pending: F[], frame: F): void {
    pending.push(frame);
    this.serve();
  }

  /** Rule 2: chooses the next interrupt, if none is being served. */
  private serve(): void {
    if (this.next !== null) return;
    if (this.ring.length > 0) this.receive(true);
    else if (this.completed.length > 0) this.reportSent();
    else if (this.interprocessor !== null) this.serveInterprocessor(this.interprocessor);
  }

  private run(work: Segment, frame: F, cause: Ref, next: () => void): void {
    this.serving = frame;
    this.next = next;
    this.processors.interrupt(this.interrupt, work, frame.call, cause);
  }

  private continue(): void {
    const { serving, next } = this;
    if (serving === null || next === null) return;
    serving.ref = this.interrupt.cause;
    this.serving = null;
    this.next = null;
    next();
    this.serve();
  }

  /**
   * One received packet: validate, check, look up, wake; put the buffer found in the call table entry in the place of
   * the one that came in (Section 3.2); then the next packet, without leaving the interrupt.
   */
  private receive(entering: boolean): void {
    const frame = this.ring.shift();
    if (frame === undefined) return;
    this.run(this.receiveSegment(frame.bytes, entering), frame, frame.ref, () => {
      if (this.owner.inspect?.(frame) === false) {
        this.giveBack(frame);
        return;
      }
      this.run(this.wakeUp, frame, frame.ref, () => {
        this.owner.received(frame);
        this.giveBack(frame);
      });
    });
  }

  private giveBack(frame: F): void {
    this.run(this.returnBuffer, aside(frame), frame.ref, () => {
      this.deqna.giveBuffer();
      this.owner.freed?.(frame);
      this.receive(false);
    });
  }

  private receiveSegment(bytes: number, entering: boolean): Segment {
    const key = bytes * 2 + (entering ? 1 : 0);
    const known = this.receiveSegments.get(key);
    if (known !== undefined) return known;
    const parts = [kernelStep(FIREFLY.handleReceived), checksumStep("receiveChecksum", bytes)];
    const made = segment(this.recorder, entering ? [kernelStep(FIREFLY.generalInterrupt), ...parts] : parts);
    this.receiveSegments.set(key, made);
    return made;
  }

  private reportSent(): void {
    const frame = this.completed.shift();
    if (frame === undefined) return;
    this.run(this.transmitDone, aside(frame), frame.ref, () => this.prodNext());
  }

  private prodNext(): void {
    const frame = this.deqna.next;
    if (frame === undefined || !this.deqna.idle) return;
    this.run(this.prod, frame, frame.ref, () => this.deqna.prod());
  }

  /** Rule 3. */
  private serveInterprocessor(frame: F): void {
    this.interprocessor = null;
    // The end of another transmission may have started the packet already: then this interrupt caused nothing.
    const chain = this.deqna.isQueued(frame) ? frame : aside(frame);
    this.run(this.handleIpi, chain, chain.raised, () => this.prodNext());
  }

  private background(): void {
    if (this.halted || this.owner.isAnswered?.() === true) return;
    const { worker, work, period } = this.burst;
    // A burst that could not finish in its period is still waiting for a processor; the next one then falls out.
    if (worker.segment === null) this.processors.inBackground(worker, work);
    this.sim.after(period, this.tag, 0);
  }
}
