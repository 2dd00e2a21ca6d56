/** The calling RT-PC, and the program that is measured: it calls all servers, again and again, in one of three ways. */
import { durationOf } from "../../hardware/cost.ts";
import { CLIENT } from "../../hardware/campus-plan.ts";
import type { Worker } from "../../hardware/processors.ts";
import { RT_PC } from "../../hardware/rt-pc-costs.ts";
import { itemAt } from "../../kernel/reads.ts";
import type { RandomStream } from "../../kernel/random.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Handle } from "../../protocols/rpc2/connection.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { bindNow, type ServingParty } from "./bind.ts";
import { noOutcomes, type Outcomes, type Surroundings } from "./caller.ts";
import { adapterOf, Host, type Setting } from "./host.ts";
import { MultiCaller } from "./multi-caller.ts";
import { CLIENT_NAME, serverName } from "./options.ts";
import { SimpleCaller } from "./simple-caller.ts";
import type { BySeal } from "./steps.ts";

/** The results and the times of one call to all servers. */
export interface Trial extends Readonly<Outcomes> {
  readonly took: Nanos;
  readonly busy: Nanos; // how long the client's processor worked meanwhile
}

export class Client extends Host implements Surroundings {
  readonly handles: Handle[] = [];
  readonly trials: Trial[] = [];
  private readonly pauses: RandomStream;
  private readonly tag: number;
  private multi: MultiCaller | null = null;
  private callers: readonly SimpleCaller[] = [];
  private readonly byHandle = new Map<Handle, SimpleCaller>();
  private outcomes: Outcomes = noOutcomes(0);
  private startedAt: Nanos = 0;
  private enoughAt: Nanos | null = null;
  private busyAtStart: Nanos = 0;
  private running = 0; // threads that have not ended
  private done = 0; // requests sent in this trial, and servers that have answered or been given up
  private parties: (server: number) => ServingParty | null = () => null;

  constructor(setting: Setting) {
    super(setting, CLIENT_NAME, CLIENT);
    const { world } = setting;
    this.pauses = world.streams.stream("pauses between trials");
    this.tag = world.sim.register(() => this.beginTrial());
  }

  /** Binds to all servers and makes the first trial. `parties` gives the server to bind to; null where it is down. */
  start(parties: (server: number) => ServingParty | null): void {
    const { mode, servers } = this.setting.options;
    this.parties = parties;
    if (mode === "multi") this.multi = new MultiCaller(this, (outcomes) => this.trialEnds(outcomes));
    else {
      const threads = mode === "threads" ? servers : 1;
      this.callers = Array.from({ length: threads }, (_, i) => {
        const name = threads === 1 ? CLIENT_NAME : `${CLIENT_NAME} thread ${i + 1}`;
        return new SimpleCaller(this, name, () => this.threadEnds());
      });
    }
    for (let server = 0; server < servers; server++) this.bind(server);
    this.beginTrial();
  }

  get enough(): number {
    const { followUp, waitFor, servers } = this.setting.options;
    return followUp === "all" && this.trials.length % 2 === 1 ? servers : waitFor;
  }

  protected programStarts(): void {
    throw new Error("The client does not restart: a fault script cannot ask for it.");
  }

  protected override get sending(): BySeal {
    const { segments, options } = this.setting;
    return options.mode === "multi" ? segments.multiSend : segments.send;
  }

  asked(): void {
    this.stepped();
  }

  ended(server: number, isReply: boolean, by: Worker): void {
    this.stepped();
    if (!this.setting.options.tellsOutcomes) return;
    const machine = serverName(server);
    const { cause, call } = by;
    const value = this.world.recorder.track(adapterOf(machine));
    const kind = isReply ? "answered" : "given up";
    this.note(`${machine} is ${isReply ? "told" : "given up"}`, { kind, value, cause, call });
  }

  /** A request was made, or its result is there: one of two steps for each server. */
  private stepped(): void {
    const { trials, servers } = this.setting.options;
    this.setting.progress?.((this.trials.length + ++this.done / (2 * servers)) / trials);
  }

  protected heard(effect: ProcessEffect, by: Worker): void {
    switch (effect.tag) {
      case "transmit":
      case "retransmit":
      case "yield":
      case "wake":
      case "handle":
      case "multi returned":
        this.multi?.heard(effect, by);
        return;
      case "returned":
      case "failed":
        this.byHandle.get(effect.handle)?.heard(effect, by);
        return;
      default:
    }
  }

  protected drained(listener: Worker): void {
    this.multi?.drained(listener);
  }

  private bind(server: number): void {
    const party = this.parties(server);
    const { process } = this.up;
    const { security } = this.setting.options;
    if (party === null) return;
    const ours = { peer: this.peer, process, bound: () => this.recordSteps() };
    this.handles[server] = bindNow(ours, party, this.now, security);
  }

  /** Binds again, before a call, each connection that an error has ended and whose server is up. */
  private rebind(): void {
    const { process } = this.up;
    for (const [server, handle] of this.handles.entries()) {
      if (process.end(handle)?.state.tag !== "HARDERROR" || this.parties(server) === null) continue;
      process.unbind(handle, this.now);
      this.recordSteps();
      this.bind(server);
    }
  }

  private beginTrial(): void {
    const { sim } = this.world;
    const { options } = this.setting;
    this.rebind();
    this.startedAt = sim.now;
    this.enoughAt = null;
    this.busyAtStart = this.processorBusyNs;
    this.outcomes = noOutcomes(sim.now);
    this.multi?.begin();
    this.running = this.callers.length;
    this.byHandle.clear();
    const all = Array.from({ length: options.servers }, (_, server) => server);
    for (const [i, caller] of this.callers.entries()) {
      const servers = this.callers.length === 1 ? all : [i];
      for (const server of servers) this.byHandle.set(itemAt(this.handles, server, "connection to server"), caller);
      caller.begin(servers, this.outcomes, this.enough);
    }
  }

  /** A thread has ended. Where each has one call, the program needs only so many, but cannot stop the others. */
  private threadEnds(): void {
    this.running--;
    if (this.outcomes.replies === this.enough) this.enoughAt ??= this.world.sim.now;
    if (this.running === 0) this.trialEnds(this.outcomes);
  }

  private trialEnds(outcomes: Outcomes): void {
    const { sim } = this.world;
    const { options } = this.setting;
    const endedAt = this.enoughAt ?? sim.now;
    this.trials.push({
      ...outcomes,
      longestWait: Math.max(outcomes.longestWait, endedAt - outcomes.lastAt),
      took: endedAt - this.startedAt,
      busy: this.processorBusyNs - this.busyAtStart,
    });
    this.done = 0;
    if (this.trials.length === options.trials) {
      sim.stop();
      return;
    }
    const pause = millis(options.gapMs);
    sim.after(pause === 0 ? 0 : pause + this.pauses.integer(durationOf(RT_PC.tick)), this.tag, 0);
  }
}
