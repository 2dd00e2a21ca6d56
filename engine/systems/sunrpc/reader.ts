/**
 * A process that waits for messages on one socket and reads them.
 *
 * With select it looks at its socket first, sleeps where nothing is there, and reads when it wakes. Without, its read
 * sleeps. What comes while it goes to sleep wakes it again.
 */
import type { Segment } from "../../hardware/processors.ts";
import type { Process } from "../../hardware/sun3.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { Arrived, Channel, Message } from "./channel.ts";
import type { SunHost } from "./host.ts";
import type { WaitSegments } from "./steps.ts";

interface ReaderOptions {
  readonly name: string; // of the process
  /** Opens what the process reads from. */
  readonly channel: (arrived: Arrived, lost: () => void) => Channel;
  readonly segments: WaitSegments;
}

export abstract class Reader {
  readonly process: Process;
  protected readonly host: SunHost;
  private readonly name: string;
  private waits: WaitSegments;
  private from: Channel;
  private then: (() => void) | null = null; // what follows the segment that runs
  private isAsleep = true;
  private isWaiting = false; // asleep for a message, and not for something else

  constructor(host: SunHost, options: ReaderOptions) {
    this.host = host;
    this.name = options.name;
    this.waits = options.segments;
    this.process = host.machine.process(options.name, () => this.finished());
    this.from = this.opened(options.channel);
  }

  /** The process reads here. */
  get channel(): Channel {
    return this.from;
  }

  /** The process reads from another channel from now on. */
  protected turnTo({ channel, segments }: Pick<ReaderOptions, "channel" | "segments">): void {
    this.waits = segments;
    this.from = this.opened(channel);
  }

  private opened(channel: ReaderOptions["channel"]): Channel {
    return channel(
      (call, cause) => {
        if (this.isWaiting) this.rouse(call, cause);
      },
      () => this.lost(),
    );
  }

  /** The argument's bytes in a message: each is copied as the process reads it. */
  protected abstract bytesIn(message: Message): number;
  /** The process has read a message. */
  protected abstract taken(message: Message): void;
  /** The connection that the process reads from is broken. */
  protected abstract lost(): void;
  /** Whether its time-out has passed. */
  protected abstract get isDue(): boolean;
  /** The process has woken, or looked, and its time-out has passed. */
  protected abstract timedOut(): void;

  protected get cause(): Ref {
    return this.process.worker.cause;
  }

  protected set cause(ref: Ref) {
    this.process.worker.cause = ref;
  }

  protected get call(): number {
    return this.process.worker.call;
  }

  protected set call(call: number) {
    this.process.worker.call = call;
  }

  /** Runs a segment; the process has the processor. */
  protected run(segment: Segment, then: () => void): void {
    this.then = then;
    this.waits.book.ran(segment);
    this.host.machine.proceed(this.process, segment);
  }

  /** Wakes the process, which sleeps for something else than a message. */
  protected wake(segment: Segment, call: number, cause: Ref, then: () => void): void {
    this.isAsleep = false;
    this.then = then;
    this.waits.book.ran(segment);
    this.host.machine.wake(this.process, segment, call, cause);
  }

  /** The process gives the processor up until `wake`. */
  protected sleep(): void {
    this.isAsleep = true;
    this.host.machine.sleep(this.process);
  }

  /** Waits for a message, and reads it. */
  protected await(): void {
    const { look } = this.waits;
    if (look === null) this.looked();
    else this.run(look, () => this.looked());
  }

  /** The time-out of select has come: where the process sleeps, it wakes to work for a call. */
  protected timeIsUp(mark: Ref, call = this.call): void {
    if (this.isWaiting) this.rouse(call, mark);
  }

  private looked(): void {
    if (this.channel.length > 0) this.read();
    else if (this.isDue) this.timedOut();
    else {
      this.channel.awaited?.(this.cause);
      this.run(this.waits.doze, () => {
        if (this.channel.length > 0 || this.isDue) {
          this.run(this.waits.rouse, () => this.looked());
          return;
        }
        this.isWaiting = true;
        this.sleep();
      });
    }
  }

  private rouse(call: number, cause: Ref): void {
    this.isWaiting = false;
    this.wake(this.waits.rouse, call, cause, () => this.looked());
  }

  private read(): void {
    const message = this.channel.take();
    this.reading(message);
    this.run(this.waits.read(this.bytesIn(message)), () => this.taken(message));
  }

  /** The process begins to read a message. */
  protected reading(_message: Message): void {
    // A client's work is for its own call, whatever it reads.
  }

  private finished(): void {
    const { then } = this;
    if (then === null || this.isAsleep) throw new Error(`${this.name} ran while it slept.`);
    this.then = null;
    then();
  }
}
