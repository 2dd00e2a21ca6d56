/** A thread that makes simple RPC2 calls, one after another. One thread calls all servers; of many each calls one. */
import type { Worker } from "../../hardware/processors.ts";
import { itemAt } from "../../kernel/reads.ts";
import { millis } from "../../kernel/time.ts";
import { NO_REF } from "../../kernel/trace-data.ts";
import { RPC2_RETURN } from "../../wire/rpc2-codes.ts";
import type { Handle } from "../../protocols/rpc2/connection.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { count, goOn, noOutcomes, type Outcomes, type Surroundings } from "./caller.ts";
import { ONE_INTEGER } from "./program.ts";
import { NOTHING } from "./steps.ts";

/** The end of a simple call. */
export type Answer = Extract<ProcessEffect, { tag: "returned" | "failed" }>;

export class SimpleCaller {
  private readonly around: Surroundings;
  private readonly ended: () => void;
  private readonly thread: Worker;
  private servers: readonly number[] = [];
  private at = 0; // in `servers`
  private phase: "ended" | "sending" | "waiting" | "answered" = "ended";
  private answer: Answer | null = null;
  private call = 0;
  private outcomes: Outcomes = noOutcomes(0);
  private enough = Infinity;

  /** @param ended is called when the thread has called all its servers, or has replies enough */
  constructor(around: Surroundings, name: string, ended: () => void) {
    this.around = around;
    this.ended = ended;
    this.thread = around.up.machine.thread(name, () => this.done());
  }

  /** Calls these servers, and counts results into `outcomes`, until that has `enough` replies. */
  begin(servers: readonly number[], outcomes: Outcomes, enough: number): void {
    this.servers = servers;
    this.outcomes = outcomes;
    this.enough = enough;
    this.at = 0;
    this.beginCall();
  }

  private get server(): number {
    return itemAt(this.servers, this.at, "server of the thread");
  }

  /** The connection of its present call. */
  private get handle(): Handle {
    return itemAt(this.around.handles, this.server, "connection to server");
  }

  heard(answer: Answer, by: Worker): void {
    if (this.phase !== "waiting") return;
    this.phase = "answered";
    this.answer = answer;
    goOn(this.around, this.thread, NOTHING, by.cause);
  }

  private beginCall(): void {
    const { around, thread } = this;
    const { recorder, sim } = around.world;
    const { segments } = around.setting;
    this.call = recorder.beginCall(thread.owner, sim.now);
    around.serves(this.handle, this.call);
    this.phase = "sending";
    this.answer = null;
    thread.call = this.call;
    goOn(around, thread, segments.through(segments.request, around.up.process.outstanding), NO_REF);
  }

  private done(): void {
    if (this.phase === "sending") this.send();
    else this.endCall();
    this.around.rearm();
  }

  private send(): void {
    const { around, thread, call, handle } = this;
    const { world, setting, up } = around;
    const { timeoutMs, program = ONE_INTEGER } = setting.options;
    world.recorder.firstSpan(call, thread.first);
    around.asked();
    const limit = timeoutMs === null ? null : millis(timeoutMs);
    const { code, effects } = up.process.makeRpc(
      handle,
      { opcode: program.opcode, body: program.request(call), limit },
      world.sim.now,
    );
    around.apply(effects, thread);
    if (code === RPC2_RETURN.success) {
      this.phase = "waiting";
      up.machine.block(thread);
    } else {
      this.answer = { tag: "failed", handle, code };
      this.endCall();
    }
  }

  private endCall(): void {
    const { around, thread, answer, call, outcomes } = this;
    const { recorder, sim } = around.world;
    const isReply = answer?.tag === "returned" && answer.code === RPC2_RETURN.success;
    const { program = ONE_INTEGER } = around.setting.options;
    if (isReply) program.check(call, answer.reply.body);
    const { server } = this;
    count(outcomes, isReply ? server : null, sim.now);
    around.ended(server, isReply, thread);
    recorder.endCall(call, sim.now, isReply ? "returned" : "failed", thread.cause);
    this.at++;
    if (this.at < this.servers.length && outcomes.replies < this.enough) this.beginCall();
    else {
      this.phase = "ended";
      around.up.machine.block(thread);
      this.ended();
    }
  }
}
