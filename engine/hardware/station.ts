/**
 * A machine with processors, interrupts and one controller: a Dorado, a Sun 3/50, an RT-PC, or whatever a table of
 * costs and sizes describes. Threads and processes run on its processors beside the interrupts (processors.ts).
 *
 * Rules
 * 1. In: a frame that has come takes a buffer of the controller, or is not copied. Where the table has an interrupt for
 *    that, it moves the frame to the input queue, or drops it where that is full. The input interrupt takes the frame
 *    in, with the work that the frame is worth, and hands it to the host.
 * 2. Out: a frame is put on the send ring, or dropped where that is full. One frame at a time is on the medium. When it
 *    has left, the controller starts the next, or the interrupt at the end of the transmission does.
 * 3. Interrupts are served one at a time. Those of frames that have come to the controller go first, then those of
 *    frames that have left, then the input of frames, then work that the host asks for. Where the table says so, all
 *    are served in the order in which they came.
 * 4. Sending by `send` takes the time that the frame is worth, as work of the host. `hand` is for a frame that was paid
 *    for: by a process that has spent the time of a system call, or by the host.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Nanos } from "../kernel/time.ts";
import { wholeFrom } from "./check.ts";
import { packetDuration, type Cost } from "./cost.ts";
import { Interrupts } from "./interrupts.ts";
import {
  tracksOf,
  type BusyParts,
  type Hardware,
  type HardwareOwner,
  type MachineFrame,
  type MachineKind,
  type Reception,
  type Task,
} from "./machine.ts";
import { Processors, segment, type Segment } from "./processors.ts";
import { TaskThread } from "./task-thread.ts";

export interface StationSizes {
  readonly processors: number;
  /** Frames that wait to be sent, beside the one on the medium; Infinity for all that come. */
  readonly sendRing: number;
  /** Frames that have come and not been taken from the controller. */
  readonly receiveRing: number;
  /** Frames between the controller's interrupt and the input interrupt. */
  readonly inputQueue: number;
  /** Rule 2. */
  readonly startsNext: "controller" | "interrupt";
  /** Rule 3. */
  readonly urgency: "by class" | "first come";
}

/** The work of a station's interrupts. */
interface StationWork {
  /** Of the interrupt that tells that a frame has come, or has left; null where there is none. */
  readonly received: Segment | null;
  readonly sent: Segment | null;
  /** What a frame of so many bytes takes, where the host does not say. */
  readonly send: (bytes: number) => Segment | null;
  readonly receive: (bytes: number) => Segment;
}

/** The work of a station whose host says itself what each frame takes. */
export const BY_HOST: Pick<StationWork, "send" | "receive"> = {
  send: () => null,
  receive: () => ({ steps: [], ends: [], total: 0 }),
};

const RECEIVED = 0;
const SENT = 1;
const INPUT = 2;
const TASK = 3;
const CLASSES = 4;

export class Station<F extends MachineFrame> implements Hardware<F> {
  readonly processors: Processors;
  protected readonly sim: Simulation;
  private readonly sizes: StationSizes;
  private readonly work: StationWork;
  protected readonly owner: HardwareOwner<F>;
  private readonly interrupts: Interrupts;
  private readonly program: TaskThread; // for a host without threads of its own
  private readonly outgoing: F[] = []; // in the send ring
  private inRing = 0; // frames that have come, in the controller's buffers
  private queued = 0; // frames in the input queue
  private isSending = false;
  private halted = false;

  constructor(
    sim: Simulation,
    recorder: TraceRecorder,
    name: string,
    { sizes, work, owner }: { sizes: StationSizes; work: StationWork; owner: HardwareOwner<F> },
  ) {
    checkSizes(name, sizes, work);
    this.sim = sim;
    this.sizes = sizes;
    this.work = work;
    this.owner = owner;
    this.processors = new Processors(sim, recorder, name, sizes.processors);
    this.program = new TaskThread(this.processors, () => recorder.owner(`${name} process`));
    this.interrupts = new Interrupts(this.processors, sizes.urgency === "by class" ? CLASSES : 1);
  }

  // Out.

  send(frame: F): void {
    const work = this.owner.sendWork?.(frame) ?? this.work.send(frame.bytes);
    if (work === null) {
      this.hand(frame);
      return;
    }
    const done = (last: number): void => {
      frame.ref = last;
      this.hand(frame);
    };
    this.task({ segment: work, call: frame.call, cause: frame.ref, done });
  }

  /** Rule 4: puts a frame on the ring that was paid for. */
  hand(frame: F): void {
    if (this.outgoing.length >= this.sizes.sendRing) {
      this.owner.dropped(frame, "interface queue full");
      return;
    }
    this.outgoing.push(frame);
    frame.queuedAt = this.sim.now;
    if (!this.isSending) this.startSending();
  }

  sent({ call, ref }: F): void {
    if (this.halted) return;
    const { sent } = this.work;
    const byInterrupt = this.sizes.startsNext === "interrupt";
    if (!byInterrupt) this.startSending();
    if (sent === null) return;
    const done = (): void => {
      if (byInterrupt) this.startSending();
    };
    this.raise(SENT, { segment: sent, call, cause: ref, done });
  }

  abandoned(frame: F): void {
    this.sent(frame);
  }

  private startSending(): void {
    const next = this.outgoing.shift();
    this.isSending = next !== undefined;
    if (next !== undefined) this.owner.transmit(next);
  }

  // In.

  arrive(frame: F): Reception {
    if (this.halted) return "absent";
    if (this.inRing === this.sizes.receiveRing) return "no buffer";
    this.inRing++;
    const { received } = this.work;
    if (received === null) {
      this.input(frame, true);
      return "copied";
    }
    const done = (last: number): void => {
      this.leavesRing(frame);
      frame.ref = last;
      if (this.queued === this.sizes.inputQueue) this.owner.dropped(frame, "IP input queue full");
      else this.enqueue(frame);
    };
    this.raise(RECEIVED, { segment: received, call: frame.call, cause: frame.ref, done });
    return "copied";
  }

  private leavesRing(frame: F): void {
    this.inRing--;
    this.owner.freed?.(frame);
  }

  /** The host has put a frame into the input queue that came by no controller. */
  looped(frame: F): Reception {
    if (this.halted) return "absent";
    this.enqueue(frame);
    return "copied";
  }

  private enqueue(frame: F): void {
    this.queued++;
    this.input(frame, false);
  }

  private input(frame: F, isInRing: boolean): void {
    const done = (last: number): void => {
      if (isInRing) this.leavesRing(frame);
      else this.queued--;
      frame.ref = last;
      if (this.owner.inspect?.(frame) ?? true) this.owner.received(frame);
    };
    const work = this.owner.receiveWork?.(frame) ?? this.work.receive(frame.bytes);
    this.raise(INPUT, { segment: work, call: frame.call, cause: frame.ref, done });
  }

  // Work, pace, power.

  task(task: Task): void {
    if (!this.halted) this.raise(TASK, task);
  }

  runProcess(task: Task): void {
    if (!this.halted) this.program.add(task);
  }

  /** Rule 3. */
  private raise(urgency: number, task: Task): void {
    this.interrupts.raise(this.sizes.urgency === "by class" ? urgency : RECEIVED, task);
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

  halt(): void {
    this.halted = true;
    this.interrupts.halt();
    this.processors.halt();
  }

  busyNs(): BusyParts {
    return this.processors.busyNs().map((busy, cpu): [string, Nanos] => [`cpu${cpu}`, busy]);
  }
}

function checkSizes(name: string, sizes: StationSizes, { sent }: StationWork): void {
  for (const part of ["sendRing", "receiveRing", "inputQueue"] as const) {
    if (sizes[part] !== Infinity) wholeFrom(name, part, sizes[part], 1, "frames");
  }
  if (sizes.startsNext === "interrupt" && sent === null)
    throw new RangeError(`${name}: an interrupt starts the next frame, but the table has none for a frame sent.`);
}

/**
 * A station as a table. A cost of a packet is the same for each ("us", "ms") or goes by its bytes ("us per byte"), and
 * is a step in the trace.
 */
export interface StationTable extends Partial<Omit<StationSizes, "startsNext">> {
  /** Its name in the trace: "LANCE". */
  readonly controller: string;
  /** What a packet takes the machine, to send and to take in. */
  readonly send: readonly Cost[];
  readonly receive: readonly Cost[];
  /** The controller's interrupts, where they are steps of their own. */
  readonly received?: Cost;
  readonly sent?: Cost;
  /** Rule 2; left out: the controller does. */
  readonly startsNext?: StationSizes["startsNext"];
}

const UNBOUNDED: Omit<StationSizes, "processors"> = {
  sendRing: Infinity,
  receiveRing: Infinity,
  inputQueue: Infinity,
  startsNext: "controller",
  urgency: "by class",
};

/** The kind of machine that a table describes. What the table leaves out is unbounded; it has one processor. */
export function stationOf<F extends MachineFrame>(table: StationTable): MachineKind<F, Station<F>> {
  const { controller, send, receive, received, sent, processors = 1, ...rest } = table;
  return {
    tracks: tracksOf(processors, controller, rest.receiveRing),
    make(sim, recorder, name, owner) {
      const one = (cost: Cost | undefined): Segment | null => (cost === undefined ? null : workOf(recorder, [cost])(0));
      const sizes = { ...UNBOUNDED, ...rest, processors };
      const work = {
        received: one(received),
        sent: one(sent),
        send: send.length === 0 ? () => null : workOf(recorder, send),
        receive: workOf(recorder, receive),
      };
      return new Station<F>(sim, recorder, name, { sizes, work, owner });
    },
  };
}

/** The work of a packet by its bytes, each cost a step; made once for each size. */
function workOf(recorder: TraceRecorder, costs: readonly Cost[]): (bytes: number) => Segment {
  const known = new Map<number, Segment>();
  return (bytes) => {
    const before = known.get(bytes);
    if (before !== undefined) return before;
    const made = segment(
      recorder,
      costs.map((cost) => ({
        step: { name: cost.name, layer: "kernel", source: cost.source },
        duration: packetDuration(cost, bytes),
      })),
    );
    known.set(bytes, made);
    return made;
  };
}
