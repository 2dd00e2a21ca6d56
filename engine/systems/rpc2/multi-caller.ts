/**
 * The thread that makes a MultiRPC call: packs the arguments once, sends one request after another, waits, runs the
 * handler on the result of each connection, and sends requests again that have waited too long.
 * `protocols/rpc2/multi.ts` decides what it does next; this file says how long the work takes. The thread is woken when
 * the listener has taken in all that has come, not for each reply (MultiRPC paper §V-C). The prototype’s was woken for
 * each.
 */
import type { Segment, Worker } from "../../hardware/processors.ts";
import { PROTOTYPE } from "../../hardware/rt-pc-costs.ts";
import { itemAt } from "../../kernel/reads.ts";
import { millis } from "../../kernel/time.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import type { GroupNumber } from "../../protocols/rpc2/groups.ts";
import type { ParallelEffect, ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { goOn, letOthersRun, noOutcomes, type Outcomes, type Surroundings } from "./caller.ts";
import { beginHandler, endHandler, givesWay, type Activation } from "./handler.ts";
import { ONE_INTEGER } from "./program.ts";
import type { Answer } from "./simple-caller.ts";
import { NOTHING } from "./steps.ts";

type Next = Exclude<ParallelEffect, { tag: "wake" }>;
type Handle = Extract<Next, { tag: "handle" }>;

/** The handler has begun and not ended: it has yielded; or it prepares a call, waits for its answer, has it. */
interface InHandler {
  readonly tag: "yielded" | "asking" | "asked" | "answered";
  readonly effect: Handle;
  readonly activation: Activation;
  /** The call that it makes; 0 for none. */
  readonly inner: number;
}

type Phase = { readonly tag: "ended" | "packing" | "waiting" | "looking" } | Next | InHandler;

const WAITING: Phase = { tag: "waiting" };

export class MultiCaller {
  private readonly around: Surroundings;
  private readonly ended: () => void;
  private readonly thread: Worker;
  private phase: Phase = { tag: "ended" };
  private next: Next | null = null;
  private wanted: number | null = null; // the parallel call whose thread is to run
  private call = 0;
  private parallel = 0; // the number that the process gave the call
  private servers: readonly number[] = [];
  private group: GroupNumber | null = null;
  private outcomes: Outcomes = noOutcomes(0);

  /** @param ended is called when the call has returned */
  constructor(around: Surroundings, name: string, ended: () => void) {
    this.around = around;
    this.ended = ended;
    this.thread = around.up.machine.thread(name, () => this.done());
  }

  /** Calls these servers, by multicast where they are a group, and counts results into `outcomes`. */
  begin(servers: readonly number[], outcomes: Outcomes, group: GroupNumber | null): void {
    const { up, world, setting } = this.around;
    this.call = world.recorder.beginCall(this.thread.owner, world.sim.now);
    this.servers = servers;
    this.group = group;
    this.outcomes = outcomes;
    for (const handle of this.handles) this.around.serves(handle, this.call);
    this.phase = { tag: "packing" };
    up.machine.wake(this.thread, setting.segments.pack, this.call, NO_REF);
  }

  private get handles(): readonly number[] {
    return this.servers.map((server) => itemAt(this.around.handles, server, "connection to server"));
  }

  /** Whether an effect of the process is about the call of this thread; the call has no number while it begins. */
  isAbout({ call }: ParallelEffect, by: Worker): boolean {
    if (this.phase.tag === "packing") return by === this.thread;
    return this.phase.tag !== "ended" && call === this.parallel;
  }

  /** Takes an effect of the process that is about its parallel call. */
  heard(effect: ParallelEffect, by: Worker): void {
    if (effect.tag === "wake") {
      this.wanted = effect.call;
      // Another thread has found the server dead: the listener has taken in nothing and will not wake this one.
      if (by !== this.around.up.listener && by !== this.thread) this.drained(by);
    } else {
      this.next = effect;
      const isOver = by !== this.thread; // its time limit has passed
      if (isOver && this.phase.tag === "waiting") this.follow(by.cause);
    }
  }

  /** Takes the answer to a call that the handler has made. */
  answered(answer: Answer, by: Worker): void {
    const { phase } = this;
    if (phase.tag !== "asked" || phase.effect.handle !== answer.handle) return;
    const isReply = answer.tag === "returned" && answer.code === RPC2_RETURN.success;
    const { program = ONE_INTEGER } = this.around.setting.options;
    if (isReply) program.check(phase.inner, answer.reply.body);
    this.endInner(phase, isReply, by.cause);
    this.phase = { ...phase, tag: "answered" };
    goOn(this.around, this.thread, NOTHING, by.cause);
  }

  /** The listener has taken in all that has come, or another thread has found something out. */
  drained(by: Worker): void {
    const { wanted } = this;
    this.wanted = null;
    if (wanted === null || this.phase.tag !== "waiting") return;
    this.phase = { tag: "looking" };
    this.around.up.machine.wake(this.thread, NOTHING, this.call, by.cause);
  }

  /** The thread has spent the time of its phase. */
  private done(): void {
    const { around, phase, thread } = this;
    if (phase.tag === "handle") this.handle(phase);
    else if (phase.tag === "asking") this.ask(phase);
    else if (phase.tag === "yielded" || phase.tag === "answered") this.handled(phase);
    else {
      around.apply(this.effects(phase), thread);
      this.follow(thread.cause);
    }
    around.rearm();
  }

  private effects(phase: Phase): readonly ProcessEffect[] {
    const { world, up } = this.around;
    const { now } = world.sim;
    const { process } = up;
    switch (phase.tag) {
      case "packing":
        return this.start();
      case "transmit":
        this.around.asked();
        return process.transmit(phase.call, phase.handle, now);
      case "multicast":
        for (let i = 0; i < phase.handles.length; i++) this.around.asked();
        return process.multicast(phase.call, phase.group, phase.handles, now);
      case "retransmit":
        return process.retransmit(phase.call, phase.handle, now);
      case "yield":
        return process.goOn(phase.call, now);
      case "looking":
        return process.look(this.parallel, now);
      case "multi returned":
        this.finish(phase);
        return [];
      default:
        throw new Error(`The calling thread ran while it was ${phase.tag}.`);
    }
  }

  private get limit(): number | null {
    const { timeoutMs } = this.around.setting.options;
    return timeoutMs === null ? null : millis(timeoutMs);
  }

  /** MULTIRPC. */
  private start(): readonly ProcessEffect[] {
    const { world, setting, up } = this.around;
    world.recorder.firstSpan(this.call, this.thread.first);
    const { limit } = this;
    const { yieldEvery, program = ONE_INTEGER } = setting.options;
    const { group } = this;
    const request = { opcode: program.opcode, body: program.request(this.call), limit, yieldEvery, group };
    const { code, effects } = up.process.multiRpc(this.handles, request, world.sim.now);
    if (code !== RPC2_RETURN.success) this.refused(code);
    return effects;
  }

  /** The client's handler is activated. It may give up control before it ends. */
  private handle(effect: Handle): void {
    const { around, call, thread, outcomes } = this;
    const { segments, options } = around.setting;
    const { handler = "waits", program = ONE_INTEGER } = options;
    const { code, reply, index } = effect;
    const isReply = code === RPC2_RETURN.success && reply !== null;
    if (isReply) program.check(call, reply.body);
    const activation = beginHandler(outcomes, isReply ? itemAt(this.servers, index, "server of the call") : null);
    if (activation.others > 0) around.says("the handler is activated again before it has ended", "note", thread);
    const way = givesWay(handler, isReply);
    const inner = way === "calls" ? around.world.recorder.beginCall(thread.owner, around.world.sim.now) : 0;
    this.phase = { tag: way === "yields" ? "yielded" : "asking", effect, activation, inner };
    if (way === "yields") letOthersRun(around, thread, segments.yield(), thread.cause);
    else if (way === "calls") {
      around.serves(effect.handle, inner);
      thread.call = inner;
      this.send(segments.request, thread.cause);
    } else this.handled(this.phase);
  }

  /** The handler calls the server again, on the connection that it was activated for. */
  private ask(phase: InHandler): void {
    const { around, thread, limit } = this;
    const { process, machine } = around.up;
    const { program = ONE_INTEGER } = around.setting.options;
    around.world.recorder.firstSpan(phase.inner, thread.first);
    const request = { opcode: program.opcode, body: program.request(phase.inner), limit };
    const { code, effects } = process.makeRpc(phase.effect.handle, request, around.world.sim.now);
    around.apply(effects, thread);
    if (code === RPC2_RETURN.success) {
      this.phase = { ...phase, tag: "asked" };
      machine.block(thread);
    } else {
      this.endInner(phase, false, thread.cause); // its server was found dead since
      this.handled(phase);
    }
  }

  /** The call that the handler has made is over: the thread works for its own call again. */
  private endInner({ inner, effect }: InHandler, isReply: boolean, cause: number): void {
    const { around, call, thread } = this;
    around.world.recorder.endCall(inner, around.world.sim.now, isReply ? "returned" : "failed", cause);
    around.serves(effect.handle, call);
    thread.call = call;
  }

  /** The handler has returned. */
  private handled({ effect, activation }: InHandler): void {
    const { around, thread, outcomes } = this;
    const { options } = around.setting;
    const { now } = around.world.sim;
    const result = endHandler(outcomes, activation, options, around.enough, now);
    const { index, call } = effect;
    around.ended(itemAt(this.servers, index, "server of the call"), activation.server !== null, thread);
    around.apply(around.up.process.handled(call, result, now), thread);
    this.follow(thread.cause);
  }

  /** Goes on with what the process wants next; without anything the thread waits. */
  private follow(cause: number): void {
    const { next, around, thread } = this;
    const { segments } = around.setting;
    this.next = null;
    if (next === null) {
      if (this.phase.tag === "ended") return;
      this.phase = WAITING;
      around.up.machine.block(thread);
      return;
    }
    this.phase = next;
    this.parallel = next.call;
    if (next.tag === "yield") letOthersRun(around, thread, NOTHING, cause);
    else if (next.tag === "transmit" || next.tag === "multicast") this.send(segments.multiRequest, cause);
    else if (next.tag === "retransmit") this.send(segments.multiSend.sealed, cause);
    else if (next.tag === "handle") goOn(around, thread, segments.unpack, cause);
    else goOn(around, thread, NOTHING, cause);
  }

  /** Spends the time of sending a packet, which becomes one more outstanding event. */
  private send(work: Segment, cause: number): void {
    const { around } = this;
    goOn(around, this.thread, around.setting.segments.through(work, around.up.process.outstanding), cause);
  }

  /** MULTIRPC returns at once: the call has more sites than the tables have room for. No server is called. */
  private refused(code: number): void {
    const { around, thread, outcomes, servers } = this;
    outcomes.refused = true;
    outcomes.failures += servers.length;
    around.says(`MULTIRPC fails: its tables have room for ${PROTOTYPE.tableSites.value} sites`, "failed", thread);
    this.finish({ code });
  }

  private finish({ code }: { readonly code: number }): void {
    const { world, up } = this.around;
    const { thread } = this;
    this.phase = { tag: "ended" };
    up.machine.block(thread);
    const outcome = code === RPC2_RETURN.success ? "returned" : "failed";
    world.recorder.endCall(this.call, world.sim.now, outcome, thread.cause);
    this.ended();
  }
}
