/**
 * The calling Firefly: threads that each make one call after another through the stub, the Transporter and the call
 * table (Section 3.1). `protocols/firefly/caller.ts` decides what packets mean; this file says how long the work takes.
 */
import type { Worker } from "../../hardware/processors.ts";
import type { Segment } from "../../hardware/processors.ts";
import { itemAt } from "../../kernel/reads.ts";
import type { Nanos } from "../../kernel/time.ts";
import type { Outcome, Ref } from "../../kernel/trace-data.ts";
import type {
  CallerEffect,
  CallerIdentity,
  CallerInput,
  CallerState,
  CallFailure,
  CallRequest,
} from "../../protocols/cedar/caller.ts";
import type { FireflyPacket } from "../../wire/firefly.ts";
import type { CallSupply } from "../world/call-supply.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { Host, type Surroundings } from "./host.ts";
import { callerMachine } from "./options.ts";

/** The phase of a caller thread in its call; "returning" from the send, "blocking" before it waits. */
type Phase =
  "preparing" | "sending" | "returning" | "registering" | "blocking" | "waiting" | "finishing" | "pausing" | "ended";

interface CallerThread {
  readonly worker: Worker;
  readonly owner: number;
  readonly server: number; // the host that it calls
  readonly protocol: ProtocolInstance<CallerState, CallerInput, CallerEffect, CallerIdentity>;
  phase: Phase;
  call: number;
  isRegistered: boolean; // its call, in the call table
  answer: Frame | null; // the packet in its call table entry: its result, or a rejection
  failure: CallFailure | null;
}

/** The calling program: the requests of its calls, and its binding to the server. */
export interface CallingProgram {
  /** The request of a call, by its number, to the server on a host. */
  request(call: number, server: number): CallRequest;
  /** The program imports the interface of a host anew: its binding was refused, or lost in a crash. */
  rebind(server: number): void;
}

interface CallerOptions {
  readonly name: string;
  readonly number: number; // on the medium
  readonly cpus: number;
  readonly threads: number;
  /** The numbers of the hosts that it calls: its threads take turns. */
  readonly servers: readonly number[];
  /** Between a call's return and the next call of its thread; left out: none. */
  readonly pause?: Nanos;
}

export class Caller extends Host {
  private readonly threadCount: number;
  private readonly servers: readonly number[];
  private started: { readonly calls: CallSupply; readonly program: CallingProgram } | null = null;
  private threads: CallerThread[] = [];
  private readonly pausing: CallerThread[] = []; // threads of all pauses so far
  private readonly byCall = new Map<number, CallerThread>(); // the call table
  private space = 0; // of the calling program; each restart makes another
  private readonly exchange: ReturnType<typeof callerMachine>;
  private readonly pause: Nanos;
  private readonly pauseTag: number;
  /** Results that came before their call was in the call table, and were lost. */
  raceLosses = 0;

  constructor(around: Surroundings, options: CallerOptions) {
    super(around, options.name, options.number, options.cpus);
    this.pause = options.pause ?? 0;
    this.pauseTag = around.world.sim.register((_kind, id) => this.paused(id));
    this.threadCount = options.threads;
    this.servers = options.servers;
    this.exchange = callerMachine(around.exchange);
  }

  /** The calling program starts its threads. */
  start(calls: CallSupply, program: CallingProgram): void {
    this.started = { calls, program };
    this.startThreads();
  }

  private get calls(): CallSupply {
    if (this.started === null) throw new Error(`${this.name} has not been started.`);
    return this.started.calls;
  }

  private get program(): CallingProgram {
    if (this.started === null) throw new Error(`${this.name} has not been started.`);
    return this.started.program;
  }

  private startThreads(): void {
    this.space++;
    this.threads = Array.from({ length: this.threadCount }, (_, i) => this.newThread(i + 1));
    for (const thread of this.threads) this.beginCall(thread, true);
  }

  protected override crashed(): void {
    super.crashed();
    for (const thread of this.threads) {
      const isCalling = thread.phase !== "ended" && thread.phase !== "pausing";
      if (isCalling) this.endCall(thread, "failed", thread.worker.cause);
    }
    this.threads = [];
    this.calls.finished();
  }

  /** The calling program starts anew: it imports the interface and makes the calls that are left. */
  protected restarted(): void {
    for (const server of this.servers) this.program.rebind(server);
    this.startThreads();
  }

  private newThread(number: number): CallerThread {
    const owner = this.world.recorder.owner(`caller thread ${number}`);
    const thread: CallerThread = {
      worker: this.machine.processors.worker(owner, () => this.segmentDone(thread)),
      owner,
      server: itemAt(this.servers, (number - 1) % this.servers.length, "server"),
      protocol: new ProtocolInstance(this, this.exchange, {
        name: `caller thread ${number}`,
        identity: { activity: { machine: this.number + 1, space: this.space, thread: number } },
        due: () => this.tick(thread),
      }),
      phase: "ended",
      call: 0,
      isRegistered: false,
      answer: null,
      failure: null,
    };
    return thread;
  }

  private beginCall(thread: CallerThread, ready: boolean): void {
    const { recorder, sim } = this.world;
    const { segments } = this;
    const { processors } = this.machine;
    if (!this.calls.take()) {
      this.endThread(thread);
      return;
    }
    thread.call = recorder.beginCall(thread.owner, sim.now);
    const isSwapped = this.design.statementOrder === "swapped";
    thread.phase = isSwapped ? "preparing" : "sending";
    thread.isRegistered = false;
    thread.answer = null;
    thread.failure = null;
    thread.worker.call = thread.call;
    this.byCall.set(thread.call, thread);
    const first = isSwapped ? segments.prepare : segments.call;
    if (ready) processors.wake(thread.worker, first, thread.call, -1);
    else processors.proceed(thread.worker, first);
  }

  /** The thread sleeps between two calls. */
  private rest(thread: CallerThread): void {
    if (this.pause === 0 || !this.calls.hasMore) {
      this.beginCall(thread, false);
      return;
    }
    thread.phase = "pausing";
    this.machine.processors.block(thread.worker);
    this.world.sim.after(this.pause, this.pauseTag, this.pausing.push(thread) - 1);
  }

  private paused(id: number): void {
    const thread = this.pausing[id];
    if (thread !== undefined && this.threads.includes(thread)) this.beginCall(thread, true);
  }

  private endThread(thread: CallerThread): void {
    thread.phase = "ended";
    if (thread.worker.cpu >= 0) this.machine.processors.block(thread.worker);
    // A thread that sleeps will find no call where none is left.
    const isDone = ({ phase }: CallerThread): boolean =>
      phase === "ended" || (phase === "pausing" && !this.calls.hasMore);
    if (this.threads.every(isDone)) this.calls.finished();
  }

  private endCall(thread: CallerThread, outcome: Outcome, last: Ref): void {
    this.byCall.delete(thread.call);
    this.world.recorder.endCall(thread.call, this.world.sim.now, outcome, last);
  }

  /** A thread has run its segment. */
  private segmentDone(thread: CallerThread): void {
    const { machine, segments } = this;
    const isSwapped = this.design.statementOrder === "swapped";
    switch (thread.phase) {
      case "preparing":
        return this.register(thread);
      case "sending": {
        this.world.recorder.firstSpan(thread.call, thread.worker.first);
        const request = this.program.request(thread.call, thread.server);
        this.step(thread, { tag: "start", call: request }, thread.worker.cause);
        return this.goOn(thread, "returning", machine.afterSend);
      }
      case "returning":
        return isSwapped ? this.goOn(thread, "blocking", machine.beforeWait) : this.register(thread);
      case "registering":
        this.locked--;
        thread.isRegistered = true;
        this.note("call registered");
        if (isSwapped) return this.goOn(thread, "sending", segments.sendCall);
        return this.goOn(thread, "blocking", machine.beforeWait);
      case "blocking":
        return this.wait(thread);
      case "waiting": // it has looped for as long as it may
        return machine.wait(thread.worker);
      case "finishing": {
        this.endCall(thread, thread.failure === null ? "returned" : "failed", thread.worker.cause);
        // A program whose binding was refused imports again and goes on; one whose server is silent gives up.
        if (thread.failure === "no answer") this.endThread(thread);
        else this.rest(thread);
        return;
      }
      default:
        throw new Error(`A caller thread ran while it was ${thread.phase}.`);
    }
  }

  /** The thread enters a phase, with work or without. */
  private goOn(thread: CallerThread, phase: Phase, work: Segment | null): void {
    thread.phase = phase;
    if (work === null) this.segmentDone(thread);
    else this.machine.processors.proceed(thread.worker, work);
  }

  private register(thread: CallerThread): void {
    this.locked++;
    this.goOn(thread, "registering", this.segments.register);
  }

  /** The thread waits, if its answer has not come before. */
  private wait(thread: CallerThread): void {
    if (thread.answer !== null || thread.failure !== null) this.finish(thread);
    else {
      thread.phase = "waiting";
      this.machine.wait(thread.worker);
    }
  }

  /** Takes a step of the protocol and applies its effects; `cause` is the row of the trace that brought the input. */
  private step(thread: CallerThread, input: CallerInput, cause: Ref, frame: Frame | null = null): void {
    for (const effect of thread.protocol.step(input, cause, thread.call)) {
      this.apply(thread, effect, input, cause, frame);
    }
  }

  private apply(thread: CallerThread, effect: CallerEffect, input: CallerInput, cause: Ref, frame: Frame | null): void {
    switch (effect.tag) {
      case "send": {
        // The thread sends the first packet of its call, the system all others.
        const { packet, send, tells } = effect;
        const call = frame?.call ?? thread.call;
        const sent = (last: Ref): void => {
          if (tells === true) this.step(thread, { tag: "sent", packet, send }, last);
        };
        if (input.tag !== "start" || packet.fragment > 0) {
          this.systemSend(packet, thread.server, call, send, cause, sent);
        } else this.sendFrame(this.encode(packet, thread.server, call, send, cause));
        return;
      }
      case "returned":
        thread.answer = frame;
        return;
      case "failed":
        thread.failure = effect.reason;
        this.noteOf(frame, `call failed: ${effect.reason}`, "failed");
        if (effect.reason === "unbound") this.program.rebind(thread.server);
        return;
    }
  }

  // Arriving packets.

  lookUp(frame: Frame): void {
    const packet = this.packetOf(frame);
    const thread = this.byCall.get(frame.call);
    if (thread?.isRegistered !== true || thread.answer !== null || this.locked > 0) return;
    const isWhole = packet.type === "result" && packet.lastFragment && packet.fragment === 0;
    if (isWhole && this.isFor(thread, packet)) this.step(thread, { tag: "packet", packet }, frame.ref, frame);
  }

  private isFor(thread: CallerThread, packet: FireflyPacket): boolean {
    const {
      who: { activity },
      sequence,
      tag,
    } = thread.protocol.state;
    const same = packet.activity.thread === activity.thread && packet.activity.space === activity.space;
    return same && packet.sequence === sequence && tag !== "idle";
  }

  protected workerOf(frame: Frame): Worker | undefined {
    const thread = this.byCall.get(frame.call);
    return thread?.answer === frame ? thread.worker : undefined;
  }

  /** The interrupt has woken a thread: the RPC thread on the fast path, the system's thread on the slow one. */
  protected receivedPacket(frame: Frame): void {
    const thread = this.byCall.get(frame.call);
    if (thread !== undefined && thread.answer === frame) {
      this.handedOver(frame);
      this.resume(thread, frame.ref);
    } else {
      if (thread !== undefined) this.slowCalls.add(frame.call);
      this.slowPath(frame, () => this.demultiplexed(frame));
    }
  }

  private demultiplexed(frame: Frame): void {
    const packet = this.packetOf(frame);
    const thread = this.threads.find(({ protocol }) => protocol.state.who.activity.thread === packet.activity.thread);
    if (thread === undefined || packet.activity.space !== thread.protocol.state.who.activity.space) {
      this.ignore(frame);
      return;
    }
    if (!thread.isRegistered && this.isFor(thread, packet)) {
      // The race of Section 5: nobody is there to take it. The caller will send its call again.
      this.raceLosses++;
      this.lose(frame, "call not registered");
      return;
    }
    const before = thread.protocol.state;
    this.step(thread, { tag: "packet", packet }, frame.ref, frame);
    if (thread.protocol.state === before) this.ignore(frame);
    else if (thread.answer === frame || thread.failure !== null) this.resume(thread, frame.ref);
  }

  /** The thread goes on with its result or its exception; one that does not wait yet finds it later. */
  private resume(thread: CallerThread, cause: Ref): void {
    if (thread.phase !== "waiting") return;
    thread.phase = "finishing";
    this.machine.wakeThread(thread.worker, this.segments.finish, thread.call, cause);
  }

  /** The answer came before the thread could wait for it. */
  private finish(thread: CallerThread): void {
    thread.phase = "finishing";
    this.machine.goOnThread(thread.worker, this.segments.finish);
  }

  /** A retransmission or a probe is due. */
  private tick(thread: CallerThread): void {
    const cause = this.timerMark(thread.worker.cause, thread.call);
    this.step(thread, { tag: "tick" }, cause);
    if (thread.failure !== null) this.resume(thread, cause);
  }
}
