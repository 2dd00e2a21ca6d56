/**
 * The processors of one machine and the threads that run on them.
 *
 * Rules
 * 1. A thread that has a processor keeps it until it blocks; there is no time slice (calls are far shorter than one).
 * 2. A ready thread takes an idle processor, the highest numbered first, so that CPU 0 is left to interrupts while
 *    another is idle. With none idle it waits; first ready, first served.
 * 3. Interrupts run on CPU 0 alone, at a priority above threads: they stop the thread there, which later goes on where
 *    it stopped. Interrupts do not stop each other; whoever raises them lines them up.
 * 4. Background work runs only where no thread wants the processor. On a machine with one it would then starve: there
 *    it takes its turn before threads, and so does the operating system's own thread.
 * 5. A machine that is slowed takes so many times as long for all its work from then on, the rest of the work under
 *    way included.
 * 6. A thread that loops while it waits (`spin`) takes what nobody else wants. A thread that becomes ready displaces it
 *    where no processor is idle; it then waits like one that sleeps.
 * Work is a segment: a list of steps, run one after another. Each step that ran, or each part of one that was
 * interrupted, becomes a span in the trace.
 */
import { itemAt } from "../kernel/reads.ts";
import { PreemptiveResource } from "../kernel/resources.ts";
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import { NO_REF, type Ref, type Step } from "../kernel/trace-data.ts";
import { inRange, wholeFrom } from "./check.ts";

const POWER_OFF = -1; // stops all else
const INTERRUPT = 0;
const AT_ONCE = 1; // on a machine with one processor, work of the operating system
const THREAD = 2;
const BACKGROUND = 3;
const SPIN = 4;

const NOBODY = -1;

/** Steps in order with the offsets at which they end. */
export interface Segment {
  readonly steps: readonly number[];
  readonly ends: readonly Nanos[];
  readonly total: Nanos;
}

export interface TimedStep {
  readonly step: Step;
  readonly duration: Nanos;
}

export function segment(recorder: TraceRecorder, parts: readonly TimedStep[]): Segment {
  const steps: number[] = [];
  const ends: Nanos[] = [];
  let total = 0;
  for (const part of parts) {
    if (part.duration === 0) continue;
    total += part.duration;
    steps.push(recorder.step(part.step));
    ends.push(total);
  }
  return { steps, ends, total };
}

/** One segment behind the other, as one. */
export const joined = (first: Segment, then: Segment): Segment => ({
  steps: [...first.steps, ...then.steps],
  ends: [...first.ends, ...then.ends.map((end) => first.total + end)],
  total: first.total + then.total,
});

/** The segment with all that comes after `done` taking `ratio` times as long. */
function stretched({ steps, ends }: Segment, done: Nanos, ratio: number): Segment {
  const later = ends.map((end) => (end <= done ? end : done + Math.round((end - done) * ratio)));
  return { steps, ends: later, total: later.at(-1) ?? 0 }; // 0: a segment without steps
}

/** One thread, or the interrupt service of a machine. It has at most one segment to run at a time. */
export interface Worker {
  /** Index into the trace's owners; -1 for interrupts. */
  readonly owner: number;
  /** Called when the segment has run; `cause` is then its last span. */
  readonly finished: (worker: Worker) => void;
  segment: Segment | null;
  call: number;
  /** The row that enabled the segment to run; it moves along with the segment's spans. */
  cause: Ref;
  /** The first span of the segment, once there is one. */
  first: Ref;
  /** -1 while it has no processor. */
  cpu: number;
  id: number;
  /** It works for the operating system (rule 4). */
  readonly isSystem: boolean;
}

/** A thread that loops while it waits. Its loops are the work of a worker of their own. */
interface Spinner {
  readonly worker: Worker;
  readonly loop: Worker;
}

export class Processors {
  private readonly recorder: TraceRecorder;
  private readonly cpus: PreemptiveResource[] = [];
  private readonly tracks: number[] = [];
  private readonly workers: Worker[] = [];
  private readonly holder: (Worker | null)[] = []; // the thread that has each processor
  private readonly ready: Worker[] = [];
  private readonly spinners: (Spinner | null)[] = []; // by processor
  private readonly loops = new Map<Worker, Spinner>();
  private readonly inBackgroundOn: (Worker | null)[] = []; // by processor
  private readonly tag: number;
  private halted = false;
  private times = 1; // as slow as the machine's own pace
  private readonly paced = new Map<Segment, Segment>(); // of the present pace

  /** Throws RangeError where `count` is no whole number from 1. */
  constructor(sim: Simulation, recorder: TraceRecorder, machine: string, count: number) {
    wholeFrom(machine, "processors", count, 1);
    this.recorder = recorder;
    this.tag = sim.register((_kind, id) => this.complete(id));
    for (let cpu = 0; cpu < count; cpu++) {
      const name = `${machine}.cpu${cpu}`;
      this.tracks.push(recorder.track({ name: `CPU ${cpu}`, machine, kind: "processor" }));
      this.holder.push(null);
      this.spinners.push(null);
      this.inBackgroundOn.push(null);
      this.cpus.push(
        new PreemptiveResource(sim, name, (id, start, end, done) => this.record(cpu, id, start, end, done)),
      );
    }
  }

  /** @param isSystem whether it works for the operating system (rule 4) */
  worker(owner: number, finished: (worker: Worker) => void, isSystem = false): Worker {
    const worker: Worker = {
      owner,
      finished,
      segment: null,
      call: 0,
      cause: NO_REF,
      first: NO_REF,
      cpu: -1,
      id: this.workers.length,
      isSystem,
    };
    this.workers.push(worker);
    return worker;
  }

  /** Busy time of each processor so far. */
  busyNs(): readonly Nanos[] {
    return this.cpus.map((cpu) => cpu.busyNs);
  }

  /** A thread becomes ready to run `segment`; `cause` is what woke it. */
  wake(worker: Worker, segment: Segment, call: number, cause: Ref): void {
    this.give(worker, segment, call, cause);
    if (worker.isSystem && this.isAlone) {
      worker.cpu = 0; // it holds no processor: the thread there goes on behind it
      this.request(worker, AT_ONCE);
      return;
    }
    const cpu = this.idleProcessor();
    if (cpu < 0) this.ready.push(worker);
    else this.assign(worker, cpu);
  }

  /** A thread that has a processor goes on with another segment. */
  proceed(worker: Worker, segment: Segment): void {
    this.give(worker, segment, worker.call, worker.cause);
    this.request(worker, THREAD);
  }

  /** A thread gives its processor up. */
  block(worker: Worker): void {
    const { cpu } = worker;
    worker.cpu = -1;
    if (this.holder[cpu] !== worker) return; // rule 4
    const next = this.ready.shift() ?? null;
    this.holder[cpu] = null;
    if (next !== null) this.assign(next, cpu);
  }

  /** A thread gives its processor to another, past those that are ready: the way through the scheduler for a call. */
  handOver(from: Worker, to: Worker, segment: Segment, call: number, cause: Ref): void {
    const { cpu } = from;
    from.cpu = -1;
    this.give(to, segment, call, cause);
    this.assign(to, cpu);
  }

  /** Runs `segment` as an interrupt on CPU 0. */
  interrupt(worker: Worker, segment: Segment, call: number, cause: Ref): void {
    this.give(worker, segment, call, cause);
    worker.cpu = 0;
    this.request(worker, INTERRUPT);
  }

  /** Runs `segment` where and when no thread wants to (rule 4). */
  inBackground(worker: Worker, segment: Segment): void {
    this.give(worker, segment, 0, NO_REF);
    worker.cpu = this.holder.findIndex((thread, cpu) => thread === null && cpu > 0);
    if (worker.cpu < 0) worker.cpu = this.isAlone ? 0 : 1;
    this.inBackgroundOn[worker.cpu] = worker;
    this.request(worker, this.isAlone ? AT_ONCE : BACKGROUND);
  }

  /** Whether the machine has one processor. */
  get isAlone(): boolean {
    return this.cpus.length === 1;
  }

  /** Processors beside CPU 0 on which nothing runs, neither a thread nor background work. */
  get spare(): number {
    return this.holder.filter((thread, cpu) => cpu > 0 && thread === null && this.inBackgroundOn[cpu] === null).length;
  }

  /** Rule 6. A thread that has a processor loops there, for as long as `loop` at most. Then its worker has finished. */
  spin(worker: Worker, loop: Segment): void {
    const { cpu } = worker;
    const spinner = this.loops.get(worker) ?? this.newSpinner(worker);
    const next = this.ready.shift() ?? null;
    this.holder[cpu] = null;
    if (next !== null) {
      worker.cpu = -1;
      this.assign(next, cpu);
      return;
    }
    this.spinners[cpu] = spinner;
    spinner.loop.cpu = cpu;
    this.give(spinner.loop, loop, worker.call, NO_REF);
    this.request(spinner.loop, SPIN);
  }

  /** Whether the thread loops on a processor and sees at once what it waits for. */
  isSpinning(worker: Worker): boolean {
    return this.spinners[worker.cpu]?.worker === worker;
  }

  /** A thread that loops goes on with `segment`: what it has waited for is there. */
  goOn(worker: Worker, segment: Segment, call: number, cause: Ref): void {
    this.breakOff(worker.cpu);
    this.holder[worker.cpu] = worker;
    this.give(worker, segment, call, cause);
    this.request(worker, THREAD);
  }

  private newSpinner(worker: Worker): Spinner {
    const spinner: Spinner = { worker, loop: this.worker(worker.owner, () => this.loopEnded(worker)) };
    this.loops.set(worker, spinner);
    return spinner;
  }

  private breakOff(cpu: number): void {
    const spinner = this.spinners[cpu] ?? null;
    if (spinner === null) return;
    const { loop } = spinner;
    this.spinners[cpu] = null;
    this.cpus[cpu]?.withdraw(loop.id);
    loop.segment = null;
  }

  private loopEnded(worker: Worker): void {
    this.spinners[worker.cpu] = null;
    this.holder[worker.cpu] = worker;
    worker.finished(worker);
  }

  /** Rule 5. @param times as slow as the machine's own pace, more than 0 */
  slow(times: number): void {
    const ratio = inRange("processors", "times", times, 1e-3, 1e6) / this.times;
    this.times = times;
    this.paced.clear();
    const repace = (worker: Worker, done: Nanos): Nanos => {
      if (worker.segment === null) throw new Error(`Worker ${worker.id} waits for a processor without work.`);
      worker.segment = stretched(worker.segment, done, ratio);
      return worker.segment.total;
    };
    for (const worker of this.ready) repace(worker, 0);
    for (const cpu of this.cpus) {
      cpu.repace((id, done) => {
        const worker = this.workers[id];
        return worker === undefined ? done : repace(worker, done);
      });
    }
  }

  /** Nothing runs until `thaw`. */
  freeze(): void {
    for (const cpu of this.cpus) cpu.freeze();
  }

  thaw(): void {
    for (const cpu of this.cpus) cpu.thaw();
  }

  /** The machine stops. Work is recorded up to now; no worker that runs or waits is called again. */
  halt(): void {
    for (const cpu of this.cpus) cpu.request(POWER_OFF, 1, this.tag, NOBODY); // ends the present piece of work
    this.halted = true;
    this.ready.length = 0;
  }

  private give(worker: Worker, segment: Segment, call: number, cause: Ref): void {
    if (worker.segment !== null) throw new Error(`Worker ${worker.id} already has work; it must finish first.`);
    worker.segment = this.atPace(segment);
    worker.call = call;
    worker.cause = cause;
    worker.first = NO_REF;
  }

  private atPace(segment: Segment): Segment {
    if (this.times === 1) return segment;
    const known = this.paced.get(segment);
    if (known !== undefined) return known;
    const made = stretched(segment, 0, this.times);
    this.paced.set(segment, made);
    return made;
  }

  private idleProcessor(): number {
    let looping = -1;
    for (let cpu = this.holder.length - 1; cpu >= 0; cpu--) {
      if (this.holder[cpu] !== null) continue;
      if (this.spinners[cpu] === null) return cpu;
      looping = Math.max(looping, cpu);
    }
    return looping;
  }

  private assign(worker: Worker, cpu: number): void {
    const looping = this.spinners[cpu]?.worker ?? null;
    this.breakOff(cpu);
    if (looping !== null) looping.cpu = -1;
    this.holder[cpu] = worker;
    worker.cpu = cpu;
    this.request(worker, THREAD);
  }

  private request(worker: Worker, priority: number): void {
    const cpu = this.cpus[worker.cpu];
    if (cpu === undefined || worker.segment === null)
      throw new Error(`Worker ${worker.id} has no processor or no work.`);
    cpu.request(priority, worker.segment.total, this.tag, worker.id);
  }

  private complete(id: number): void {
    const worker = this.workers[id];
    if (worker === undefined || this.halted) return;
    if (this.inBackgroundOn[worker.cpu] === worker) this.inBackgroundOn[worker.cpu] = null;
    worker.segment = null;
    worker.finished(worker);
  }

  private record(cpu: number, id: number, start: Nanos, end: Nanos, doneBefore: Nanos): void {
    const worker = this.workers[id];
    const work = worker?.segment ?? null;
    const track = this.tracks[cpu];
    if (worker === undefined || work === null || track === undefined || this.halted) return;
    const doneAfter = doneBefore + (end - start);
    let from = start;
    for (const [i, stepEnd] of work.ends.entries()) {
      if (stepEnd <= doneBefore) continue;
      const to = start + Math.min(stepEnd, doneAfter) - doneBefore;
      worker.cause = this.recorder.span(
        track,
        itemAt(work.steps, i, "step"),
        worker.owner,
        from,
        to,
        worker.cause,
        worker.call,
      );
      if (worker.first === NO_REF) worker.first = worker.cause;
      from = to;
      if (stepEnd >= doneAfter) break;
    }
  }
}
