/** For tests: the hosts of any protocol, by its ends, on wires that lose, copy and delay what is sent. No bytes. */
import type { Nanos } from "../../kernel/time.ts";
import {
  CALLEE,
  CALLER,
  ofHost,
  receiversOf,
  type ExecuteEffect,
  type Host,
  type HostEffect,
  type HostInput,
  type Hosts,
  type MachineStep,
  type OwnInput,
  type SendEffect,
} from "../ends.ts";
import { LossyNet, type Fate } from "./net.ts";

/** A machine's step on a net. A protocol says by the name of the host which machine it is. */
export interface HostStep<
  Name extends string = string,
  State = unknown,
  Input = unknown,
  Effect = unknown,
> extends MachineStep<State, Input, Effect> {
  readonly at: Nanos;
  readonly host: Name;
  readonly life: number; // of the host, from 1
}

/** What a host has heard, the steps that its machines took, and what came of it. */
export interface EndsStep<Packet = unknown, Own extends OwnInput = never, Took extends HostStep = HostStep> {
  readonly at: Nanos;
  readonly host: string;
  readonly input: HostInput<Packet, Own>;
  readonly kind: string; // of the packet that has come; "" for none
  /** The names of the hosts, where a trace says which of them a packet is from and goes to; null: that is clear. */
  readonly hosts: readonly string[] | null;
  /** The call that this has wasted; null for none. */
  readonly wastes: number | null;
  readonly steps: readonly Took[];
  readonly effects: readonly HostEffect<Packet>[];
}

/** A procedure that a host has begun. */
interface Work {
  readonly call: number;
  readonly work: string;
  readonly runs: Nanos;
  readonly result: Uint8Array;
}

export interface EndsNetOptions<Packet, Own extends OwnInput = never> {
  /** Asked once for each packet that is sent, and for a broadcast once for each host that it goes to. */
  readonly fateOf: (sent: SendEffect<Packet>, from: Host) => Fate;
  /** How long the procedure runs; Infinity where only the test ends it. */
  readonly runsFor: (execution: ExecuteEffect, host: Host) => Nanos;
  readonly procedure: (argument: Uint8Array, host: Host) => Uint8Array;
  /** Whether a packet that has arrived is lost after all, since what carried it has broken; left out: none is. */
  readonly isCut?: (from: Host, to: Host) => boolean;
  /** How the procedure ends; left out, or null: it is done. */
  readonly endOf?: (execution: ExecuteEffect) => Own | null;
}

/** @typeParam Took the steps that the protocol's machines take */
export class EndsNet<State, Packet, Own extends OwnInput = never, Took extends HostStep = HostStep> extends LossyNet<
  EndsStep<Packet, Own, Took>
> {
  readonly ends: Hosts<State, Packet, Own>;
  /** Called for each step of a host, after its effects: a test may give a host an input of the protocol's own. */
  heard: (step: EndsStep<Packet, Own, Took>) => void = () => undefined;
  private readonly states: (State | null)[]; // null while the host is down
  private readonly lives: number[];
  private readonly options: EndsNetOptions<Packet, Own>;
  private readonly works = new Map<Host, Work>(); // that each host has begun last
  private readonly last = new Map<Host, number>(); // the call that each client has made last
  private readonly left = new Set<number>(); // calls that have failed or were cancelled
  private calls = 0;
  private hasEnded = true;

  constructor(ends: Hosts<State, Packet, Own>, options: EndsNetOptions<Packet, Own>) {
    super();
    this.ends = ends;
    this.options = options;
    this.states = [...ends.start()];
    this.lives = this.states.map(() => 1);
    for (const host of this.states.keys()) {
      this.add({ deadline: () => this.deadline(host), tick: () => this.tell(host, { tag: "tick" }) });
    }
  }

  /** The machines' steps, in their order. */
  get taken(): readonly Took[] {
    return this.steps.flatMap(({ steps }) => steps);
  }

  /** Whether the program's last call is under way. */
  get isCalling(): boolean {
    return !this.hasEnded;
  }

  /** The program of a client makes the next call. */
  call(data: Uint8Array, host: Host = CALLER): void {
    this.hasEnded = false;
    this.last.set(host, ++this.calls);
    this.tell(host, { tag: "call", call: this.calls, data });
  }

  /** A packet comes to a host from the other one of two; it belongs to the last call. */
  deliver(host: Host, packet: Packet, kind = ""): void {
    const from = host === CALLER ? CALLEE : CALLER;
    this.tell(host, { tag: "packet", packet, call: this.calls, from }, kind);
  }

  /** The procedure has ended that a host has begun, the last one where none is named. */
  done(host: Host, data: Uint8Array, work = this.workOf(host), call = this.works.get(host)?.call): void {
    const isWasted = this.ends.countsWaste === true && call !== undefined && this.left.delete(call);
    this.tell(host, { tag: "done", work, data }, "", isWasted ? call : null);
  }

  /** What a host has begun last; "" for nothing. */
  workOf(host: Host): string {
    return this.works.get(host)?.work ?? "";
  }

  /** The procedure that a host has begun last goes on for as long as it has run, and ends with its result, or this. */
  goOn(host: Host, result?: Uint8Array): void {
    const begun = this.works.get(host);
    if (begun === undefined) throw new Error(`Host ${host} has begun nothing.`);
    this.work(host, begun.runs, () => this.done(host, result ?? begun.result, begun.work, begun.call));
  }

  crash(host: Host): void {
    this.states[host] = null;
  }

  restart(host: Host): void {
    const life = ofHost(this.lives, host) + 1;
    this.lives[host] = life;
    this.states[host] = this.ends.restart(host, life, this.moment);
  }

  /** Null while the host is down. */
  stateOf(host: Host): State | null {
    return ofHost(this.states, host);
  }

  /** Which life of the host runs, or ran last, from 1. */
  lifeOf(host: Host): number {
    return ofHost(this.lives, host);
  }

  /** Something that a host works on: it is done after `duration`, unless the host is down or in another life then. */
  work(host: Host, duration: Nanos, done: () => void): void {
    const life = this.lives[host];
    this.after(duration, () => (life === this.lives[host] ? done() : undefined));
  }

  /** What comes to a host that is down is lost. */
  tell(host: Host, input: HostInput<Packet, Own>, kind = "", wastes: number | null = null): void {
    const before = this.states[host] ?? null;
    if (before === null) return;
    const [at, name, life] = [this.now, ofHost(this.ends.hosts, host), this.lifeOf(host)];
    const steps: Took[] = [];
    // The protocol names its machines' types by the host that has them.
    const took = (step: MachineStep): void => void steps.push({ ...step, at, host: name, life } as Took);
    const [after, effects] = this.ends.step(before, input, { ...this.moment, took });
    this.states[host] = after;
    const hosts = this.ends.roles === undefined ? null : this.ends.hosts;
    const step = { at, host: name, input, kind, hosts, wastes, steps, effects };
    this.steps.push(step);
    for (const effect of effects) this.act(host, effect);
    this.heard(step);
  }

  private get moment() {
    return { now: this.now, calleeLife: ofHost(this.lives, CALLEE) };
  }

  private deadline(host: Host): Nanos | null {
    const state = this.states[host] ?? null;
    return state === null ? null : this.ends.deadline(state);
  }

  private act(host: Host, effect: HostEffect<Packet>): void {
    switch (effect.tag) {
      case "send": {
        const { packet, call, kind } = effect;
        const { fateOf, isCut } = this.options;
        for (const to of receiversOf(this.ends, host, effect)) {
          this.send(fateOf(effect, host), () => {
            if (isCut?.(host, to) === true) return;
            this.tell(to, { tag: "packet", packet, call, from: host }, kind ?? "packet");
          });
        }
        return;
      }
      case "execute":
        return this.execute(host, effect);
      case "failed":
      case "cancelled":
        this.left.add(effect.call ?? this.last.get(host) ?? this.calls);
        this.hasEnded = true;
        return;
      case "returned":
      case "refused":
        this.hasEnded = true;
    }
  }

  private execute(host: Host, execution: ExecuteEffect): void {
    const { runsFor, procedure, endOf } = this.options;
    const { work, data, call } = execution;
    const own = endOf?.(execution) ?? null;
    const result = procedure(data, host);
    const runs = runsFor(execution, host);
    this.works.set(host, { call, work, runs, result });
    this.work(host, runs, () => (own === null ? this.done(host, result, work, call) : this.tell(host, own)));
  }
}
