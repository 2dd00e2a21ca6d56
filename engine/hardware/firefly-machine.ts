/**
 * One Firefly: processors, QBus, DEQNA, and the interrupt routines of its kernel (Schroeder & Burrows 1990, Section
 * 3.1.3 and Table VI). It moves packets between threads and the Ethernet and knows nothing of what is in them.
 *
 * Rules of CPU 0, the only processor with access to the QBus
 * 1. Whoever queues a packet raises an interprocessor interrupt. Interrupts of one kind that come while one is pending
 *    are one interrupt.
 * 2. The Ethernet interrupt is served before interprocessor interrupts. It handles received packets until none remain,
 *    then completed transmissions, then prods the controller if packets are queued. With `perInterrupt` one it handles
 *    one received packet, and the other interrupts that wait come next.
 * 3. The interprocessor interrupt prods the controller only if it is idle; otherwise the interrupt that reports the end
 *    of the present transmission will.
 * 4. A transmission that ends takes the general handler and the main path of the interrupt routine, as a packet that
 *    comes does. If a packet is queued, the routine of the interprocessor interrupt then prods the controller. The
 *    paper lists no such steps; we build them from those of Table VI.
 *
 * Rules of threads
 * 5. On a machine with several processors a thread that takes the last idle one beside CPU 0 needs longer: the
 *    scheduler then has none left that looks for ready threads.
 * 6. With one processor "extra code gets included, such as a longer path through the scheduler" (Section 5): when a
 *    thread comes out of the kernel, behind a send and when it is woken, and when it waits.
 * 7. Background threads come each period. With one processor the gaps are random, from half a period to one and a half,
 *    because there it matters when they come.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Nanos } from "../kernel/time.ts";
import type { Ref, Step } from "../kernel/trace-data.ts";
import type { RandomStream } from "../kernel/random.ts";
import { durationOf, type Cost } from "./cost.ts";
import { Deqna, type FrameInFlight } from "./deqna.ts";
import { FIREFLY, FIREFLY_ASSUMED, FIREFLY_CALIBRATED } from "./firefly-costs.ts";
import type { FireflyDesign } from "./firefly-design.ts";
import { FireflyWork } from "./firefly-work.ts";
import {
  processorTracks,
  type BusyParts,
  type Hardware,
  type HardwareOwner,
  type MachineKind,
  type Reception,
  type Task,
} from "./machine.ts";
import { joined, Processors, segment, type Segment, type TimedStep, type Worker } from "./processors.ts";
import { TaskThread } from "./task-thread.ts";

const BACKGROUND: Step = {
  name: "Background threads",
  layer: "other",
  source: FIREFLY.background.source,
};

const LOOP: Step = {
  name: "Loop until a packet comes",
  layer: "rpc",
  source: { kind: "paper", text: "Section 4.2.7: a thread that waits for a packet loops in user space" },
};

const NEXT_PACKET: Step = {
  name: "Take the next packet from the queue",
  layer: "kernel",
  source: { kind: "derived", text: "As long as Table VI gives for an interprocessor interrupt, which does the same" },
};

/** A copy for work that a packet causes and does not wait for: the spans of that work stay out of its chain. */
const aside = <F extends FrameInFlight>(frame: F): F => ({ ...frame });

/** One Firefly: how many processors, in which design, on a wire of which speed. */
interface FireflyOptions {
  readonly cpus: number;
  readonly design: FireflyDesign;
  readonly mbps: number;
  /** For the gaps between background threads (rule 7). */
  readonly random: RandomStream;
}

/** A Firefly as a kind. */
export const fireflyMachine = <F extends FrameInFlight>(
  options: FireflyOptions,
): MachineKind<F, FireflyMachine<F>> => ({
  tracks: {
    all: [
      ...processorTracks(options.cpus),
      { name: "QBus", kind: "bus" },
      { name: "DEQNA transmit", kind: "controller" },
      { name: "DEQNA receive", kind: "controller", buffers: FIREFLY_ASSUMED.receiveBuffers.value },
    ],
    out: "DEQNA transmit",
    in: "DEQNA receive",
    notes: "DEQNA receive",
    timers: "DEQNA transmit",
  },
  make: (sim, recorder, name, owner) => new FireflyMachine<F>(sim, recorder, name, options, owner),
});

/** What a Firefly asks its host beside what every machine does. */
export interface FireflyOwner<F> extends HardwareOwner<F> {
  /** Whether the thread of a packet sees it without being woken; left out: none does. */
  seesItself?(frame: F): boolean;
}

/** The segments of a machine; made once. */
function segmentsOf(recorder: TraceRecorder, work: FireflyWork) {
  const kernel = (cost: Cost): TimedStep => work.kernel(cost);
  const of = (...costs: readonly Cost[]): Segment => segment(recorder, costs.map(kernel));
  const { offPath, lastProcessor, longerWait, fromKernel, returnBuffer } = FIREFLY_CALIBRATED;
  const waits = work.unchanged(offPath);
  return {
    handleIpi: of(FIREFLY.handleInterprocessor),
    prod: of(FIREFLY.prodController),
    prodNext: segment(recorder, [
      { ...kernel(FIREFLY.handleInterprocessor), step: NEXT_PACKET },
      kernel(FIREFLY.prodController),
    ]),
    wakeUp: of(FIREFLY.wakeUp),
    enterAndWake: of(FIREFLY.generalInterrupt, FIREFLY.wakeUp),
    returnBuffer: of(returnBuffer),
    transmitDone: segment(recorder, [
      kernel(FIREFLY.generalInterrupt),
      work.interruptRoutine("Handle transmit-complete interrupt"),
    ]),
    offPath: segment(recorder, [waits]),
    lastProcessor: of(lastProcessor),
    fromKernel: of(fromKernel),
    longerWait: segment(recorder, [waits, kernel(longerWait)]),
    loop: segment(recorder, [{ step: LOOP, duration: durationOf(FIREFLY_ASSUMED.backgroundPeriod) }]),
  };
}

export class FireflyMachine<F extends FrameInFlight> implements Hardware<F> {
  readonly processors: Processors;
  readonly deqna: Deqna<F>;
  private readonly sim: Simulation;
  private readonly recorder: TraceRecorder;
  private readonly owner: FireflyOwner<F>;
  private readonly design: FireflyDesign;
  private readonly work: FireflyWork;
  private readonly random: RandomStream;
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
  private hasHandledOne = false; // and others may have their turn (rule 2)
  private readonly burst: { readonly worker: Worker; readonly work: Segment; readonly period: Nanos };
  private readonly segments: ReturnType<typeof segmentsOf>;
  private readonly receiveSegments = new Map<number, Segment>();
  private readonly woken = new Map<Segment, Map<Segment, Segment>>(); // by what a thread does first, then by the rest

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    name: string,
    { cpus, design, mbps, random }: FireflyOptions,
    owner: FireflyOwner<F>,
  ) {
    this.sim = sim;
    this.design = design;
    this.work = new FireflyWork(design);
    this.random = random;
    this.recorder = recorder;
    this.owner = owner;
    this.processors = new Processors(sim, recorder, name, cpus);
    const ends = {
      transmit: (frame: F): void => owner.transmit(frame),
      transmitted: (frame: F): void => this.raise(this.completed, frame),
      received: (frame: F): void => this.raise(this.ring, frame),
    };
    this.deqna = new Deqna(sim, recorder, name, ends, design.controller === "overlapping" ? mbps : null);
    this.interrupt = this.processors.worker(-1, () => this.continue());
    this.segments = segmentsOf(recorder, this.work);
    this.tag = sim.register(() => this.background());
    const period = durationOf(FIREFLY_ASSUMED.backgroundPeriod);
    const busy = Math.round(period * FIREFLY.background.value);
    this.burst = {
      worker: this.processors.worker(recorder.owner("background"), () => undefined),
      work: segment(recorder, [this.work.paced(BACKGROUND, busy)]),
      period,
    };
    const system = recorder.owner(`${name} system`);
    this.system = new TaskThread(this.processors, () => system, true);
    this.program = new TaskThread(this.processors, () => recorder.owner(`${name} process`));
    sim.after(this.gap(), this.tag, 0);
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

  freeze(): void {
    this.processors.freeze();
  }

  thaw(): void {
    this.processors.thaw();
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
    const { hasHandledOne } = this;
    this.hasHandledOne = false;
    if (hasHandledOne && this.completed.length > 0) this.reportSent();
    else if (hasHandledOne && this.interprocessor !== null) this.serveInterprocessor(this.interprocessor);
    else if (this.ring.length > 0) this.receive(true);
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
   * the one that came in (Section 3.2); then the next packet, without leaving the interrupt (rule 2).
   */
  private receive(entering: boolean): void {
    const frame = this.ring.shift();
    if (frame === undefined) return;
    const { wakeUp, enterAndWake } = this.segments;
    if (this.design.demultiplexing === "thread") {
      this.run(entering ? enterAndWake : wakeUp, frame, frame.ref, () => {
        this.demultiplexLater(frame);
        this.giveBack(frame);
      });
      return;
    }
    this.run(this.receiveSegment(frame.bytes, entering), frame, frame.ref, () => {
      if (this.owner.inspect?.(frame) === false) this.giveBack(frame);
      else if (this.owner.seesItself?.(frame) === true) this.handOver(frame);
      else this.run(wakeUp, frame, frame.ref, () => this.handOver(frame));
    });
  }

  private handOver(frame: F): void {
    this.owner.received(frame);
    this.giveBack(frame);
  }

  /** The traditional way (Section 3.2): a thread of the operating system does what the interrupt routine does else. */
  private demultiplexLater(frame: F): void {
    const { call } = frame;
    const segment = this.receiveSegment(frame.bytes, false);
    const done = (last: Ref): void => {
      frame.ref = last;
      if (this.owner.inspect?.(frame) === false) return;
      if (this.owner.seesItself?.(frame) === true) this.owner.received(frame);
      else {
        const woken = (wakingUp: Ref): void => {
          frame.ref = wakingUp;
          this.owner.received(frame);
        };
        this.task({ segment: this.segments.wakeUp, call, cause: last, done: woken });
      }
    };
    this.task({ segment, call, cause: frame.ref, done });
  }

  private giveBack(frame: F): void {
    this.run(this.segments.returnBuffer, aside(frame), frame.ref, () => {
      this.deqna.giveBuffer();
      this.owner.freed?.(frame);
      if (this.design.perInterrupt === "all") this.receive(false);
      else this.hasHandledOne = true;
    });
  }

  private receiveSegment(bytes: number, entering: boolean): Segment {
    const key = bytes * 2 + (entering ? 1 : 0);
    const known = this.receiveSegments.get(key);
    if (known !== undefined) return known;
    const parts = [this.work.handleReceived(), this.work.checksum("receiveChecksum", bytes)];
    const all = entering ? [this.work.kernel(FIREFLY.generalInterrupt), ...parts] : parts;
    const made = segment(this.recorder, all);
    this.receiveSegments.set(key, made);
    return made;
  }

  private reportSent(): void {
    const frame = this.completed.shift();
    if (frame === undefined) return;
    const { transmitDone, prodNext } = this.segments;
    this.run(transmitDone, aside(frame), frame.ref, () => this.prodNext(prodNext));
  }

  private prodNext(by: Segment): void {
    const frame = this.deqna.next;
    if (frame === undefined || !this.deqna.idle) return;
    this.run(by, frame, frame.ref, () => this.deqna.prod());
  }

  /** Rule 3. */
  private serveInterprocessor(frame: F): void {
    this.interprocessor = null;
    // The end of another transmission may have started the packet already: then this interrupt caused nothing.
    const chain = this.deqna.isQueued(frame) ? frame : aside(frame);
    const { handleIpi, prod } = this.segments;
    this.run(handleIpi, chain, chain.raised, () => this.prodNext(prod));
  }

  private background(): void {
    if (this.halted || this.owner.isAnswered?.() === true) return;
    const { worker, work } = this.burst;
    // A burst that could not finish in its period is still waiting for a processor; the next one then falls out.
    if (worker.segment === null) this.processors.inBackground(worker, work);
    this.sim.after(this.gap(), this.tag, 0);
  }

  /** Rule 7. */
  private gap(): Nanos {
    const { period } = this.burst;
    return this.processors.isAlone ? Math.round(period * (0.5 + this.random.float())) : period;
  }

  // Threads.

  /** A thread is woken to run `work` (rules 5 and 6); one that loops goes on at once. */
  wakeThread(worker: Worker, work: Segment, call: number, cause: Ref): void {
    const { processors } = this;
    const { lastProcessor, fromKernel } = this.segments;
    if (processors.isSpinning(worker)) processors.goOn(worker, work, call, cause);
    else if (processors.isAlone) processors.wake(worker, this.behind(fromKernel, work), call, cause);
    else if (processors.spare < 2) processors.wake(worker, this.behind(lastProcessor, work), call, cause);
    else processors.wake(worker, work, call, cause);
  }

  private behind(first: Segment, rest: Segment): Segment {
    const known = this.woken.get(first) ?? new Map<Segment, Segment>();
    const made = known.get(rest) ?? joined(first, rest);
    this.woken.set(first, known);
    known.set(rest, made);
    return made;
  }

  /** Goes on with a thread whose packet came before it could wait: with one processor it is woken all the same. */
  goOnThread(worker: Worker, work: Segment): void {
    const { processors } = this;
    processors.proceed(worker, processors.isAlone ? this.behind(this.segments.fromKernel, work) : work);
  }

  /** What a thread does behind a send before it can register its call (rule 6); null for nothing. */
  get afterSend(): Segment | null {
    return this.processors.isAlone ? this.segments.fromKernel : null;
  }

  /** Cost of going to sleep. A thread that polls skips it. */
  get beforeWait(): Segment | null {
    if (this.design.waiting === "busy") return null;
    return this.processors.isAlone ? this.segments.longerWait : this.segments.offPath;
  }

  /** The thread waits: it gives its processor up, or loops. */
  wait(worker: Worker): void {
    if (this.design.waiting === "busy" && this.owner.isAnswered?.() !== true) {
      this.processors.spin(worker, this.segments.loop);
    } else this.processors.block(worker);
  }
}
