/**
 * A process that waits for datagrams on one socket and reads them.
 *
 * With select it looks at its socket first, sleeps where nothing is there, and reads when it wakes. Without, its read
 * sleeps. What comes while it goes to sleep wakes it again.
 */
import type { Segment } from "../../hardware/processors.ts";
import type { Process } from "../../hardware/sun3.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { Frame } from "../world/frame.ts";
import type { IncomingDatagram } from "../world/udp.ts";
import type { Socket, SunHost } from "./host.ts";
import type { WaitSegments } from "./steps.ts";

interface ReaderOptions {
  readonly name: string; // of the process
  readonly port: number;
  readonly segments: WaitSegments;
}

export abstract class Reader {
  readonly process: Process;
  protected readonly host: SunHost;
  readonly socket: Socket;
  private readonly waits: ReaderOptions;
  private then: (() => void) | null = null; // what follows the segment that runs
  private isAsleep = true;
  private isWaiting = false; // asleep for a datagram, and not for something else

  constructor(host: SunHost, options: ReaderOptions) {
    this.host = host;
    this.waits = options;
    this.process = host.machine.process(options.name, () => this.finished());
    this.socket = host.open(options.port, (frame) => {
      if (this.isWaiting) this.rouse(frame.call, frame.ref);
    });
  }

  /** The argument's bytes in a datagram: each is copied as the process reads it. */
  protected abstract bytesIn(datagram: IncomingDatagram): number;
  /** The process has read a datagram. */
  protected abstract taken(datagram: IncomingDatagram, frame: Frame): void;
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
    this.waits.segments.book.ran(segment);
    this.host.machine.proceed(this.process, segment);
  }

  /** Wakes the process, which sleeps for something else than a datagram. */
  protected wake(segment: Segment, call: number, cause: Ref, then: () => void): void {
    this.isAsleep = false;
    this.then = then;
    this.waits.segments.book.ran(segment);
    this.host.machine.wake(this.process, segment, call, cause);
  }

  /** The process gives the processor up until `wake`. */
  protected sleep(): void {
    this.isAsleep = true;
    this.host.machine.sleep(this.process);
  }

  /** Waits for a datagram, and reads it. */
  protected await(): void {
    const { look } = this.waits.segments;
    if (look === null) this.looked();
    else this.run(look, () => this.looked());
  }

  /** The time-out of select has come: where the process sleeps, it wakes. */
  protected timeIsUp(mark: Ref): void {
    if (this.isWaiting) this.rouse(this.call, mark);
  }

  private looked(): void {
    if (this.socket.buffer.length > 0) this.read();
    else if (this.isDue) this.timedOut();
    else {
      this.run(this.waits.segments.doze, () => {
        if (this.socket.buffer.length > 0 || this.isDue) {
          this.run(this.waits.segments.rouse, () => this.looked());
          return;
        }
        this.isWaiting = true;
        this.sleep();
      });
    }
  }

  private rouse(call: number, cause: Ref): void {
    this.isWaiting = false;
    this.wake(this.waits.segments.rouse, call, cause, () => this.looked());
  }

  private read(): void {
    const frame = this.socket.buffer.take();
    if (frame === undefined) throw new Error(`${this.waits.name} reads from an empty socket.`);
    const datagram = this.socket.udp.read(frame);
    if (datagram === null) throw new Error(`${this.waits.name} has another process's datagram.`);
    this.reading(frame);
    this.run(this.waits.segments.read(this.bytesIn(datagram)), () => this.taken(datagram, frame));
  }

  /** The process begins to read a datagram. */
  protected reading(_frame: Frame): void {
    // A client's work is for its own call, whatever it reads.
  }

  private finished(): void {
    const { then } = this;
    if (then === null || this.isAsleep) throw new Error(`${this.waits.name} ran while it slept.`);
    this.then = null;
    then();
  }
}
