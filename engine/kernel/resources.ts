/**
 * Things that serve one request at a time: a processor, a bus, a link.
 *
 * Rules
 * 1. A request asks for a duration of service. When it has had it, the event (tag, arg) is dispatched.
 * 2. Of several requests the most urgent (smallest priority) is served first; of equally urgent ones, the first made.
 * 3. A completion is dispatched before the next request is chosen, so requests that it makes take part in the choice.
 * 4. A more urgent request interrupts at once, but not a job whose service ends at this very moment.
 * 5. A request of zero duration waits its turn like any other, but takes no time and interrupts nobody: where it could
 *    be served now, it completes by an event at the present time.
 * 6. busy + idle = the time since the resource was made.
 * 7. A change of pace gives every request that is not finished another duration; it keeps its place in the line.
 * 8. A frozen resource serves nobody until it thaws; the job that it served goes on then.
 */
import type { Simulation, Timer } from "./simulation.ts";
import { NO_TIMER } from "./simulation.ts";
import type { Nanos } from "./time.ts";
import { NO_JOB, WaitingLine } from "./waiting-line.ts";

const FIRST_RING = 16; // a power of two

/** Serves requests in the order in which they were made. */
export class FifoResource {
  readonly name: string;
  private readonly simulation: Simulation;
  private readonly madeAt: Nanos;
  private promised: Nanos = 0; // service given or promised since the start
  private freeAt: Nanos;
  // When the requests that had to wait begin, a ring: `count` entries from `head`, some of them begun by now.
  private starts = new Float64Array(FIRST_RING);
  private head = 0;
  private count = 0;

  constructor(simulation: Simulation, name: string) {
    this.simulation = simulation;
    this.name = name;
    this.madeAt = this.freeAt = simulation.now;
  }

  /** Asks for service; (tag, arg) fires when it ends. Throws RangeError where `duration` is not a whole number >= 0. */
  request(duration: Nanos, tag: number, arg: number): void {
    if (!isDuration(duration)) throw wrongDuration(this.name, duration);
    const { now } = this.simulation;
    // Requests are served in order, so the end of each is known at once: one event a request is enough.
    if (this.freeAt <= now) {
      this.freeAt = now + duration;
    } else {
      if (this.count === this.starts.length) this.makeRoom(now);
      this.starts[(this.head + this.count++) & (this.starts.length - 1)] = this.freeAt;
      this.freeAt += duration;
    }
    this.promised += duration;
    this.simulation.at(this.freeAt, tag, arg);
  }

  /** When a request made now would begin. */
  get nextStart(): Nanos {
    return Math.max(this.freeAt, this.simulation.now);
  }

  get busyNs(): Nanos {
    return this.promised - (this.nextStart - this.simulation.now);
  }

  get idleNs(): Nanos {
    return this.simulation.now - this.madeAt - this.busyNs;
  }

  /** Requests whose service has not begun. */
  get waiting(): number {
    this.dropBegun(this.simulation.now);
    return this.count;
  }

  private makeRoom(now: Nanos): void {
    this.dropBegun(now);
    if (this.count < this.starts.length / 2) return;
    const wider = new Float64Array(this.starts.length * 2);
    for (let place = 0; place < this.count; place++) {
      wider[place] = this.starts[(this.head + place) & (this.starts.length - 1)] as number;
    }
    this.starts = wider;
    this.head = 0;
  }

  private dropBegun(now: Nanos): void {
    while (this.count > 0 && (this.starts[this.head] as number) <= now) {
      this.head = (this.head + 1) & (this.starts.length - 1);
      this.count--;
    }
  }
}

/**
 * Told of every stretch of service before the completion of a finished job is dispatched: `doneSoFar` is the job's work
 * before this piece; start < end. Must not request.
 */
export type OnPiece = (arg: number, start: Nanos, end: Nanos, doneSoFar: Nanos, finished: boolean) => void;

/** Serves the most urgent request first and always to its end. */
export class PriorityResource {
  readonly name: string;
  protected readonly simulation: Simulation;
  protected readonly line = new WaitingLine();
  /** The job being served; its present piece began at `began` and ends at `ends`, when `timer` fires. */
  protected job = NO_JOB;
  protected began: Nanos = 0;
  protected ends: Nanos = 0;
  protected timer: Timer = NO_TIMER;
  private served: Nanos = 0; // in pieces that have ended
  protected choosing = false; // a completion is being dispatched
  private readonly tag: number;
  private readonly madeAt: Nanos;
  private readonly onPiece: OnPiece | null;

  constructor(simulation: Simulation, name: string, onPiece: OnPiece | null = null) {
    this.simulation = simulation;
    this.name = name;
    this.onPiece = onPiece;
    this.madeAt = simulation.now;
    this.tag = simulation.register((_kind, job) => this.complete(job));
  }

  /**
   * Asks for service; (tag, arg) is dispatched when it ends. Throws RangeError where `duration` is not a whole number
   * >= 0 or `priority` (smaller is more urgent) not a 32-bit integer.
   */
  request(priority: number, duration: Nanos, tag: number, arg: number): void {
    if (!isDuration(duration)) throw wrongDuration(this.name, duration);
    if ((priority | 0) !== priority) {
      throw new RangeError(`${this.name}: priority ${priority}, want a 32-bit integer (smaller is more urgent).`);
    }
    const now = this.wouldServe(priority);
    if (now && duration === 0) {
      this.simulation.after(0, tag, arg);
      return;
    }
    this.line.put(this.line.create(priority, duration, tag, arg));
    if (now) this.serveNext();
  }

  /** Takes the request with this `arg` back; it is never dispatched. Nothing happens where there is none. */
  withdraw(arg: number): void {
    if (this.running !== arg) {
      const waiting = this.line.takeOut(arg);
      if (waiting !== NO_JOB) this.line.forget(waiting);
      return;
    }
    const { job } = this;
    this.simulation.cancel(this.timer);
    this.endPiece(false);
    this.line.forget(job);
    if (!this.choosing) this.serveNext();
  }

  /** `arg` of the request being served, -1 where there is none. */
  get running(): number {
    return this.job === NO_JOB ? -1 : (this.line.args[this.job] as number);
  }

  /** Requests that wait, those interrupted among them. */
  get waiting(): number {
    return this.line.length;
  }

  get busyNs(): Nanos {
    return this.served + (this.job === NO_JOB ? 0 : this.simulation.now - this.began);
  }

  get idleNs(): Nanos {
    return this.simulation.now - this.madeAt - this.busyNs;
  }

  /** True where a new request of this priority would be served at once. */
  protected wouldServe(_priority: number): boolean {
    return this.job === NO_JOB && !this.choosing;
  }

  protected serveNext(): void {
    const { line, simulation } = this;
    for (let job = line.take(); job !== NO_JOB; job = line.take()) {
      const left = (line.durations[job] as number) - (line.done[job] as number);
      if (left > 0) {
        this.job = job;
        this.began = simulation.now;
        this.ends = this.began + left;
        this.timer = simulation.at(this.ends, this.tag, job);
        return;
      }
      line.forget(job);
      simulation.after(0, line.tags[job] as number, line.args[job] as number);
    }
  }

  /** Ends the piece of the job being served, which then holds the resource no more. */
  protected endPiece(finished: boolean): void {
    const { job, line, began } = this;
    const { now } = this.simulation;
    const doneSoFar = line.done[job] as number;
    this.job = NO_JOB;
    if (began === now) return;
    this.served += now - began;
    line.done[job] = doneSoFar + (now - began);
    if (this.onPiece !== null) this.onPiece(line.args[job] as number, began, now, doneSoFar, finished);
  }

  private complete(job: number): void {
    const { line } = this;
    this.endPiece(true);
    line.forget(job);
    this.choosing = true;
    this.simulation.dispatch(line.tags[job] as number, line.args[job] as number);
    this.choosing = false;
    this.serveNext();
  }
}

/** A PriorityResource on which a more urgent request interrupts the one being served, which later goes on. */
export class PreemptiveResource extends PriorityResource {
  private isFrozen = false;

  protected override wouldServe(priority: number): boolean {
    if (this.isFrozen) return false;
    if (this.job === NO_JOB) return super.wouldServe(priority);
    return priority < (this.line.priorities[this.job] as number) && this.ends > this.simulation.now;
  }

  protected override serveNext(): void {
    this.interrupt();
    if (!this.isFrozen) super.serveNext();
  }

  /** Rule 8. */
  freeze(): void {
    this.interrupt();
    this.isFrozen = true;
  }

  thaw(): void {
    this.isFrozen = false;
    if (!this.choosing) super.serveNext();
  }

  /**
   * Rule 7. `durationOf` is told the request's arg and the work done for it, and gives its new duration, done included.
   * Throws RangeError for a duration that is no whole number, or shorter than the work done.
   */
  repace(durationOf: (arg: number, done: Nanos) => Nanos): void {
    this.interrupt();
    const { line } = this;
    line.each((job) => {
      const done = line.done[job] as number;
      const duration = durationOf(line.args[job] as number, done);
      if (!isDuration(duration) || duration < done) throw wrongDuration(this.name, duration);
      line.durations[job] = duration;
    });
    if (!this.choosing && !this.isFrozen) super.serveNext();
  }

  /** Puts the job being served, if any, back into the line. */
  private interrupt(): void {
    const { job } = this;
    if (job === NO_JOB) return;
    this.simulation.cancel(this.timer);
    this.endPiece(false);
    this.line.put(job);
  }
}

const isDuration = (duration: Nanos): boolean => duration >= 0 && Math.floor(duration) === duration;

function wrongDuration(name: string, duration: Nanos): RangeError {
  return new RangeError(`${name}: duration ${duration} ns, want a whole number >= 0. Round as time.ts does.`);
}
