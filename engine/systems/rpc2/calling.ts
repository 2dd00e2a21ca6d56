/**
 * The program that is measured, as one thread of a client runs it: it calls all servers, again and again, in one of
 * three ways. It has a connection of its own to every server.
 */
import { itemAt } from "../../kernel/reads.ts";
import type { RandomStream } from "../../kernel/random.ts";
import { durationOf } from "../../hardware/cost.ts";
import type { Worker } from "../../hardware/processors.ts";
import { RT_PC } from "../../hardware/rt-pc-costs.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Handle, Peer } from "../../protocols/rpc2/connection.ts";
import type { GroupNumber } from "../../protocols/rpc2/groups.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import type { World } from "../world/world.ts";
import { bindNow, joinNow, SHARED_KEY, type ServingParty } from "./bind.ts";
import { Binder, type BrokenConnection } from "./binder.ts";
import { noOutcomes, type Outcomes, type Surroundings } from "./caller.ts";
import { adapterOf, type Host, type Incarnation, type Setting } from "./host.ts";
import { MultiCaller } from "./multi-caller.ts";
import { serverName } from "./options.ts";
import { SimpleCaller } from "./simple-caller.ts";

/** The results and the times of one call to all servers. */
export interface Trial extends Readonly<Outcomes> {
  readonly took: Nanos;
  readonly busy: Nanos; // how long the client's processor worked meanwhile
  readonly startSpread: Nanos | null; // from the first server's beginning of the procedure to the last one's
}

/** A moment, and how long the client's processor has worked until then. */
interface Moment {
  readonly at: Nanos;
  readonly busy: Nanos;
}

/** The program gets a connection again over the network, at once, or not at all where the server is down. */
export type BindAgain =
  | { readonly tag: "over the network"; readonly peer: Peer }
  /** A server that was drawn dead is bound anew as it was before it died, and is found dead in each trial. */
  | { readonly tag: "at once"; readonly party: ServingParty }
  | { readonly tag: "down" };

export class Calling implements Surroundings {
  readonly name: string;
  readonly world: World;
  readonly setting: Setting;
  private readonly host: Host;
  readonly handles: Handle[] = [];
  readonly trials: Trial[] = [];
  private readonly pauses: RandomStream;
  private readonly tag: number;
  private multis: readonly MultiCaller[] = [];
  private callers: readonly SimpleCaller[] = [];
  private readonly byHandle = new Map<Handle, SimpleCaller>();
  private outcomes: Outcomes = noOutcomes(0);
  private started: Moment = { at: 0, busy: 0 }; // of this trial
  private enoughThen: Moment | null = null;
  private running = 0; // threads that have not ended
  private done = 0; // requests sent in this trial, and servers that have answered or been given up
  private binder: Binder | null = null;
  private bindAgain: (server: number) => BindAgain = () => ({ tag: "down" });
  private readonly parties: (ServingParty | null)[] = []; // by server; null where one was bound anew over the network
  private groups: readonly (GroupNumber | null)[] | null = null; // by thread of MultiRPC; null before they are made

  /** @param pauses the stream of the pauses between two trials */
  constructor(host: Host, name: string, pauses: string) {
    const { world } = host;
    this.host = host;
    this.name = name;
    this.world = world;
    this.setting = host.setting;
    this.pauses = world.streams.stream(pauses);
    this.tag = world.sim.register(() => this.beginTrial());
  }

  get up(): Incarnation {
    return this.host.up;
  }

  apply(effects: readonly ProcessEffect[], by: Worker): void {
    this.host.apply(effects, by);
  }

  rearm(): void {
    this.host.rearm();
  }

  serves(handle: Handle, call: number): void {
    this.host.serves(handle, call);
  }

  /** Makes the first trial: where the trials are fewer than those who make them, the last ones make none. */
  begin(): void {
    if (this.setting.supply.take()) this.beginTrial();
  }

  /** Binds to all servers, without a call. */
  prepare(parties: readonly ServingParty[], bindAgain: (server: number) => BindAgain): void {
    this.bindAgain = bindAgain;
    this.binder = new Binder(
      this,
      (server, handle) => (this.handles[server] = handle),
      () => this.makeTrial(),
    );
    this.makeThreads();
    for (const [server, party] of parties.entries()) this.bindAtOnce(server, party);
  }

  /** The threads that call: those of MultiRPC share the servers; of others each has one server, or the only one all. */
  private makeThreads(): void {
    const { mode, servers, callers = 1 } = this.setting.options;
    const threads = mode === "multi" ? Math.min(callers, servers) : mode === "threads" ? servers : 1;
    const names = Array.from({ length: threads }, (_, i) => `${this.name} thread ${i + 1}`);
    if (threads === 1) names[0] = this.name;
    const ended = (): void => this.threadEnds();
    if (mode === "multi") this.multis = names.map((name) => new MultiCaller(this, name, ended));
    else this.callers = names.map((name) => new SimpleCaller(this, name, ended));
  }

  get enough(): number {
    const { followUp, waitFor, servers } = this.setting.options;
    return followUp === "all" && this.trials.length % 2 === 1 ? servers : waitFor;
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
    this.host.note(`${machine} is ${isReply ? "told" : "given up"}`, { kind, value, cause, call });
  }

  says(label: string, kind: "note" | "failed", { cause, call }: Worker): void {
    this.host.note(label, { kind, cause, call });
  }

  /** A request was made, or its result is there: one of two steps for each server. */
  private stepped(): void {
    const { options, supply } = this.setting;
    supply.comes(this, ++this.done / (2 * options.servers));
  }

  heard(effect: ProcessEffect, by: Worker): void {
    switch (effect.tag) {
      case "transmit":
      case "multicast":
      case "retransmit":
      case "yield":
      case "wake":
      case "handle":
      case "multi returned":
        this.multis.find((caller) => caller.isAbout(effect, by))?.heard(effect, by);
        return;
      case "returned":
      case "failed":
        for (const caller of this.multis) caller.answered(effect, by);
        this.byHandle.get(effect.handle)?.heard(effect, by);
        return;
      case "bound":
      case "bind failed":
        this.binder?.heard(effect);
        return;
      default:
    }
  }

  drained(listener: Worker): void {
    for (const caller of this.multis) caller.drained(listener);
  }

  private bindAtOnce(server: number, party: ServingParty): void {
    const { process } = this.up;
    const { security } = this.setting.options;
    const ours = { peer: this.host.peer, process, bound: () => this.host.recordInNoTime() };
    this.handles[server] = bindNow(ours, party, this.world.sim.now, security);
    this.parties[server] = party;
    this.groups = null;
  }

  /** The servers of a thread of MultiRPC. */
  private serversOf(thread: number): readonly number[] {
    const all = Array.from({ length: this.setting.options.servers }, (_, server) => server);
    return all.filter((server) => server % this.multis.length === thread);
  }

  /**
   * A group of connections for each thread, where requests go by multicast: made in no time, as connections are bound.
   * A thread has none any more once a server of its was bound anew over the network: it then sends one by one.
   */
  private makeGroups(): readonly (GroupNumber | null)[] {
    const { process } = this.up;
    const ours = { peer: this.host.peer, process, bound: () => this.host.recordInNoTime() };
    return this.multis.map((_, thread) => {
      const servers = this.serversOf(thread);
      const isKnown = servers.every((server) => this.parties[server] !== null);
      if (this.setting.options.sending !== "multicast" || !isKnown) return null;
      const uniquefier = this.world.streams.stream("numbers of groups").uint32();
      const group = process.group({ uniquefier, key: SHARED_KEY }, this.world.sim.now);
      for (const server of servers) {
        const party = this.parties[server];
        const handle = itemAt(this.handles, server, "connection to server");
        if (party !== null && party !== undefined) joinNow(ours, party, group, handle, this.world.sim.now);
      }
      return group;
    });
  }

  /** Gives up the connections that an error has ended; returns those that are to be bound anew over the network. */
  private giveUpBroken(): readonly BrokenConnection[] {
    const { process } = this.up;
    return [...this.handles.entries()].flatMap(([server, handle]): readonly BrokenConnection[] => {
      const end = process.end(handle);
      const again = end === null || end.state.tag === "HARDERROR" ? this.bindAgain(server) : null;
      if (again === null || again.tag === "down") return [];
      process.unbind(handle, this.world.sim.now);
      this.host.recordSteps();
      if (again.tag === "over the network") {
        this.parties[server] = null;
        this.groups = null;
        return [{ server, peer: again.peer }];
      }
      this.bindAtOnce(server, again.party);
      return [];
    });
  }

  /** A trial's time begins when all connections are there. */
  private beginTrial(): void {
    const broken = this.giveUpBroken();
    if (broken.length === 0) this.makeTrial();
    else this.binder?.begin(broken);
  }

  private makeTrial(): void {
    const { sim } = this.world;
    const { options } = this.setting;
    this.started = this.moment();
    this.enoughThen = null;
    this.setting.starts.clear(this.host.number, this.handles);
    this.outcomes = noOutcomes(sim.now);
    this.running = this.callers.length + this.multis.length;
    this.byHandle.clear();
    const all = Array.from({ length: options.servers }, (_, server) => server);
    this.groups ??= this.makeGroups();
    for (const [i, caller] of this.multis.entries()) {
      caller.begin(this.serversOf(i), this.outcomes, this.groups[i] ?? null);
    }
    for (const [i, caller] of this.callers.entries()) {
      const servers = this.callers.length === 1 ? all : [i];
      for (const server of servers) this.byHandle.set(itemAt(this.handles, server, "connection to server"), caller);
      caller.begin(servers, this.outcomes, this.enough);
    }
  }

  private moment(): Moment {
    return { at: this.world.sim.now, busy: this.host.processorBusyNs };
  }

  /** A thread has ended. Where each has one call, the program needs only so many, but cannot stop the others. */
  private threadEnds(): void {
    this.running--;
    const needsNoMore = this.callers.length > 0 && this.outcomes.replies === this.enough;
    if (needsNoMore) this.enoughThen ??= this.moment();
    if (this.running === 0) this.trialEnds(this.outcomes);
  }

  private trialEnds(outcomes: Outcomes): void {
    const { sim } = this.world;
    const { options, starts, supply } = this.setting;
    const { started, enoughThen } = this;
    const ended = enoughThen ?? this.moment();
    this.trials.push({
      ...outcomes,
      longestWait: Math.max(outcomes.longestWait, ended.at - outcomes.lastAt),
      took: ended.at - started.at,
      busy: ended.busy - started.busy,
      startSpread: starts.spread(this.host.number, this.handles),
    });
    this.done = 0;
    supply.ends(this);
    if (!supply.take()) {
      if (supply.isOver) this.world.answered();
      return;
    }
    const pause = millis(options.gapMs);
    sim.after(pause === 0 ? 0 : pause + this.pauses.integer(durationOf(RT_PC.tick)), this.tag, 0);
  }
}
