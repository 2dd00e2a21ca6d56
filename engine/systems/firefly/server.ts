/**
 * The serving Firefly: threads that wait in the call table for calls, run the procedure and send its result from the
 * packet that brought the call (Section 3.1). What the packets mean is decided by `protocols/firefly/server.ts`.
 */
import { FIREFLY_ASSUMED } from "../../hardware/firefly-costs.ts";
import type { Worker } from "../../hardware/processors.ts";
import { NO_TIMER, type Timer } from "../../kernel/simulation.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import {
  activityDeadline,
  NEW_ACTIVITY,
  stepServer,
  type ActivityState,
  type ServerEffect,
  type ServerInput,
  type ServerOptions,
} from "../../protocols/firefly/server.ts";
import type { FireflyPacket } from "../../wire/firefly.ts";
import type { RpcFrame } from "./frame.ts";
import { Host, type World } from "./host.ts";
import { serverOptions } from "./options.ts";

type Phase = "waiting" | "serving" | "registering";

interface ServerThread {
  readonly worker: Worker;
  readonly number: number;
  phase: Phase;
  /** The call packet in its call table entry. */
  frame: RpcFrame | null;
}

/** A row of the call table: one activity. */
interface Row {
  readonly number: number;
  state: ActivityState;
  timer: Timer;
  call: number; // the number of the call that it executes or whose result it keeps
  cause: Ref; // the last row of the trace that changed it
}

export class Server extends Host {
  private readonly result: (call: number) => Uint8Array;
  private readonly tag: number;
  private threads: ServerThread[] = [];
  private readonly rows: Row[] = [];
  private byActivity = new Map<string, Row>();
  private readonly backlog: RpcFrame[] = []; // calls demultiplexed while no thread waited
  private binding = 0;

  constructor(world: World, cpus: number, result: (call: number) => Uint8Array) {
    super(world, "server", cpus);
    this.result = result;
    this.tag = world.sim.register((_kind, row) => this.tick(row));
    this.restarted();
  }

  /** The incarnation that a caller learns when it imports the interface. */
  get presentBinding(): number {
    return this.binding;
  }

  protected crashed(): void {
    for (const row of this.byActivity.values()) this.world.sim.cancel(row.timer);
    this.byActivity = new Map();
    this.backlog.length = 0;
    this.threads = [];
  }

  /** Exports the interface anew: another binding, an empty call table, all threads waiting. */
  protected restarted(): void {
    this.binding++;
    const { processors } = this.up.machine;
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

  private get options(): ServerOptions {
    return serverOptions(this.binding);
  }

  private rowOf(packet: FireflyPacket): Row {
    const { machine, space, thread } = packet.activity;
    const key = `${machine}.${space}.${thread}`;
    const known = this.byActivity.get(key);
    if (known !== undefined) return known;
    const row: Row = { number: this.rows.length, state: NEW_ACTIVITY, timer: NO_TIMER, call: 0, cause: -1 };
    this.rows.push(row);
    this.byActivity.set(key, row);
    return row;
  }

  /** A thread for this caller: the one that its packet hints at, else any that waits. */
  private waitingThread(packet: FireflyPacket): ServerThread | undefined {
    const waits = (thread: ServerThread): boolean => thread.frame === null && thread.phase === "waiting";
    const hinted = this.threads[packet.serverThread - 1];
    return hinted !== undefined && waits(hinted) ? hinted : this.threads.find(waits);
  }

  lookUp(frame: RpcFrame): void {
    const packet = this.decode(frame);
    const thread = this.waitingThread(packet);
    if (packet.type !== "call" || this.locked > 0 || thread === undefined) return;
    const row = this.rowOf(packet);
    const [state, effects] = stepServer(row.state, { tag: "packet", packet }, this.world.sim.now, this.options);
    if (effects[0]?.tag !== "execute") return; // a duplicate, a stranger: not for the fast path
    this.enter(row, state, effects, frame);
    thread.frame = frame;
  }

  woken(frame: RpcFrame): void {
    const thread = this.threads.find((other) => other.frame === frame);
    if (thread !== undefined) this.serve(thread);
    else this.slowPath(frame, () => this.demultiplexed(frame));
  }

  private demultiplexed(frame: RpcFrame): void {
    const packet = this.decode(frame);
    const row = this.rowOf(packet);
    const before = row.state;
    const effects = this.step(row, { tag: "packet", packet }, frame);
    if (effects.length === 0 && row.state === before) this.ignore(frame);
    if (effects.some(({ tag }) => tag === "execute")) this.backlog.push(frame);
    this.serveBacklog();
  }

  private serveBacklog(): void {
    const frame = this.backlog[0];
    const thread = frame === undefined ? undefined : this.waitingThread(this.decode(frame));
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
    this.up.machine.processors.wake(thread.worker, this.world.segments.serve, frame.call, frame.ref);
  }

  private segmentDone(thread: ServerThread): void {
    const { segments } = this.world;
    const { processors } = this.up.machine;
    switch (thread.phase) {
      case "serving":
        this.sendResult(thread);
        thread.phase = "registering";
        this.locked++;
        processors.proceed(thread.worker, segments.register);
        return;
      case "registering":
        this.locked--;
        this.note("thread registered");
        thread.phase = "waiting";
        processors.block(thread.worker);
        this.serveBacklog();
        return;
      case "waiting":
        throw new Error("A server thread ran while it was waiting.");
    }
  }

  private sendResult(thread: ServerThread): void {
    const { frame } = thread;
    if (frame === null) throw new Error("A server thread ended a call that it does not have.");
    const packet = this.decode(frame);
    thread.frame = null;
    const row = this.rowOf(packet);
    row.cause = thread.worker.cause;
    const done = {
      tag: "done" as const,
      sequence: packet.sequence,
      data: this.result(frame.call),
      serverThread: thread.number,
    };
    this.step(row, done, null, thread);
  }

  private step(
    row: Row,
    input: ServerInput,
    frame: RpcFrame | null,
    thread: ServerThread | null = null,
  ): readonly ServerEffect[] {
    const [state, effects] = stepServer(row.state, input, this.world.sim.now, this.options);
    this.enter(row, state, effects, frame);
    for (const effect of effects) {
      if (effect.tag !== "send") continue;
      const { packet, send } = effect;
      const call = packet.type === "result" ? row.call : (frame?.call ?? row.call);
      if (thread !== null) this.up.machine.send(this.encode(packet, call, send, thread.worker.cause));
      else this.systemSend(packet, call, send, frame?.ref ?? row.cause);
    }
    return effects;
  }

  /** Writes a row's new state down and sets its timer. */
  private enter(row: Row, state: ActivityState, effects: readonly ServerEffect[], frame: RpcFrame | null): void {
    const { sim } = this.world;
    row.state = state;
    if (frame !== null) row.cause = frame.ref;
    if (frame !== null && effects.some(({ tag }) => tag === "execute")) row.call = frame.call;
    sim.cancel(row.timer);
    const deadline = activityDeadline(state);
    row.timer = deadline === null ? NO_TIMER : sim.at(deadline, this.tag, row.number);
  }

  /** A result was not acknowledged in time. */
  private tick(number: number): void {
    const row = this.rows[number];
    if (row === undefined) return;
    row.cause = this.timerMark(row.cause, row.call);
    this.step(row, { tag: "tick" }, null);
  }
}
