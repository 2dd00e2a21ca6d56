/**
 * The thread that makes a MultiRPC call: packs the arguments once, sends one request after another, waits, runs the
 * handler on the result of each connection, and sends requests again that have waited too long.
 * `protocols/rpc2/multi.ts` decides what it does next; this file says how long the work takes. The thread is woken when
 * the listener has taken in all that has come, not for each reply (MultiRPC paper §V-C).
 */
import type { Worker } from "../../hardware/processors.ts";
import { millis } from "../../kernel/time.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import type { ParallelEffect, ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { count, goOn, noOutcomes, type Outcomes, type Surroundings } from "./caller.ts";
import { CLIENT_NAME } from "./options.ts";
import { ONE_INTEGER } from "./program.ts";
import { NOTHING } from "./steps.ts";

type Next = Exclude<ParallelEffect, { tag: "wake" }>;
type Phase = { readonly tag: "ended" | "packing" | "waiting" | "looking" } | Next;

const WAITING: Phase = { tag: "waiting" };

export class MultiCaller {
  private readonly around: Surroundings;
  private readonly ended: (outcomes: Outcomes) => void;
  private readonly thread: Worker;
  private phase: Phase = { tag: "ended" };
  private next: Next | null = null;
  private wanted: number | null = null; // the parallel call whose thread is to run
  private call = 0;
  private parallel = 0; // the number that the process gave the call
  private outcomes: Outcomes = noOutcomes(0);

  constructor(around: Surroundings, ended: (outcomes: Outcomes) => void) {
    this.around = around;
    this.ended = ended;
    this.thread = around.up.machine.thread(CLIENT_NAME, () => this.done());
  }

  begin(): void {
    const { up, world, setting, handles } = this.around;
    this.call = world.recorder.beginCall(this.thread.owner, world.sim.now);
    this.outcomes = noOutcomes(world.sim.now);
    for (const handle of handles) this.around.serves(handle, this.call);
    this.phase = { tag: "packing" };
    up.machine.wake(this.thread, setting.segments.pack, this.call, NO_REF);
  }

  /** Takes an effect of the process that is about a parallel call. */
  heard(effect: ParallelEffect, by: Worker): void {
    if (effect.tag === "wake") this.wanted = effect.call;
    else {
      this.next = effect;
      const isOver = by !== this.thread; // its time limit has passed
      if (isOver && this.phase.tag === "waiting") this.follow(by.cause);
    }
  }

  /** The listener has taken in all that has come. */
  drained(listener: Worker): void {
    const { wanted } = this;
    this.wanted = null;
    if (wanted === null || this.phase.tag !== "waiting") return;
    this.phase = { tag: "looking" };
    this.around.up.machine.wake(this.thread, NOTHING, this.call, listener.cause);
  }

  /** The thread has spent the time of its phase. */
  private done(): void {
    const { around, phase, thread } = this;
    around.apply(this.effects(phase), thread);
    this.follow(thread.cause);
    around.rearm();
  }

  private effects(phase: Phase): readonly ProcessEffect[] {
    const { world, setting, up, handles } = this.around;
    const { now } = world.sim;
    const { process } = up;
    switch (phase.tag) {
      case "packing": {
        world.recorder.firstSpan(this.call, this.thread.first);
        const { timeoutMs, yieldEvery, program = ONE_INTEGER } = setting.options;
        const limit = timeoutMs === null ? null : millis(timeoutMs);
        const request = { opcode: program.opcode, body: program.request(this.call), limit, yieldEvery };
        return process.multiRpc(handles, request, now).effects;
      }
      case "transmit":
        this.around.asked();
        return process.transmit(phase.call, phase.handle, now);
      case "retransmit":
        return process.retransmit(phase.call, phase.handle, now);
      case "yield":
        return process.goOn(phase.call, now);
      case "looking":
        return process.look(this.parallel, now);
      case "handle":
        return process.handled(phase.call, this.handler(phase), now);
      case "multi returned":
        this.finish(phase);
        return [];
      default:
        throw new Error(`The calling thread ran while it was ${phase.tag}.`);
    }
  }

  /** The client's handler: counts, and ends the call when it has enough. */
  private handler({ code, reply, index }: Extract<Next, { tag: "handle" }>): 0 | -1 {
    const { outcomes, call } = this;
    const { world, setting } = this.around;
    const { now } = world.sim;
    const { program = ONE_INTEGER } = setting.options;
    const isReply = code === RPC2_RETURN.success && reply !== null;
    if (isReply) program.check(call, reply.body);
    count(outcomes, isReply ? index : null, now);
    this.around.ended(index, isReply, this.thread);
    if (!isReply) return 0;
    return outcomes.replies === this.around.enough ? -1 : 0;
  }

  /** Goes on with what the process wants next; without anything the thread waits. */
  private follow(cause: number): void {
    const { next, around, thread } = this;
    const { machine } = around.up;
    const { segments } = around.setting;
    this.next = null;
    if (next === null) {
      if (this.phase.tag === "ended") return;
      this.phase = WAITING;
      machine.block(thread);
      return;
    }
    this.phase = next;
    this.parallel = next.call;
    if (next.tag === "yield") {
      machine.block(thread); // a thread that is ready runs first
      machine.wake(thread, NOTHING, this.call, cause);
    } else if (next.tag === "transmit") goOn(around, thread, segments.multiRequest, cause);
    else if (next.tag === "retransmit") goOn(around, thread, segments.multiSend.sealed, cause);
    else if (next.tag === "handle") goOn(around, thread, segments.unpack, cause);
    else goOn(around, thread, NOTHING, cause);
  }

  private finish({ code }: Extract<Next, { tag: "multi returned" }>): void {
    const { world, up } = this.around;
    const { thread } = this;
    this.phase = { tag: "ended" };
    up.machine.block(thread);
    const outcome = code === RPC2_RETURN.success ? "returned" : "failed";
    world.recorder.endCall(this.call, world.sim.now, outcome, thread.cause);
    this.ended(this.outcomes);
  }
}
