/**
 * A serving RT-PC: its thread waits in GETREQUEST, runs the procedure, and responds with what it gives back.
 *
 * A procedure that computes keeps its processor, so that a request which comes again is read when the reply has left,
 * and answered with it. One that waits leaves the processor to the listener, which answers BUSY.
 */
import type { Worker } from "../../hardware/processors.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import { entryOf } from "../../kernel/reads.ts";
import type { Ref } from "../../kernel/trace-data.ts";
import type { Handle } from "../../protocols/rpc2/connection.ts";
import type { RandomStream, RandomStreams } from "../../kernel/random.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Rpc2Process } from "../../protocols/rpc2/primitives.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { SUBSYSTEM, type ServingParty } from "./bind.ts";
import { Host, type Setting } from "./host.ts";
import { serverName, type Rpc2Options } from "./options.ts";
import { workstationOf } from "./packet.ts";
import { ONE_INTEGER } from "./program.ts";

const THREAD = 1;

interface Waiting {
  readonly serving: Serving;
  readonly call: number;
  readonly cause: Ref;
}

interface Serving {
  readonly handle: Handle;
  readonly body: Uint8Array;
}

/** Share of the mean (MultiRPC paper, Section VI-B3). */
const NORMAL_DEVIATION = 0.1;

/** One server's service times, from a stream of its own: it computes alike whatever the other servers do. */
class ServiceTime {
  private readonly mean: Nanos;
  private readonly distribution: Rpc2Options["distribution"];
  private readonly random: RandomStream;

  constructor(streams: RandomStreams, server: number, { computeMs, distribution }: Rpc2Options) {
    this.mean = millis(computeMs);
    this.distribution = distribution;
    this.random = streams.stream(`computation of ${serverName(server)}`);
  }

  next(): Nanos {
    const { mean, distribution, random } = this;
    if (distribution === "constant") return mean;
    if (distribution === "exponential") return random.exponential(mean);
    return Math.max(0, Math.round(mean * (1 + NORMAL_DEVIATION * random.normal())));
  }
}

export class Server extends Host {
  private readonly service: ServiceTime;
  private worker: Worker | null = null;
  private serving: Serving | null = null;
  private readonly waits = new Map<number, Waiting>();
  private readonly tag: number;
  private waited = 0;
  private welcome: readonly ProcessEffect[] | null = null; // INIT2 for a client that has waited for the thread

  constructor(setting: Setting, server: number, workstation: number) {
    super(setting, serverName(server), workstation);
    const { world, options } = setting;
    this.service = new ServiceTime(world.streams, server, options);
    this.tag = world.sim.register((_kind, wait) => this.hasWaited(wait));
    this.programStarts();
  }

  /** Exports the subsystem; its thread waits. */
  protected programStarts(): void {
    const { machine, process } = this.up;
    this.serving = null;
    this.welcome = null;
    this.worker = machine.thread(this.name, (thread) => this.served(thread));
    process.export(SUBSYSTEM, this.world.sim.now);
    process.getRequest(THREAD, this.world.sim.now);
  }

  protected heard(effect: ProcessEffect, by: Worker): void {
    if (effect.tag === "new connection") {
      this.apply(this.up.process.enable(effect.handle, this.now).effects, by);
      this.takeNext(by);
    } else if (effect.tag === "request") this.serve(effect, by);
  }

  private serve(effect: Extract<ProcessEffect, { tag: "request" }>, by: Worker): void {
    const { machine } = this.up;
    const { worker } = this;
    if (worker === null) throw new Error(`${this.name} has no thread.`);
    const { segments, options, starts } = this.setting;
    const { sim } = this.world;
    const end = this.up.process.end(effect.handle);
    if (end !== null) starts.note(workstationOf(end.state.peer), end.state.peerHandle, sim.now);
    const serving = { handle: effect.handle, body: effect.request.body };
    this.serving = serving;
    const call = this.callOf(effect.handle);
    const time = this.service.next();
    if (options.procedure === "waits") {
      this.waits.set(this.waited, { serving, call, cause: by.cause });
      sim.after(time, this.tag, this.waited++);
      if (by === worker) machine.block(worker);
    } else if (by === worker) {
      worker.call = call;
      machine.proceed(worker, segments.serve(time));
    } else machine.wake(worker, segments.serve(time), call, by.cause);
  }

  /** The wait of a procedure is over, unless its machine has crashed since. */
  private hasWaited(wait: number): void {
    const { waits, worker } = this;
    const { serving, call, cause } = entryOf(waits, wait, "wait");
    waits.delete(wait);
    if (this.isDown || serving !== this.serving || worker === null) return;
    this.up.machine.wake(worker, this.setting.segments.respond, call, cause);
  }

  protected drained(): void {
    // Its thread was woken by the request itself.
  }

  /** The present process, for a bind. It stays usable for binds after its machine has died. */
  get party(): ServingParty {
    const { process } = this.up;
    return {
      peer: this.peer,
      process,
      bound: () => this.recordInNoTime(),
      enable: (handle) => enable(process, handle, this.now),
    };
  }

  /** The thread has run: its procedure, so that the reply is ready to leave, or what it sends a new client. */
  private served(thread: Worker): void {
    const { serving, worker, welcome } = this;
    if (worker !== thread) return;
    if (welcome !== null) {
      this.welcome = null;
      this.apply(welcome, thread);
    } else if (serving !== null) {
      this.serving = null;
      const { process } = this.up;
      const { program = ONE_INTEGER } = this.setting.options;
      const body = program.reply(serving.body);
      this.apply(process.sendResponse(serving.handle, RPC2_RETURN.success, body, this.now).effects, thread);
      this.takeNext(thread);
    }
    this.rearm();
    if (this.isIdle) this.up.machine.block(thread);
  }

  /**
   * GETREQUEST. To let in a client that has waited in the queue takes the thread the time of a packet; the listener,
   * which takes in a bind that finds the thread free, sends INIT2 as it sends any packet.
   */
  private takeNext(by: Worker): void {
    const { effects } = this.up.process.getRequest(THREAD, this.now);
    if (by !== this.worker || !effects.some(({ tag }) => tag === "send")) {
      this.apply(effects, by);
      return;
    }
    this.welcome = effects;
    this.up.machine.proceed(by, this.setting.segments.send.clear);
  }

  /** Neither a request nor a client was waiting. */
  private get isIdle(): boolean {
    return this.serving === null && this.welcome === null;
  }
}

/** A bind is done: calls on the connection are served, and the thread waits again. */
function enable(process: Rpc2Process, handle: Handle, now: Nanos): void {
  process.enable(handle, now);
  process.getRequest(THREAD, now);
}
