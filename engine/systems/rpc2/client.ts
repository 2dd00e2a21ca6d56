/** A calling RT-PC, and the program that is measured: it calls all servers, again and again, in one of three ways. */
import { durationOf } from "../../hardware/cost.ts";
import { CLIENT } from "../../hardware/campus-plan.ts";
import type { Worker } from "../../hardware/processors.ts";
import { PROTOTYPE, RT_PC } from "../../hardware/rt-pc-costs.ts";
import { itemAt } from "../../kernel/reads.ts";
import type { RandomStream } from "../../kernel/random.ts";
import { millis, type Nanos } from "../../kernel/time.ts";
import type { Handle, Peer } from "../../protocols/rpc2/connection.ts";
import type { GroupNumber } from "../../protocols/rpc2/groups.ts";
import type { ProcessEffect } from "../../protocols/rpc2/process-types.ts";
import { bindNow, joinNow, SHARED_KEY, type ServingParty } from "./bind.ts";
import { Binder, type BrokenConnection } from "./binder.ts";
import { noOutcomes, type Outcomes, type Surroundings } from "./caller.ts";
import { adapterOf, Host, type Setting } from "./host.ts";
import { MultiCaller } from "./multi-caller.ts";
import { clientName, serverName } from "./options.ts";
import { SimpleCaller } from "./simple-caller.ts";
import type { BySeal } from "./steps.ts";

/** The results and the times of one call to all servers. */
export interface Trial extends Readonly<Outcomes> {
  readonly took: Nanos;
  readonly busy: Nanos; // how long the client's processor worked meanwhile
  readonly startSpread: Nanos | null; // from the first server's beginning of the procedure to the last one's
}

/** The client gets a connection again over the network, at once, or not at all where the server is down. */
export type BindAgain =
  | { readonly tag: "over the network"; readonly peer: Peer }
  /** A server that was drawn dead is bound anew as it was before it died, and is found dead in each trial. */
  | { readonly tag: "at once"; readonly party: ServingParty }
  | { readonly tag: "down" };

export class Client extends Host implements Surroundings {
  readonly handles: Handle[] = [];
  readonly trials: Trial[] = [];
  private readonly pauses: RandomStream;
  private readonly tag: number;
  private multis: readonly MultiCaller[] = [];
  private callers: readonly SimpleCaller[] = [];
  private readonly byHandle = new Map<Handle, SimpleCaller>();
  private outcomes: Outcomes = noOutcomes(0);
  private startedAt: Nanos = 0;
  private enoughAt: Nanos | null = null;
  private busyAtStart: Nanos = 0;
  private running = 0; // threads that have not ended
  private done = 0; // requests sent in this trial, and servers that have answered or been given up
  private binder: Binder | null = null;
  private bindAgain: (server: number) => BindAgain = () => ({ tag: "down" });
  private readonly parties: (ServingParty | null)[] = []; // by server; null where one was bound anew over the network
  private groups: readonly (GroupNumber | null)[] | null = null; // by thread of MultiRPC; null before they are made

  /** @param client its number among the clients, from 0; left out: the first */
  constructor(setting: Setting, client = 0) {
    super(setting, clientName(client), CLIENT + client);
    const { world } = setting;
    const { streams, sim } = world;
    this.pauses = client === 0 ? streams.stream("pauses between trials") : streams.stream(`pauses of ${this.name}`);
    this.tag = sim.register(() => this.beginTrial());
  }

  /** Binds to all servers, `parties` in their order, and makes the first trial. */
  start(parties: readonly ServingParty[], bindAgain: (server: number) => BindAgain): void {
    this.prepare(parties, bindAgain);
    this.begin();
  }

  /** Makes the first trial: of more clients than trials, the last ones make none. */
  protected begin(): void {
    if (this.setting.supply.take()) this.beginTrial();
  }

  /** Binds to all servers, without a call. */
  protected prepare(parties: readonly ServingParty[], bindAgain: (server: number) => BindAgain): void {
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

  /** Memory of MultiRPC's tables. Those of a fixed size have room for the same number of sites from the start. */
  get tableBytes(): number {
    const { tables = "growing" } = this.setting.options;
    const sites = tables === "static" ? PROTOTYPE.tableSites.value : this.up.process.tableRoom;
    return sites * PROTOTYPE.tableEntryBytes.value;
  }

  protected programStarts(): void {
    throw new Error("The client does not restart: a fault script cannot ask for it.");
  }

  protected override get events(): number {
    return this.up.process.outstanding;
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

  says(label: string, kind: "note" | "failed", { cause, call }: Worker): void {
    this.note(label, { kind, cause, call });
  }

  /** A request was made, or its result is there: one of two steps for each server. */
  private stepped(): void {
    const { options, supply } = this.setting;
    supply.comes(this.number, ++this.done / (2 * options.servers));
  }

  protected heard(effect: ProcessEffect, by: Worker): void {
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

  protected drained(listener: Worker): void {
    for (const caller of this.multis) caller.drained(listener);
  }

  private bindAtOnce(server: number, party: ServingParty): void {
    const { process } = this.up;
    const { security } = this.setting.options;
    const ours = { peer: this.peer, process, bound: () => this.recordInNoTime() };
    this.handles[server] = bindNow(ours, party, this.now, security);
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
    const ours = { peer: this.peer, process, bound: () => this.recordInNoTime() };
    return this.multis.map((_, thread) => {
      const servers = this.serversOf(thread);
      const isKnown = servers.every((server) => this.parties[server] !== null);
      if (this.setting.options.sending !== "multicast" || !isKnown) return null;
      const uniquefier = this.world.streams.stream("numbers of groups").uint32();
      const group = process.group({ uniquefier, key: SHARED_KEY }, this.now);
      for (const server of servers) {
        const party = this.parties[server];
        const handle = itemAt(this.handles, server, "connection to server");
        if (party !== null && party !== undefined) joinNow(ours, party, group, handle, this.now);
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
      process.unbind(handle, this.now);
      this.recordSteps();
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
    this.startedAt = sim.now;
    this.enoughAt = null;
    this.busyAtStart = this.processorBusyNs;
    this.setting.starts.clear(this.number);
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

  /** A thread has ended. Where each has one call, the program needs only so many, but cannot stop the others. */
  private threadEnds(): void {
    this.running--;
    const needsNoMore = this.callers.length > 0 && this.outcomes.replies === this.enough;
    if (needsNoMore) this.enoughAt ??= this.world.sim.now;
    if (this.running === 0) this.trialEnds(this.outcomes);
  }

  private trialEnds(outcomes: Outcomes): void {
    const { sim } = this.world;
    const { options, starts, supply } = this.setting;
    const endedAt = this.enoughAt ?? sim.now;
    this.trials.push({
      ...outcomes,
      longestWait: Math.max(outcomes.longestWait, endedAt - outcomes.lastAt),
      took: endedAt - this.startedAt,
      busy: this.processorBusyNs - this.busyAtStart,
      startSpread: starts.spread(this.number),
    });
    this.done = 0;
    supply.ends(this.number);
    if (!supply.take()) {
      if (supply.isOver) this.world.answered();
      return;
    }
    const pause = millis(options.gapMs);
    sim.after(pause === 0 ? 0 : pause + this.pauses.integer(durationOf(RT_PC.tick)), this.tag, 0);
  }
}
