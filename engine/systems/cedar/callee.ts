/**
 * The exporting Dorado: processes that wait for calls, run the procedure and send its result.
 * `protocols/cedar/callee.ts` decides what packets mean; this file says how long the work takes.
 */
import { DORADO_ASSUMED } from "../../hardware/dorado-costs.ts";
import type { Worker } from "../../hardware/processors.ts";
import type { Nanos } from "../../kernel/time.ts";
import { NO_REF, type Ref } from "../../kernel/trace-data.ts";
import type { CalleeEffect, CalleeInput } from "../../protocols/cedar/callee-state.ts";
import type { SendEffect } from "../../protocols/cedar/message.ts";
import { answerTo, callOrder, NO_DATA, type CallName, type ExchangePacket } from "../../protocols/cedar/packet.ts";
import type { CipherKey } from "../../wire/block-cipher.ts";
import { isSealed, type CedarPacket, type SealedPacket } from "../../wire/cedar.ts";
import type { Frame } from "../world/frame.ts";
import { ProtocolInstance } from "../world/instance.ts";
import { answerOfExporter, register, type Exporter } from "./exporting.ts";
import { ExportTable } from "./export-table.ts";
import { Host, type Surroundings } from "./host.ts";
import { UNREAD, type CalleeAt, type CalleeMachine } from "./options.ts";
import { wordsIn, wordsOf } from "./words.ts";

/** A server process waits for a call, runs the procedure, waits within it, or sends something. */
type Phase =
  "waiting" | "serving" | "within" | "woken" | "replying" | "raising" | "suspended" | "resuming" | "unwinding";

interface Process {
  readonly worker: Worker;
  readonly number: number;
  phase: Phase;
  /** Its procedure was told to unwind, so it has no result. */
  unwinds: boolean;
  /** The call that it runs, with the number of that call in the run. */
  work: { readonly row: Row; readonly call: ExchangePacket; readonly number: number } | null;
}

/** A row of the table of activities. */
interface Row {
  readonly key: string;
  readonly protocol: ProtocolInstance<CalleeAt, CalleeInput, CalleeEffect>;
  call: number; // the number of the call that it executes or whose result it keeps
  cause: Ref; // the last row of the trace that changed it
}

/** The procedure that is exported. */
interface Procedure {
  /** How long it waits, for a disk or for a person; the processor is free meanwhile. */
  readonly waits: Nanos;
  /** Whether it raises an exception before it returns. */
  readonly raises: boolean;
  /** The value that its exception carries. */
  readonly exception: Uint8Array;
  result(call: number, packet: ExchangePacket): Uint8Array;
}

interface CalleeOptions {
  readonly name: string;
  readonly number: number; // on the medium
  readonly procedure: Procedure;
  readonly machine: (isExported: (packet: ExchangePacket) => boolean) => CalleeMachine;
  /** The exported instance, and the hosts of the name service; none where importers do without it. */
  readonly instance: string;
  readonly replicas: readonly number[];
  /** Whether a call must name the unique identifier of the export that stands. */
  readonly checksIdentifier: boolean;
  /** A procedure begins for a call. */
  readonly executed: (call: number) => void;
}

export class Callee extends Host {
  private readonly options: CalleeOptions;
  private readonly protocol: CalleeMachine;
  private readonly waitTag: number;
  private processes: Process[] = [];
  private rows = new Map<string, Row>();
  private readonly backlog: Process["work"][] = []; // calls that came while no process waited
  private readonly table = new ExportTable();
  private readonly keys = new Map<number, CipherKey>(); // by the calling machine
  private life = 0; // power cycles so far: a wait of an earlier one ends in nothing

  constructor(around: Surroundings, options: CalleeOptions) {
    super(around, options.name, options.number);
    this.options = options;
    const { checksIdentifier } = options;
    this.protocol = options.machine((packet) => this.table.has(packet, checksIdentifier));
    this.waitTag = this.world.sim.register((_kind, wait) => this.waitEnded(wait));
    this.exportInterface();
  }

  /** The binding that a caller learns when it imports the interface: the unique identifier. */
  get uniqueIdentifier(): number {
    return this.table.identifier;
  }

  /** Tells the name service of the instance, which does not have it yet. */
  register(): void {
    const { replicas } = this.options;
    if (replicas.length === 0) return;
    const refused = (cause: Ref): void => this.withdraw(cause);
    register(this.exporter, { asker: this.asker, replicas, refused }, NO_REF);
  }

  private get exporter(): Exporter {
    const { number, now, table, keys } = this;
    return { number, now, table, keys, instance: this.options.instance };
  }

  protected crashed(): void {
    this.rows = new Map();
    this.keys.clear();
    this.backlog.length = 0;
    this.processes = [];
  }

  protected restarted(): void {
    this.exportInterface();
    this.register();
  }

  protected override answer(question: ExchangePacket): Uint8Array | null {
    return answerOfExporter(this.exporter, question);
  }

  protected override keyWith(machine: number): CipherKey | null {
    return this.keys.get(machine) ?? null;
  }

  /**
   * It has started anew since: the caller has to import again, and to bring a key. Without one it cannot read the
   * number of the call, so the packet that rejects the call has none.
   */
  protected override keyless(frame: Frame, packet: CedarPacket | SealedPacket): void {
    const { from: to, call, ref: cause } = frame;
    const isAnswer = isSealed(packet) ? packet.class === "acknowledgement" : packet.type === "acknowledgement";
    if (isAnswer) this.ignore(frame);
    else this.sendPacket(rejectionOf(packet, to + 1), { to, call, send: 1, cause }, false);
  }

  /** The name service does not let this machine export the instance, so it exports nothing. */
  private withdraw(cause: Ref): void {
    this.note("export refused", { cause });
    this.table.clear();
  }

  private exportInterface(): void {
    this.life++;
    this.table.begin(this.options.instance, this.now);
    this.processes = Array.from({ length: DORADO_ASSUMED.serverProcesses.value }, (_, i) => {
      const owner = this.world.recorder.owner(`server process ${i + 1}`);
      const process: Process = {
        worker: this.processors.worker(owner, () => this.segmentDone(process)),
        number: FIRST_PROCESS + i,
        phase: "waiting",
        unwinds: false,
        work: null,
      };
      return process;
    });
  }

  private rowOf({ activity: { machine, thread } }: ExchangePacket): Row {
    const key = `${machine}.${thread}`;
    const known = this.rows.get(key);
    if (known !== undefined) return known;
    const row: Row = {
      key,
      protocol: new ProtocolInstance(this, this.protocol, {
        name: `activity ${key}`,
        identity: undefined,
        due: () => this.tick(row),
      }),
      call: 0,
      cause: -1,
    };
    this.rows.set(key, row);
    return row;
  }

  protected arrived(frame: Frame, packet: CedarPacket): void {
    const row = this.rowOf(packet);
    const before = row.protocol.state;
    row.cause = frame.ref;
    const effects = row.protocol.step({ tag: "packet", packet }, frame.ref, frame.call);
    if (effects.some(({ tag }) => tag === "execute")) row.call = frame.call;
    if (effects.length === 0 && row.protocol.state === before) this.ignore(frame);
    for (const effect of effects) this.apply(row, effect, frame.ref, frame.call);
  }

  /** Carries out an effect that a packet or a timer had. */
  private apply(row: Row, effect: CalleeEffect, cause: Ref, call: number): void {
    switch (effect.tag) {
      case "send":
        this.send(row, effect, call, cause, false);
        return;
      case "execute":
        this.backlog.push({ row, call: effect.call, number: call });
        this.serveBacklog();
        return;
      case "resume":
        this.goOn(row, effect.call, "resuming", cause);
        return;
      case "unwind":
        this.goOn(row, effect.call, "unwinding", cause);
        return;
      case "abandon":
        this.abandon(row, effect.call);
        return;
      case "forget":
        this.rows.delete(row.key);
        row.protocol.end(cause, call);
        return;
    }
  }

  /** A process for a call: the one that its packet hints at, else any that waits. */
  private waitingProcess({ serverThread }: ExchangePacket): Process | undefined {
    const hinted = this.processes[serverThread - FIRST_PROCESS];
    return hinted?.phase === "waiting" ? hinted : this.processes.find(({ phase }) => phase === "waiting");
  }

  private serveBacklog(): void {
    const work = this.backlog[0];
    const process = work === undefined || work === null ? undefined : this.waitingProcess(work.call);
    if (work === undefined || work === null || process === undefined) return;
    this.backlog.shift();
    process.work = work;
    process.unwinds = false;
    process.phase = "serving";
    const segment = this.around.segments.serve(wordsOf(work.call.data));
    this.processors.wake(process.worker, segment, work.number, work.row.cause);
  }

  private segmentDone(process: Process): void {
    const { worker, work } = process;
    const { segments } = this.around;
    const { processors } = this;
    const { waits, raises } = this.options.procedure;
    if (work === null) throw new Error("A server process ran without a call.");
    switch (process.phase) {
      case "serving":
        this.options.executed(work.number);
        if (waits > 0) this.waitWithin(process, waits);
        else if (raises) this.runPhase(process, "raising");
        else this.runPhase(process, "replying");
        return;
      case "raising":
        this.raise(process, work.row);
        return;
      case "woken":
        this.runPhase(process, raises ? "raising" : "replying");
        return;
      case "resuming":
        this.runPhase(process, "replying");
        return;
      case "unwinding":
        process.phase = "replying";
        process.unwinds = true;
        processors.proceed(worker, segments.reply(0));
        return;
      case "replying":
        this.say(process, work.row, "done");
        process.phase = "waiting";
        process.work = null;
        processors.block(worker);
        this.serveBacklog();
        return;
      default:
        throw new Error(`A server process ran while it was ${process.phase}.`);
    }
  }

  /** The process that has the processor goes on to raise its exception, or to send its result. */
  private runPhase(process: Process, phase: "raising" | "replying"): void {
    const { segments } = this.around;
    if (process.work === null) throw new Error("A server process goes on without a call.");
    // The interrupt routine sends the later packets of a long result, and pays for their words.
    const words = Math.min(
      wordsOf(this.options.procedure.result(process.work.number, process.work.call)),
      wordsIn(this.around.packetBytes),
    );
    process.phase = phase;
    this.processors.proceed(process.worker, phase === "raising" ? segments.raise : segments.reply(words));
  }

  // A procedure that waits, and one whose exception the caller handles.

  private waitWithin(process: Process, waits: Nanos): void {
    process.phase = "within";
    this.processors.block(process.worker);
    this.world.sim.after(waits, this.waitTag, this.life * PROCESSES + process.number - FIRST_PROCESS);
    this.serveBacklog();
  }

  /** @param wait the power cycle and the process that waited: a crash ends the wait in nothing */
  private waitEnded(wait: number): void {
    const process = this.processes[wait % PROCESSES];
    const isPast = this.isDown || Math.floor(wait / PROCESSES) !== this.life;
    if (isPast || process === undefined || process.work === null) return;
    const { number, row } = process.work;
    const cause = this.note("end of the procedure", { cause: process.worker.cause, call: number });
    process.phase = "woken";
    row.cause = cause;
    this.processors.wake(process.worker, this.around.segments.resume, number, cause);
  }

  /** The caller's handler has ended; the process that waits for it goes on. */
  private goOn(row: Row, call: CallName, phase: "resuming" | "unwinding", cause: Ref): void {
    const process = this.suspendedIn(row, call);
    if (process === undefined || process.work === null)
      throw new Error(`No process of ${this.name} waits for the handler of call ${call.sequence}.`);
    process.phase = phase;
    this.processors.wake(process.worker, this.around.segments.resume, process.work.number, cause);
  }

  /** Nobody will handle its exception any more: the process is free for other calls. */
  private abandon(row: Row, call: CallName): void {
    const process = this.suspendedIn(row, call);
    if (process === undefined) return;
    process.phase = "waiting";
    process.work = null;
    this.serveBacklog();
  }

  private suspendedIn(row: Row, call: CallName): Process | undefined {
    return this.processes.find(
      ({ phase, work }) => phase === "suspended" && work?.row === row && callOrder(work.call, call) === 0,
    );
  }

  /** The process waits for the handler of its exception, or is free at once where its caller has gone on. */
  private raise(process: Process, row: Row): void {
    const effects = this.say(process, row, "raise");
    process.phase = "suspended";
    this.processors.block(process.worker);
    for (const effect of effects) if (effect.tag === "abandon") this.abandon(row, effect.call);
  }

  /** The procedure says that it has ended, or raised an exception; its process sends the first packet itself. */
  private say(process: Process, row: Row, tag: "done" | "raise"): readonly CalleeEffect[] {
    const { worker, work, number } = process;
    const { procedure } = this.options;
    if (work === null) throw new Error("A server process spoke for no call.");
    const data =
      tag === "raise" ? procedure.exception : process.unwinds ? NO_DATA : procedure.result(work.number, work.call);
    row.cause = worker.cause;
    const { sequence, conversation = 0 } = work.call;
    const input: CalleeInput = { tag, sequence, conversation, data, serverThread: number };
    const effects = row.protocol.step(input, worker.cause, work.number);
    for (const effect of effects) {
      if (effect.tag !== "send") continue;
      // The first packet of a message was paid for by the process that made it.
      this.send(row, effect, work.number, worker.cause, effect.packet.type !== "data");
    }
    return effects;
  }

  private send(row: Row, { packet, send, tells }: SendEffect, call: number, cause: Ref, isPaid: boolean): void {
    const left = (last: Ref): void => void row.protocol.step({ tag: "sent", packet, send }, last, call);
    const told = tells === true ? { left } : {};
    this.sendPacket(packet, { to: packet.activity.machine - 1, call, send, cause, ...told }, isPaid);
  }

  /** A result, an exception or a probe is due. */
  private tick(row: Row): void {
    row.cause = this.timerMark(row.cause, row.call);
    for (const effect of row.protocol.step({ tag: "tick" }, row.cause, row.call)) {
      this.apply(row, effect, row.cause, row.call);
    }
  }
}

/** More than processes that an exporter has. */
const PROCESSES = 64;
/** A packet tells its caller from its callee by their processes, so the two have other numbers. */
const FIRST_PROCESS = 101;

/** The packet that rejects a packet of this machine; it names the call, where that can be read. */
function rejectionOf(packet: CedarPacket | SealedPacket, machine: number): ExchangePacket {
  if (!isSealed(packet)) return answerTo(packet, "reject");
  const { fromProcess: thread, toProcess: serverThread, conversation } = packet;
  const unread = { sequence: UNREAD, fragment: 0, interface: 0, binding: 0, procedure: 0, data: NO_DATA };
  const of = { activity: { machine, space: 0, thread }, conversation, serverSpace: 0, serverThread };
  return { type: "reject", pleaseAck: false, lastFragment: true, ...of, ...unread };
}
