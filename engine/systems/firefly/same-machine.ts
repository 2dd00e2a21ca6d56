/**
 * One Firefly with two address spaces: programs that call, and one that serves. It has no packet on a network and no
 * CPU 0 that must be asked: what a call costs are stubs, run time and the way from one address space to the other.
 *
 * Rules
 * 1. Shared memory. The packet buffers are mapped into every address space, so a packet of any size is handed over as
 *    it lies there. The caller's thread gives its processor to a thread of the server, which gives it back: two context
 *    switches, and no search for a processor. A message that needs several buffers goes buffer by buffer, each
 *    acknowledged before the next by the same way.
 * 2. The hand-over, with the routines at both of its ends, is done under one lock of the machine. So calls of many
 *    threads cannot go across side by side, however many processors there are.
 * 3. Lightweight RPC. The caller's thread itself runs the procedure, in the other address space and on the same
 *    processor. Arguments stand on a stack that both spaces share. There is no lock that all calls share.
 * 4. A local call is a procedure call.
 */
import type { Hardware, Reception } from "../../hardware/machine.ts";
import { Processors, type Segment, type Worker } from "../../hardware/processors.ts";
import { FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import type { FireflyWork } from "../../hardware/firefly-work.ts";
import { itemAt } from "../../kernel/reads.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Outcome, Ref } from "../../kernel/trace-data.ts";
import { joined } from "../../protocols/cedar/message.ts";
import { encodeFrame, FIREFLY_MAX_DATA, FIREFLY_MIN_FRAME, station, type FireflyPacket } from "../../wire/firefly.ts";
import type { CallSupply } from "../world/call-supply.ts";
import type { Frame } from "../world/frame.ts";
import { PoweredHost, type HostCycle } from "../world/powered-host.ts";
import type { World } from "../world/world.ts";
import {
  localSegment,
  lrpcSegments,
  sharedMemorySegments,
  type LrpcSegments,
  type SharedMemorySegments,
} from "./same-machine-steps.ts";
import type { TestInterface } from "./test-program.ts";
import { TransferLock } from "./transfer-lock.ts";
import type { LocalTransport } from "./transport.ts";

interface SpaceThread {
  readonly worker: Worker;
  /** What follows the segment that runs. */
  next: (() => void) | null;
}

interface CallerThread extends SpaceThread {
  readonly number: number;
  /** The same thread while it is in the server's address space (rule 3). */
  readonly visitor: SpaceThread;
  call: number; // 0: none
  isPausing: boolean; // between two calls
  hasEnded: boolean; // no call is left for it
  sequence: number;
}

interface ServerThread extends SpaceThread {
  readonly number: number;
  isBusy: boolean;
}

interface Cycle extends HostCycle {
  readonly machine: Pick<Hardware<Frame>, "halt" | "slow" | "freeze" | "thaw" | "busyNs">;
  readonly processors: Processors;
  readonly lock: TransferLock;
}

interface SameMachineOptions {
  readonly name: string;
  readonly cpus: number;
  readonly threads: number;
  readonly transport: LocalTransport;
  readonly program: TestInterface;
  readonly work: FireflyWork;
  /** Between a call's return and the next call of its thread. */
  readonly pause: Nanos;
}

/** The steps of a binding: the stub's variables for Starter, Transporter and Ender are filled in when it is made. */
interface Binding {
  readonly call: (thread: CallerThread) => void;
}

const NO_DATA = new Uint8Array(0);

/** A message in pieces of a packet; an empty one is one piece. */
function piecesOf(data: Uint8Array): readonly Uint8Array[] {
  const pieces = [];
  for (let at = 0; at === 0 || at < data.length; at += FIREFLY_MAX_DATA) {
    pieces.push(data.subarray(at, at + FIREFLY_MAX_DATA));
  }
  return pieces;
}

export class SameMachine extends PoweredHost<Cycle> {
  readonly outTrack: number;
  readonly inTrack: number;
  protected readonly noteTrack: number;
  protected readonly timerTrack: number;
  /** Packets handed over, acknowledgements of long messages among them. */
  packets = 0;
  private readonly options: SameMachineOptions;
  private readonly shared: SharedMemorySegments;
  private readonly lrpc: LrpcSegments;
  private readonly local: Segment;
  private readonly binding: Binding;
  private readonly buffers: number; // track
  private supply: CallSupply | null = null;
  private callers: CallerThread[] = [];
  private servers: ServerThread[] = [];
  private space = 0; // of the calling program; each restart makes another
  private readonly pausing: CallerThread[] = []; // threads of all pauses so far
  private readonly pauseTag: number;

  constructor(world: World, options: SameMachineOptions) {
    super(world, options.name, 0);
    const { recorder } = world;
    const { work } = options;
    const { steps } = options.program;
    this.options = options;
    this.shared = sharedMemorySegments(recorder, work, steps);
    this.lrpc = lrpcSegments(recorder, work, steps);
    this.local = localSegment(recorder, work);
    this.pauseTag = world.sim.register((_kind, id) => this.paused(id));
    this.noteTrack = recorder.track({ name: "CPU 0", machine: options.name, kind: "processor" });
    this.timerTrack = this.noteTrack;
    this.buffers =
      options.transport === "shared-memory"
        ? recorder.track({ name: "Packet buffers", machine: options.name, kind: "bus" })
        : this.noteTrack;
    this.outTrack = this.buffers;
    this.inTrack = this.buffers;
    this.binding = this.bind();
    this.switchOn();
  }

  /** The calling program starts its threads. */
  start(supply: CallSupply): void {
    this.supply = supply;
    this.startThreads();
  }

  close(): void {
    // Nothing is on its way in memory.
  }

  private bind(): Binding {
    switch (this.options.transport) {
      case "shared-memory":
        return { call: (thread) => this.callByPacket(thread) };
      case "lrpc":
        return { call: (thread) => this.callByVisit(thread) };
      case "local":
        return { call: (thread) => this.callLocally(thread) };
    }
  }

  protected powerOn(): Cycle {
    const { sim, recorder } = this.world;
    const processors = new Processors(sim, recorder, this.name, this.options.cpus);
    const machine = {
      halt: () => processors.halt(),
      slow: (times: number) => processors.slow(times),
      freeze: () => processors.freeze(),
      thaw: () => processors.thaw(),
      busyNs: () => processors.busyNs().map((nanos, cpu): [string, number] => [`cpu${cpu}`, nanos]),
    };
    return { machine, processors, lock: new TransferLock(), endedAt: Infinity };
  }

  protected crashed(): void {
    for (const thread of this.callers) if (thread.call !== 0) this.endCall(thread, "failed", thread.worker.cause);
    this.callers = [];
    this.servers = [];
    this.supply?.finished();
  }

  protected restarted(): void {
    this.startThreads();
  }

  protected takeIn(): Reception {
    return "absent"; // it is on no network
  }

  private startThreads(): void {
    const { processors } = this.up;
    const { threads, transport } = this.options;
    const make = (owner: string): SpaceThread => {
      const thread: SpaceThread = {
        worker: processors.worker(this.world.recorder.owner(owner), () => this.segmentDone(thread)),
        next: null,
      };
      return thread;
    };
    this.space++;
    this.servers =
      transport === "shared-memory"
        ? Array.from({ length: FIREFLY_ASSUMED.serverThreads.value }, (_, i) =>
            Object.assign(make(`server thread ${i + 1}`), { number: i + 1, isBusy: false }),
          )
        : [];
    this.callers = Array.from({ length: threads }, (_, i) => {
      const name = `caller thread ${i + 1}`;
      const visitor = make(`${name}, in the server’s space`);
      return Object.assign(make(name), {
        number: i + 1,
        visitor,
        call: 0,
        isPausing: false,
        hasEnded: false,
        sequence: 0,
      });
    });
    for (const thread of this.callers) this.beginCall(thread, true);
  }

  // The threads.

  private segmentDone(thread: SpaceThread): void {
    const { next } = thread;
    thread.next = null;
    next?.();
  }

  /** A thread that has a processor goes on with a segment; `next` follows it. */
  private run(thread: SpaceThread, work: Segment, next: () => void): void {
    if (work.total === 0) {
      next();
      return;
    }
    thread.next = next;
    this.up.processors.proceed(thread.worker, work);
  }

  /** The processor goes from one thread to another, which runs a segment of the same call. */
  private handOver(from: SpaceThread, to: SpaceThread, work: Segment, next: () => void): void {
    const { call, cause } = from.worker;
    to.next = next;
    this.up.processors.handOver(from.worker, to.worker, work, call, cause);
  }

  private beginCall(thread: CallerThread, isReady: boolean): void {
    const { recorder, sim } = this.world;
    const { processors } = this.up;
    if (this.supply?.take() !== true) {
      thread.hasEnded = true;
      if (thread.worker.cpu >= 0) processors.block(thread.worker);
      // A thread that sleeps will find no call, too.
      if (this.callers.every(({ hasEnded, isPausing }) => hasEnded || isPausing)) this.supply?.finished();
      return;
    }
    thread.call = recorder.beginCall(recorder.owner(`caller thread ${thread.number}`), sim.now);
    thread.sequence++;
    thread.worker.call = thread.call;
    thread.next = () => {
      recorder.firstSpan(thread.call, thread.worker.first);
      this.binding.call(thread);
    };
    const first = this.firstSegment;
    if (isReady) processors.wake(thread.worker, first, thread.call, -1);
    else processors.proceed(thread.worker, first);
  }

  private get firstSegment(): Segment {
    const { transport } = this.options;
    return transport === "local" ? this.local : transport === "lrpc" ? this.lrpc.call : this.shared.prepare;
  }

  private endCall(thread: CallerThread, outcome: Outcome, last: Ref): void {
    this.world.recorder.endCall(thread.call, this.world.sim.now, outcome, last);
  }

  private returned(thread: CallerThread): void {
    this.endCall(thread, "returned", thread.worker.cause);
    thread.call = 0;
    const { pause } = this.options;
    if (pause === 0 || this.supply?.hasMore !== true) {
      this.beginCall(thread, false);
      return;
    }
    thread.isPausing = true;
    this.up.processors.block(thread.worker);
    this.world.sim.after(pause, this.pauseTag, this.pausing.push(thread) - 1);
  }

  private paused(id: number): void {
    const thread = itemAt(this.pausing, id, "pause");
    thread.isPausing = false;
    if (this.callers.includes(thread)) this.beginCall(thread, true);
  }

  // Rule 4.

  private callLocally(thread: CallerThread): void {
    this.returned(thread);
  }

  // Rule 3.

  private callByVisit(thread: CallerThread): void {
    const { program } = this.options;
    const stack = program.call(thread.call);
    this.handOver(thread, thread.visitor, this.lrpc.serve, () => {
      const results = program.result(thread.call, stack);
      this.handOver(thread.visitor, thread, this.lrpc.finish, () => {
        program.results(results);
        this.returned(thread);
      });
    });
  }

  // Rules 1 and 2.

  private callByPacket(thread: CallerThread): void {
    const { program } = this.options;
    const server = this.servers.find(({ isBusy }) => !isBusy);
    if (server === undefined) throw new Error(`${this.name} has no thread that waits for a call.`);
    server.isBusy = true;
    const call = piecesOf(program.call(thread.call));
    this.sendPieces({ thread, server, pieces: call, at: 0, type: "call" }, () => {
      const data = joined(call);
      this.run(server, this.shared.serve, () => {
        const result = piecesOf(program.result(thread.call, data));
        this.sendPieces({ thread, server, pieces: result, at: 0, type: "result" }, () => {
          server.isBusy = false;
          program.results(joined(result));
          this.run(thread, this.shared.finish, () => this.returned(thread));
        });
      });
    });
  }

  /** The pieces of a message, one behind the other; each but the last is acknowledged. */
  private sendPieces(message: Message, then: () => void): void {
    const { pieces, at, type } = message;
    const data = pieces[at] ?? NO_DATA;
    const isLast = at === pieces.length - 1;
    this.cross(message, type === "call", { type: at === 0 ? type : "data", data, at, isLast }, () => {
      if (isLast) {
        then();
        return;
      }
      this.cross(message, type !== "call", { type: "acknowledgement", data: NO_DATA, at, isLast: false }, () =>
        this.sendPieces({ ...message, at: at + 1 }, then),
      );
    });
  }

  /** One packet goes across, under the lock. */
  private cross({ thread, server }: Message, isCall: boolean, piece: Piece, then: () => void): void {
    const { lock } = this.up;
    const [from, to] = isCall ? [thread, server] : [server, thread];
    const { crossToServer, takeCall, crossToCaller, takeResult } = this.shared;
    const bytes = FIREFLY_MIN_FRAME + piece.data.length;
    lock.take(() =>
      this.run(from, (isCall ? crossToServer : crossToCaller)(bytes), () => {
        this.record(thread, server, piece, from.worker);
        this.handOver(from, to, (isCall ? takeCall : takeResult)(bytes), () => {
          lock.free();
          then();
        });
      }),
    );
  }

  /** The packet as it lies in its buffer, which is full of headers for a network though no network sees them. */
  private record(thread: CallerThread, server: ServerThread, { type, data, at, isLast }: Piece, worker: Worker): void {
    const { recorder, sim } = this.world;
    const here = station(1);
    const packet: FireflyPacket = {
      type,
      pleaseAck: !isLast && type !== "acknowledgement",
      lastFragment: isLast,
      fragment: at,
      activity: { machine: 1, space: this.space, thread: thread.number },
      sequence: thread.sequence,
      serverSpace: 1,
      serverThread: server.number,
      interface: 1,
      binding: this.space,
      procedure: this.options.program.procedure,
      data,
    };
    const frame = encodeFrame(packet, { from: here, to: here }, { udpChecksum: false });
    this.packets++;
    worker.cause = recorder.packet({
      from: this.outTrack,
      to: this.inTrack,
      kind: recorder.packetKind(type),
      departs: sim.now,
      arrives: sim.now,
      bytes: frame.length,
      origin: "first",
      delayed: 0,
      cause: worker.cause,
      call: thread.call,
      frame,
    });
  }
}

interface Message {
  readonly thread: CallerThread;
  readonly server: ServerThread;
  readonly pieces: readonly Uint8Array[];
  readonly at: number;
  readonly type: "call" | "result";
}

interface Piece {
  readonly type: FireflyPacket["type"];
  readonly data: Uint8Array;
  readonly at: number;
  readonly isLast: boolean;
}
