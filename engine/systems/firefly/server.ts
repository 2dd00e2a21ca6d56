/**
 * The serving Firefly: threads that wait in the call table for calls, run the procedure and send its result from the
 * packet that brought the call (Section 3.1). `protocols/firefly/server.ts` decides what packets mean.
 */
import { durationOf } from "../../hardware/cost.ts";
import { FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import type { Segment, Worker } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { ActivityState, CalleeEffect, CalleeInput } from "../../protocols/cedar/callee-state.ts";
import type { FireflyPacket } from "../../wire/firefly.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { Host, type Surroundings } from "./host.ts";
import { serverMachine, type ExchangeChanges } from "./options.ts";

const NO_DATA = new Uint8Array(0);

type Phase = "waiting" | "serving" | "returning" | "registering" | "blocking";

interface ServerThread {
  readonly worker: Worker;
  readonly number: number;
  phase: Phase;
  /** The call packet in its call table entry. */
  frame: Frame | null;
}

const IDLE_LIMIT = durationOf(FIREFLY_ASSUMED.idleLimit);

/** A row of the call table: one activity. */
interface Row {
  readonly protocol: ProtocolInstance<ActivityState, CalleeInput, CalleeEffect>;
  call: number; // the number of the call that it executes or whose result it keeps
  data: Uint8Array; // its arguments
  from: number; // the host that sent it
  cause: Ref; // the last row of the trace that changed it
}

type Results = (call: number, data: Uint8Array) => Uint8Array;

interface ServerOptions {
  readonly name: string;
  readonly number: number; // on the medium
  readonly cpus: number;
  /** The result of a call, by its number and the bytes of its arguments. */
  readonly result: Results;
}

export class Server extends Host {
  private readonly result: Results;
  private threads: ServerThread[] = [];
  private byActivity = new Map<string, Row>();
  private readonly backlog: Frame[] = []; // calls demultiplexed while no thread waited
  private binding = 0;
  private lastCall: Nanos = 0; // when the last one was executed
  private readonly exchange: ExchangeChanges;
  private protocol: ReturnType<typeof serverMachine>;

  constructor(around: Surroundings, options: ServerOptions) {
    super(around, options.name, options.number, options.cpus);
    this.result = options.result;
    this.exchange = around.exchange;
    this.protocol = serverMachine(0, this.exchange);
    this.restarted();
  }

  /** The binding that a caller learns when it imports the interface. */
  get presentBinding(): number {
    return this.binding;
  }

  protected override crashed(): void {
    super.crashed();
    this.byActivity = new Map();
    this.backlog.length = 0;
    this.threads = [];
  }

  /** Exports the interface anew: another binding, an empty call table, all threads waiting. */
  protected restarted(): void {
    this.binding++;
    this.protocol = serverMachine(this.binding, this.exchange);
    const { processors } = this.machine;
    this.threads = Array.from({ length: FIREFLY_ASSUMED.serverThreads.value }, (_, i) => {
      const owner = this.world.recorder.owner(`server thread ${i + 1}`);
      const thread: ServerThread = {
        worker: processors.worker(owner, () => this.segmentDone(thread)),
        number: i + 1,
        phase: "waiting",
        frame: null,
      };
      return thread;
    });
  }

  private rowOf(packet: FireflyPacket, from: number): Row {
    const { machine, space, thread } = packet.activity;
    const key = `${machine}.${space}.${thread}`;
    const known = this.byActivity.get(key);
    if (known !== undefined) return known;
    const row: Row = {
      protocol: new ProtocolInstance(this, this.protocol, {
        name: `activity ${key}`,
        identity: undefined,
        due: () => this.tick(row),
      }),
      call: 0,
      data: NO_DATA,
      from,
      cause: -1,
    };
    this.byActivity.set(key, row);
    return row;
  }

  /** A thread for this caller: the one that its packet hints at, else any that waits. */
  private waitingThread(packet: FireflyPacket): ServerThread | undefined {
    const waits = (thread: ServerThread): boolean => thread.frame === null && thread.phase === "waiting";
    const hinted = this.threads[packet.serverThread - 1];
    return hinted !== undefined && waits(hinted) ? hinted : this.threads.find(waits);
  }

  /** No call has come for so long that the threads which stood ready for its caller were given other work. */
  private get isIdle(): boolean {
    return this.now - this.lastCall > IDLE_LIMIT;
  }

  lookUp(frame: Frame): void {
    const packet = this.packetOf(frame);
    const thread = this.waitingThread(packet);
    if (packet.type !== "call" || this.locked > 0 || thread === undefined || this.isIdle) return;
    const row = this.rowOf(packet, frame.from);
    const input = { tag: "packet", packet } as const;
    // The slow path handles the others: duplicates, and packets of an old binding.
    if (row.protocol.effectsOf(input)[0]?.tag !== "execute") return;
    this.advance(row, input, frame);
    thread.frame = frame;
  }

  protected workerOf(frame: Frame): Worker | undefined {
    return this.threads.find((thread) => thread.frame === frame)?.worker;
  }

  protected receivedPacket(frame: Frame): void {
    const thread = this.threads.find((other) => other.frame === frame);
    if (thread !== undefined) {
      this.handedOver(frame);
      this.serve(thread);
    } else this.slowPath(frame, () => this.demultiplexed(frame));
  }

  private demultiplexed(frame: Frame): void {
    const packet = this.packetOf(frame);
    const row = this.rowOf(packet, frame.from);
    const before = row.protocol.state;
    const effects = this.step(row, { tag: "packet", packet }, frame);
    if (effects.length === 0 && row.protocol.state === before) this.ignore(frame);
    if (effects.some(({ tag }) => tag === "execute")) {
      this.backlog.push(frame);
      this.slowCalls.add(frame.call);
    }
    this.serveBacklog();
  }

  private serveBacklog(): void {
    const frame = this.backlog[0];
    const thread = frame === undefined ? undefined : this.waitingThread(this.packetOf(frame));
    if (frame === undefined || thread === undefined) return;
    this.backlog.shift();
    thread.frame = frame;
    this.serve(thread);
  }

  /** The thread goes to work on the call in its entry. */
  private serve(thread: ServerThread): void {
    const { frame } = thread;
    if (frame === null) return;
    thread.phase = "serving";
    this.lastCall = this.now;
    this.machine.wakeThread(thread.worker, this.segments.serve, frame.call, frame.ref);
  }

  private segmentDone(thread: ServerThread): void {
    const { machine } = this;
    switch (thread.phase) {
      case "serving":
        this.sendResult(thread);
        return this.goOn(thread, "returning", machine.afterSend);
      case "returning":
        this.locked++;
        return this.goOn(thread, "registering", this.segments.register);
      case "registering":
        this.locked--;
        this.note("thread registered");
        return this.goOn(thread, "blocking", machine.beforeWait);
      case "blocking":
        thread.phase = "waiting";
        machine.wait(thread.worker);
        this.serveBacklog();
        return;
      case "waiting": // it has looped for as long as it may
        machine.wait(thread.worker);
        return;
    }
  }

  /** The thread enters a phase, with work or without. */
  private goOn(thread: ServerThread, phase: Phase, work: Segment | null): void {
    thread.phase = phase;
    if (work === null) this.segmentDone(thread);
    else this.machine.processors.proceed(thread.worker, work);
  }

  private sendResult(thread: ServerThread): void {
    const { frame } = thread;
    if (frame === null) throw new Error("A server thread ended a call that it does not have.");
    const packet = this.packetOf(frame);
    thread.frame = null;
    const row = this.rowOf(packet, frame.from);
    row.cause = thread.worker.cause;
    const done = {
      tag: "done" as const,
      sequence: packet.sequence,
      data: this.result(frame.call, row.data),
      serverThread: thread.number,
    };
    this.step(row, done, null, thread);
  }

  private step(
    row: Row,
    input: CalleeInput,
    frame: Frame | null,
    thread: ServerThread | null = null,
  ): readonly CalleeEffect[] {
    const effects = this.advance(row, input, frame);
    for (const effect of effects) {
      if (effect.tag !== "send") continue;
      const { packet, send, tells } = effect;
      const sent = (last: Ref): void => {
        if (tells !== true) return;
        row.cause = last;
        this.step(row, { tag: "sent", packet, send }, null);
      };
      const call = packet.type === "result" ? row.call : (frame?.call ?? row.call);
      const to = frame?.from ?? row.from;
      // The thread sends the first packet of its result, the system all others.
      if (thread === null || packet.type !== "result") {
        this.systemSend(packet, to, call, send, frame?.ref ?? row.cause, sent);
      } else this.sendFrame(this.encode(packet, to, call, send, thread.worker.cause));
    }
    return effects;
  }

  /** Takes a step of a row, and notes which call the row now stands for. */
  private advance(row: Row, input: CalleeInput, frame: Frame | null): readonly CalleeEffect[] {
    if (frame !== null) row.cause = frame.ref;
    const effects = row.protocol.step(input, row.cause, frame?.call ?? row.call);
    const execute = effects.find(({ tag }) => tag === "execute");
    if (frame !== null && execute?.tag === "execute") {
      row.call = frame.call;
      row.data = execute.call.data;
      row.from = frame.from;
    }
    return effects;
  }

  /** A result was not acknowledged in time. */
  private tick(row: Row): void {
    row.cause = this.timerMark(row.cause, row.call);
    this.step(row, { tag: "tick" }, null);
  }
}
