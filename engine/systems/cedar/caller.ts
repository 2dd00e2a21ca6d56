/**
 * The calling Dorado: processes that each make one call after another through the user stub and the RPC run time.
 * `protocols/cedar/caller.ts` decides what packets mean; this file says how long the work takes.
 */
import type { Segment, Worker } from "../../hardware/processors.ts";
import { NO_REF, type Outcome, type Ref } from "../../kernel/trace-data.ts";
import type {
  CallerEffect,
  CallerIdentity,
  CallerInput,
  CallFailure,
  CallRequest,
} from "../../protocols/cedar/caller.ts";
import type { Binding } from "../../protocols/cedar/importer.ts";
import type { CipherKey } from "../../wire/block-cipher.ts";
import type { CedarPacket } from "../../wire/cedar.ts";
import type { CallSupply } from "../world/call-supply.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { Host, type Surroundings } from "./host.ts";
import { Importing, type ImportOptions } from "./importing.ts";
import { presentCall, UNREAD, type CallerAt, type CallerMachine } from "./options.ts";
import { wordsIn, wordsOf } from "./words.ts";
import { Securing, type SecurityOptions } from "./securing.ts";

/** The phase of a process in its call. */
type Phase = "unbound" | "calling" | "waiting" | "handling" | "finishing" | "ended";

/** The end of a call for its program. */
export type CallEnd = "returned" | "unwound" | CallFailure;

interface Process {
  readonly worker: Worker;
  readonly owner: number;
  readonly number: number;
  readonly protocol: ProtocolInstance<CallerAt, CallerInput, CallerEffect, CallerIdentity>;
  phase: Phase;
  call: number;
  binding: Binding | null; // that the present call goes by
  end: CallEnd | null;
  hasUnwound: boolean; // in the present call
}

/** The calling program: the arguments of its calls, and how its handlers end. */
export interface CallingProgram {
  readonly procedure: number;
  arguments(call: number): Uint8Array;
  /** The end of an exception's handler. */
  readonly handler: "resume" | "unwind";
  /** The value that a handler gives back. */
  readonly value: Uint8Array;
  /** A call has ended. */
  ended(call: number, end: CallEnd): void;
}

/** A program gets its binding by an import, or by hand. */
export type CallerBinding = ImportOptions | (() => Binding);

interface CallerOptions {
  readonly name: string;
  readonly number: number; // on the medium
  readonly processes: number;
  readonly binding: CallerBinding;
  readonly security: SecurityOptions | null; // null for calls in clear
  readonly protocol: CallerMachine;
}

export class Caller extends Host {
  private readonly options: CallerOptions;
  private started: { readonly calls: CallSupply; readonly program: CallingProgram } | null = null;
  private processes: Process[] = [];
  private binding: Binding | null = null;
  private importing: Importing | null = null;
  private key: CipherKey | null = null; // of the conversation with the exporter

  constructor(around: Surroundings, options: CallerOptions) {
    super(around, options.name, options.number);
    this.options = options;
  }

  /** The calling program starts its processes. */
  start(calls: CallSupply, program: CallingProgram): void {
    this.started = { calls, program };
    this.startProcesses();
  }

  /** The program imports the interface; its processes call when that is done, or give up where nobody exports it. */
  private import(cause: Ref): void {
    const { binding } = this.options;
    this.binding = null;
    if (typeof binding === "function") {
      this.imported(binding(), cause);
      return;
    }
    this.importing ??= new Importing(this, this.asker, binding, (found, ref) => this.imported(found, ref));
    this.importing.begin(cause);
  }

  private imported(binding: Binding | null, cause: Ref): void {
    const { security } = this.options;
    if (binding === null || security === null) {
      this.bound(binding, cause);
      return;
    }
    new Securing(this, this.asker, security).begin(binding.host, cause, (key, ref) => {
      this.key = key;
      this.bound(key === null ? null : binding, ref);
    });
  }

  protected override keyWith(): CipherKey | null {
    return this.key;
  }

  private bound(binding: Binding | null, cause: Ref): void {
    this.binding = binding;
    if (binding === null) this.note("nothing imported", { cause });
    for (const process of this.processes) {
      if (process.phase !== "unbound") continue;
      if (binding === null) this.endProcess(process);
      else this.beginCall(process, cause);
    }
  }

  private get calls(): CallSupply {
    if (this.started === null) throw new Error(`${this.name} has not been started.`);
    return this.started.calls;
  }

  private get program(): CallingProgram {
    if (this.started === null) throw new Error(`${this.name} has not been started.`);
    return this.started.program;
  }

  private startProcesses(): void {
    const { conversation } = this;
    const { processes } = this.options;
    this.processes = Array.from({ length: processes }, (_, i) => this.newProcess(i + 1, conversation));
    this.import(NO_REF);
  }

  protected crashed(): void {
    for (const process of this.processes) {
      const isCalling = process.phase !== "ended" && process.phase !== "unbound";
      if (isCalling) this.endCall(process, "failed", process.worker.cause);
    }
    this.processes = [];
    this.importing = null;
    this.key = null;
    this.calls.finished();
  }

  /** The calling program starts anew: it imports the interface and makes the calls that are left. */
  protected restarted(): void {
    this.startProcesses();
  }

  private newProcess(number: number, conversation: number): Process {
    const name = `calling process ${number}`;
    const owner = this.world.recorder.owner(name);
    const activity = { machine: this.number + 1, space: 0, thread: number };
    const process: Process = {
      worker: this.processors.worker(owner, () => this.segmentDone(process)),
      owner,
      number,
      protocol: new ProtocolInstance(this, this.options.protocol, {
        name,
        identity: { activity, conversation },
        due: () => this.tick(process),
      }),
      phase: "unbound",
      call: 0,
      binding: null,
      end: null,
      hasUnwound: false,
    };
    return process;
  }

  /** @param cause what woke the process; left out where it has the processor */
  private beginCall(process: Process, cause?: Ref): void {
    const { recorder, sim } = this.world;
    const { processors } = this;
    if (this.binding === null) {
      this.waitForBinding(process);
      return;
    }
    if (!this.calls.take()) {
      this.endProcess(process);
      return;
    }
    process.call = recorder.beginCall(process.owner, sim.now);
    process.phase = "calling";
    process.binding = this.binding;
    process.end = null;
    process.hasUnwound = false;
    process.worker.call = process.call;
    const words = wordsOf(this.program.arguments(process.call));
    // The interrupt routine sends the later packets of a long call, and pays for their words.
    const segment = this.around.segments.call(Math.min(words, wordsIn(this.around.packetBytes)));
    if (cause === undefined) processors.proceed(process.worker, segment);
    else processors.wake(process.worker, segment, process.call, cause);
  }

  private request(process: Process): CallRequest {
    const { program } = this;
    const { interface: index, identifier } = this.bindingOf(process);
    const { procedure } = program;
    return { serverSpace: 0, interface: index, binding: identifier, procedure, data: program.arguments(process.call) };
  }

  private bindingOf({ binding }: Process): Binding {
    if (binding === null) throw new Error(`A process of ${this.name} calls without a binding.`);
    return binding;
  }

  private endProcess(process: Process): void {
    process.phase = "ended";
    if (process.worker.cpu >= 0) this.processors.block(process.worker);
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
        this.step(process, { tag: "start", call: this.request(process) }, worker.cause);
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
        else if (end === "unbound" && this.binding === process.binding) this.waitForBinding(process);
        else this.beginCall(process);
        return;
      }
      default:
        throw new Error(`A calling process ran while it was ${process.phase}.`);
    }
  }

  /** The first process that waits imports again, for the others too. */
  private waitForBinding(process: Process): void {
    const { worker } = process;
    process.phase = "unbound";
    this.processors.block(worker);
    const isFirst = this.processes.every((other) => other === process || other.phase !== "unbound");
    if (isFirst) this.import(worker.cause);
  }

  private wait(process: Process): void {
    process.phase = "waiting";
    this.processors.block(process.worker);
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
        const { packet, send, tells } = effect;
        const { call } = process;
        const left = (last: Ref): void => void process.protocol.step({ tag: "sent", packet, send }, last, call);
        // The first packet of a message was paid for by the segment that made it.
        const isPaid = input.tag !== "packet" && input.tag !== "tick" && packet.type !== "data";
        const to = frame?.from ?? this.bindingOf(process).host;
        const told = tells === true ? { left } : {};
        this.sendPacket(packet, { to, call: frame?.call ?? call, send, cause, ...told }, isPaid);
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
        this.resume(process, segments.finish(0), "finishing", cause);
        return;
    }
  }

  private resume(process: Process, segment: Segment, phase: "finishing" | "handling", cause: Ref): void {
    if (process.phase !== "waiting") throw new Error(`A calling process that is ${process.phase} got an answer.`);
    process.phase = phase;
    this.processors.wake(process.worker, segment, process.call, cause);
  }

  protected arrived(frame: Frame, packet: CedarPacket): void {
    const process = this.processes.find(({ number }) => number === packet.activity.thread);
    if (process === undefined || packet.activity.machine !== this.number + 1) {
      this.ignore(frame);
      return;
    }
    const before = process.protocol.state;
    // A callee that has lost the key rejects a call whose number it cannot read: it means the present one.
    const isUnread = packet.type === "reject" && packet.sequence === UNREAD;
    const named = isUnread ? { ...packet, sequence: presentCall(before) } : packet;
    this.step(process, { tag: "packet", packet: named }, frame.ref, frame);
    if (process.protocol.state === before) this.ignore(frame);
  }

  /** A retransmission or a probe is due. */
  private tick(process: Process): void {
    const cause = this.timerMark(process.worker.cause, process.call);
    this.step(process, { tag: "tick" }, cause);
  }
}
