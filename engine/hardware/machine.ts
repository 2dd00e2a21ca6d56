/**
 * A machine as its host needs it, whatever the machine is made of: it sends frames, takes frames in, and works. A
 * machine knows nothing of what is in a frame. Each machine object lives for one power cycle.
 */
import type { Simulation } from "../kernel/simulation.ts";
import type { Nanos } from "../kernel/time.ts";
import type { TraceRecorder } from "../kernel/trace.ts";
import type { Loss, Ref, Track } from "../kernel/trace-data.ts";
import type { Segment } from "./processors.ts";

/** A frame as a machine knows it. `ref` is the last row of the trace in its own chain of causes. */
export interface MachineFrame {
  readonly bytes: number;
  readonly call: number;
  ref: Ref;
  /** When it was put before the controller that sends it. */
  queuedAt?: Nanos;
}

/** The fate of a frame at its addressee. */
export type Reception = "copied" | "no buffer" | "absent";

/** Work that a machine does for its host. */
export interface Task {
  readonly segment: Segment;
  readonly call: number;
  readonly cause: Ref;
  /** Told the last span of the work. */
  readonly done: (last: Ref) => void;
}

/** Busy time of each part so far: "cpu0". */
export type BusyParts = Iterable<readonly [part: string, busy: Nanos]>;

export interface Hardware<F> {
  /** Sends a frame, with the time that this takes the machine. `frame.ref` says what asked for it. */
  send(frame: F): void;
  /** A frame has come to the interface whole; `frame.ref` is its row in the trace. */
  arrive(frame: F): Reception;
  /** The last bit of a frame has left; the first did at `departs`. */
  sent(frame: F, departs: Nanos): void;
  /** The medium has given a frame up. */
  abandoned(frame: F): void;
  /** Runs work of the operating system, behind the packets that have come. */
  task(task: Task): void;
  /** Runs work of a process, one behind the other. Interrupts and the work of `task` stop it; it goes on afterwards. */
  runProcess(task: Task): void;
  /** The processors take so many times as long as at the machine's own pace from now on. */
  slow(times: number): void;
  /** The processors stand still until `thaw`; then each goes on where it stopped. Nothing slows it meanwhile. */
  freeze(): void;
  thaw(): void;
  /** The machine stops for good; a restart makes another. */
  halt(): void;
  busyNs(): BusyParts;
}

/** Functions of the host that the machine calls. */
export interface HardwareOwner<F> {
  /** The interface puts a frame on the medium; `sent` or `abandoned` is to be called at its end. */
  transmit(frame: F): void;
  /**
   * The machine has read a frame that came; `frame.ref` is the last span of that work. False where it is to throw the
   * frame away; left out: never.
   */
  inspect?(frame: F): boolean;
  /** The machine has handled a frame that came. */
  received(frame: F): void;
  /** The controller has the buffer again that a frame came in. */
  freed?(frame: F): void;
  /** The machine had no place for a frame; nobody on it is told. */
  dropped(frame: F, why: Loss): void;
  /** Whether the program has its answers, and background work is to end; left out: it never ends. */
  isAnswered?(): boolean;
  /** What sending and receiving a frame take the machine, where it is not the machine's own table that says so. */
  sendWork?(frame: F): Segment | null;
  receiveWork?(frame: F): Segment | null;
}

/** The tracks of a machine in the trace, in the order in which figures show them. */
interface MachineTracks {
  readonly all: readonly Omit<Track, "machine" | "way">[];
  /** The tracks, by name, of frames that go out, of those that come in, of notes, and of timers of protocols. */
  readonly out: string;
  readonly in: string;
  readonly notes: string;
  readonly timers: string;
}

/** A kind of machine: a table of costs and sizes, as what makes the machine of a power cycle. */
export interface MachineKind<F, M extends Hardware<F> = Hardware<F>> {
  readonly tracks: MachineTracks;
  /** It hands frames over as they come, and need not be told when they have left. */
  readonly sendsAhead?: true;
  make(sim: Simulation, recorder: TraceRecorder, name: string, owner: HardwareOwner<F>): M;
}

/** Tracks of processors: "CPU 0" and so on. */
export const processorTracks = (count: number): MachineTracks["all"] =>
  Array.from({ length: count }, (_, i) => ({ name: `CPU ${i}`, kind: "processor" }));

/**
 * Processors, and a controller with a track for each way. Notes and timers stand at the first processor.
 * @param buffers of the controller, for packets that come; left out where they are not bounded
 */
export function tracksOf(processors: number, controller: string, buffers = Infinity): MachineTracks {
  const [out, into] = [`${controller} out`, `${controller} in`];
  const ways: MachineTracks["all"] = [
    { name: out, kind: "controller" },
    { name: into, kind: "controller", ...boundedBy(buffers) },
  ];
  return { all: [...processorTracks(processors), ...ways], out, in: into, notes: "CPU 0", timers: "CPU 0" };
}

/** The receive buffers of a controller, as its track names them: nothing where they are not bounded. */
const boundedBy = (buffers: number): Pick<Track, "buffers"> => (buffers === Infinity ? {} : { buffers });
