/** For tests: the hosts of any protocol, by its ends, on wires that lose, copy and delay what is sent. No bytes. */
import type { Nanos } from "../../kernel/time.ts";
import {
  CALLEE,
  CALLER,
  ofHost,
  type Ends,
  type Host,
  type HostEffect,
  type HostInput,
  type MachineStep,
  type SendEffect,
} from "../ends.ts";
import { LossyNet, type Fate } from "./net.ts";

/** What a host has heard, the steps that its machines took, and what came of it. */
export interface EndsStep<Packet = unknown> {
  readonly at: Nanos;
  readonly host: string;
  readonly input: HostInput<Packet>;
  readonly kind: string; // of the packet that has come; "" for none
  readonly steps: readonly MachineStep[];
  readonly effects: readonly HostEffect<Packet>[];
}

interface EndsNetOptions<Packet> {
  /** Asked once for each packet that is sent. */
  readonly fateOf: (sent: SendEffect<Packet>, from: string) => Fate;
  /** How long the procedure runs; Infinity where only `done` ends it. */
  readonly runsFor: () => Nanos;
  readonly procedure: (argument: Uint8Array) => Uint8Array;
}

export class EndsNet<State, Packet> extends LossyNet<EndsStep<Packet>> {
  readonly ends: Ends<State, Packet>;
  private readonly states: (State | null)[]; // null while the host is down
  private readonly lives: number[];
  private readonly options: EndsNetOptions<Packet>;
  private calls = 0;

  constructor(ends: Ends<State, Packet>, options: EndsNetOptions<Packet>) {
    super();
    this.ends = ends;
    this.options = options;
    this.states = [...ends.start()];
    this.lives = this.states.map(() => 1);
    for (const host of this.states.keys()) {
      this.add({ deadline: () => this.deadline(host), tick: () => this.tell(host, { tag: "tick" }) });
    }
  }

  /** The program makes its next call. */
  call(data: Uint8Array): void {
    this.tell(CALLER, { tag: "call", call: ++this.calls, data });
  }

  /** The procedure has ended that an effect has started. */
  done(host: Host, work: string, data: Uint8Array): void {
    this.tell(host, { tag: "done", work, data });
  }

  crash(host: Host): void {
    this.states[host] = null;
  }

  restart(host: Host): void {
    const life = ofHost(this.lives, host) + 1;
    this.lives[host] = life;
    this.states[host] = this.ends.restart(host, life, this.moment);
  }

  private get moment() {
    return { now: this.now, calleeLife: ofHost(this.lives, CALLEE) };
  }

  private deadline(host: Host): Nanos | null {
    const state = this.states[host] ?? null;
    return state === null ? null : this.ends.deadline(state);
  }

  /** What comes to a host that is down is lost. */
  private tell(host: Host, input: HostInput<Packet>, kind = ""): void {
    const before = this.states[host] ?? null;
    if (before === null) return;
    const steps: MachineStep[] = [];
    const [after, effects] = this.ends.step(before, input, { ...this.moment, took: (step) => steps.push(step) });
    this.states[host] = after;
    const name = ofHost(this.ends.hosts, host);
    this.steps.push({ at: this.now, host: name, input, kind, steps, effects });
    for (const effect of effects) this.act(host, effect);
  }

  private act(host: Host, effect: HostEffect<Packet>): void {
    if (effect.tag === "send") {
      const { packet, call, kind, to = host === CALLER ? CALLEE : CALLER } = effect;
      const fate = this.options.fateOf(effect, ofHost(this.ends.hosts, host));
      this.send(fate, () => this.tell(to, { tag: "packet", packet, call }, kind ?? "packet"));
    } else if (effect.tag === "execute") {
      const { work, data } = effect;
      const life = this.lives[host];
      const result = this.options.procedure(data);
      this.after(this.options.runsFor(), () => (life === this.lives[host] ? this.done(host, work, result) : undefined));
    }
  }
}
