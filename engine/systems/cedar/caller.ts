/**
 * The calling Dorado: processes that each make one call after another through the user stub and the RPC run time.
 * `protocols/cedar/caller.ts` decides what packets mean; this file says how long the work takes.
 */
import type { Segment, Worker } from "../../hardware/processors.ts";
import { toMillis } from "../../kernel/time.ts";
import type { Outcome, Ref } from "../../kernel/trace-data.ts";
import type {
  CallerEffect,
  CallerIdentity,
  CallerInput,
  CallerState,
  CallFailure,
  CallRequest,
} from "../../protocols/cedar/caller.ts";
import { CEDAR_MAX_DATA, type CedarPacket } from "../../wire/cedar.ts";
import type { CallSupply } from "../world/call-supply.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { Host, type Surroundings } from "./host.ts";
import type { CallerMachine } from "./options.ts";

/** Where a process is in its call. */
type Phase = "calling" | "waiting" | "handling" | "finishing" | "ended";

/** How a call ended for its program. */
export type CallEnd = "returned" | "unwound" | CallFailure;

interface Process {
  readonly worker: Worker;
  readonly owner: number;
  readonly number: number;
  readonly protocol: ProtocolInstance<CallerState, CallerInput, CallerEffect, CallerIdentity>;
  phase: Phase;
  call: number;
  end: CallEnd | null;
  hasUnwound: boolean; // in the present call
}

/** The calling program: the requests of its calls, its binding, and how its handlers end. */
export interface CallingProgram {
  request(call: number): CallRequest;
  /** The program imports the interface anew: its binding was refused, or lost in a crash. */
  rebind(): void;
  /** How the handler of an exception ends. */
  readonly handler: "resume" | "unwind";
  /** The value that a handler gives back. */
  readonly value: Uint8Array;
  /** A call has ended. */
  ended(call: number, end: CallEnd): void;
}

interface CallerOptions {
  readonly name: string;
  readonly number: number; // on the medium
  readonly processes: number;
  /** The number of the host that it calls. */
  readonly server: number;
  readonly protocol: CallerMachine;
}

export class Caller extends Host {
  private readonly options: CallerOptions;
  private started: { readonly calls: CallSupply; readonly program: CallingProgram } | null = null;
  private processes: Process[] = [];

  constructor(around: Surroundings, options: CallerOptions) {
    super(around, options.name, options.number);
    this.options = options;
  }

  /** The calling program starts its processes. */
  start(calls: CallSupply, program: CallingProgram): void {
    this.started = { calls, program };
    this.startProcesses();
  }

  private get calls(): CallSupply {
    if (this.started === null) throw new Error(`${this.name} has not been started.`);
    return this.started.calls;
  }

  private get program(): CallingProgram {
    if (this.started === null) throw new Error(`${this.name} has not been started.`);
    return this.started.program;
  }

  /** A conversation identifier comes from the clock of the machine, so it is greater after each restart. */
  private startProcesses(): void {
    const conversation = 1 + Math.floor(toMillis(this.now));
    const { processes } = this.options;
    this.processes = Array.from({ length: processes }, (_, i) => this.newProcess(i + 1, conversation));
    for (const process of this.processes) this.beginCall(process, true);
  }

  protected crashed(): void {
    for (const process of this.processes) {
      if (process.phase !== "ended") this.endCall(process, "failed", process.worker.cause);
    }
    this.processes = [];
    this.calls.finished();
  }

  /** The calling program starts anew: it imports the interface and makes the calls that are left. */
  protected restarted(): void {
    this.program.rebind();
    this.startProcesses();
  }

  private newProcess(number: number, conversation: number): Process {
    const name = `calling process ${number}`;
    const owner = this.world.recorder.owner(name);
    const activity = { machine: this.number + 1, space: 0, thread: number };
    const process: Process = {
      worker: this.up.processors.worker(owner, () => this.segmentDone(process)),
      owner,
      number,
      protocol: new ProtocolInstance(this, this.options.protocol, {
        name,
        identity: { activity, conversation },
        due: () => this.tick(process),
      }),
      phase: "ended",
      call: 0,
      end: null,
      hasUnwound: false,
    };
    return process;
  }

  private beginCall(process: Process, isReady: boolean): void {
    const { recorder, sim } = this.world;
    const { processors } = this.up;
    if (!this.calls.take()) {
      this.endProcess(process);
      return;
    }
    process.call = recorder.beginCall(process.owner, sim.now);
    process.phase = "calling";
    process.end = null;
    process.hasUnwound = false;
    process.worker.call = process.call;
    const { data } = this.program.request(process.call);
    const segment = this.around.segments.call(Math.min(wordsOf(data), WORDS_OF_A_PACKET));
    if (isReady) processors.wake(process.worker, segment, process.call, -1);
    else processors.proceed(process.worker, segment);
  }

  private endProcess(process: Process): void {
    process.phase = "ended";
    if (process.worker.cpu >= 0) this.up.processors.block(process.worker);
    if (this.processes.every((other) => other.phase === "ended")) this.calls.finished();
  }

  private endCall({ call }: Process, outcome: Outcome, last: Ref): void {
    this.world.recorder.endCall(call, this.world.sim.now, outcome, last);
  }

  /** A process has run its segment. */
  private segmentDone(process: Process): void {
    const { worker, call } = process;
    switch (process.phase) {
      case "calling":
        this.world.recorder.firstSpan(call, worker.first);
        this.step(process, { tag: "start", call: this.program.request(call) }, worker.cause);
        this.wait(process);
        return;
      case "handling": {
        const { handler, value } = this.program;
        process.hasUnwound = handler === "unwind";
        this.step(process, { tag: handler, data: value }, worker.cause);
        this.wait(process);
        return;
      }
      case "finishing": {
        const end = process.end ?? "no answer";
        // An unwound call came back to its program too, by the handler of the exception.
        this.endCall(process, end === "returned" || end === "unwound" ? "returned" : "failed", worker.cause);
        this.program.ended(call, end);
        // A program whose binding was refused imports again and goes on; one whose server is silent gives up.
        if (end === "no answer") this.endProcess(process);
        else this.beginCall(process, false);
        return;
      }
      default:
        throw new Error(`A calling process ran while it was ${process.phase}.`);
    }
  }

  private wait(process: Process): void {
    process.phase = "waiting";
    this.up.processors.block(process.worker);
  }

  /** Takes a step of the protocol and applies its effects; `cause` is the row of the trace that brought the input. */
  private step(process: Process, input: CallerInput, cause: Ref, frame: Frame | null = null): void {
    for (const effect of process.protocol.step(input, cause, process.call)) {
      this.apply(process, effect, input, cause, frame);
    }
  }

  private apply(process: Process, effect: CallerEffect, input: CallerInput, cause: Ref, frame: Frame | null): void {
    const { segments } = this.around;
    switch (effect.tag) {
      case "send": {
        const { packet, send } = effect;
        // The first packet of a message was paid for by the segment that made it.
        const isPaid = input.tag !== "packet" && input.tag !== "tick" && packet.type !== "data";
        const call = frame?.call ?? process.call;
        if (isPaid) this.sendFrame(this.encode(packet, this.options.server, call, send, cause));
        else this.systemSend(packet, this.options.server, call, send, cause);
        return;
      }
      case "returned":
        process.end = process.hasUnwound ? "unwound" : "returned";
        this.resume(process, segments.finish(wordsOf(effect.data)), "finishing", cause);
        return;
      case "raised":
        this.resume(process, segments.handle, "handling", cause);
        return;
      case "failed":
        process.end = effect.reason;
        this.noteOf(frame, `call failed: ${effect.reason}`, "failed");
        if (effect.reason === "unbound") this.program.rebind();
        this.resume(process, segments.finish(0), "finishing", cause);
        return;
    }
  }

  private resume(process: Process, segment: Segment, phase: "finishing" | "handling", cause: Ref): void {
    if (process.phase !== "waiting") throw new Error(`A calling process that is ${process.phase} got an answer.`);
    process.phase = phase;
    this.up.processors.wake(process.worker, segment, process.call, cause);
  }

  protected received(frame: Frame, packet: CedarPacket): void {
    const process = this.processes.find(({ number }) => number === packet.activity.thread);
    if (process === undefined || packet.activity.machine !== this.number + 1) {
      this.ignore(frame);
      return;
    }
    const before = process.protocol.state;
    this.step(process, { tag: "packet", packet }, frame.ref, frame);
    if (process.protocol.state === before) this.ignore(frame);
  }

  /** A retransmission or a probe is due. */
  private tick(process: Process): void {
    const cause = this.timerMark(process.worker.cause, process.call);
    this.step(process, { tag: "tick" }, cause);
  }
}

const WORD = 2; // bytes
/** The interrupt routine sends the later packets of a long call, and pays for their words. */
const WORDS_OF_A_PACKET = CEDAR_MAX_DATA / WORD;
const wordsOf = (data: Uint8Array): number => Math.ceil(data.length / WORD);
