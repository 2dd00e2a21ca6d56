/**
 * For tests: a caller and its callees, joined by links on which a message takes 1 ms and each packet of its body one
 * more. The protocol by itself: no bytes, no machines, no contention.
 *
 * Ordering: events happen in the order of their times; at one time in the order in which they were set off.
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { flexBodyBytes, type FlexRequest, type FlexResult, type FlexResults } from "../../wire/flexrpc.ts";
import type { IpAddress } from "../../wire/ipv4.ts";
import { startCallee, stepCallee, type CalleeEffect, type CalleeInput, type CalleeState } from "./callee.ts";
import {
  newCaller,
  stepCaller,
  type CallerEffect,
  type CallerInput,
  type CallerState,
  type MulticastCall,
} from "./caller.ts";

export const CALLER = 0;
const PACKET = millis(1);
const PROCESS = millis(10);

/** What comes to a callee: a request first, then the rest. */
export type ToCallee = CalleeInput | { readonly tag: "request"; readonly request: FlexRequest };

export type ClusterStep =
  | {
      readonly who: typeof CALLER;
      readonly at: Nanos;
      readonly input: CallerInput;
      readonly after: CallerState;
      readonly effects: readonly CallerEffect[];
    }
  | {
      readonly who: number;
      readonly at: Nanos;
      readonly input: ToCallee;
      readonly before: CalleeState | null;
      readonly after: CalleeState;
      readonly effects: readonly CalleeEffect[];
    };

/** Results count their bytes in packets here. */
export interface ClusterOptions {
  readonly resultBytes: number;
  readonly takes: (callee: number) => Nanos; // how long its procedure runs
}

interface Due {
  readonly at: Nanos;
  readonly happen: () => void;
}

/** One direction from one machine to another: messages follow one another. */
interface Wire {
  freeAt: Nanos;
  cut: boolean;
}

export class Cluster {
  now: Nanos = 0;
  caller: CallerState = newCaller();
  readonly steps: ClusterStep[] = [];
  private readonly parts = new Map<number, CalleeState>(); // of the present call
  private readonly before = new Map<number, number>(); // callee to whom its request came from
  private readonly wires = new Map<string, Wire>();
  private readonly unreachable = new Set<number>();
  private readonly options: ClusterOptions;
  private due: Due[] = [];

  constructor(options: ClusterOptions) {
    this.options = options;
  }

  stateOf(callee: number): CalleeState | null {
    return this.parts.get(callee) ?? null;
  }

  call(request: Omit<MulticastCall, "callees">, callees: number): void {
    this.parts.clear();
    this.stepCaller({
      tag: "start",
      request: { ...request, callees: Array.from({ length: callees }, (_, i) => i + 1) },
    });
  }

  /** Nobody answers there. */
  unplug(callee: number): void {
    this.unreachable.add(callee);
  }

  /** The connection between two machines breaks, and both notice. */
  cut(one: number, other: number): void {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      this.wire(a, b).cut = true;
      this.lost(a, b);
    }
  }

  /** All that happens within `duration`, and at its end. */
  run(duration: Nanos): void {
    const until = this.now + duration;
    for (let next = this.next(); next !== undefined && next.at <= until; next = this.next()) {
      const first = next;
      this.now = first.at;
      this.due = this.due.filter((other) => other !== first);
      first.happen();
    }
    this.now = until;
  }

  private next(): Due | undefined {
    return this.due.reduce<Due | undefined>(
      (first, other) => (first === undefined || other.at < first.at ? other : first),
      undefined,
    );
  }

  private after(delay: Nanos, happen: () => void): void {
    this.due.push({ at: this.now + delay, happen });
  }

  private wire(from: number, to: number): Wire {
    const key = `${from}>${to}`;
    const known = this.wires.get(key) ?? { freeAt: 0, cut: false };
    this.wires.set(key, known);
    return known;
  }

  /** A message's `packets`-th packet leaves when it may; `arrive` happens a packet's time later. */
  private carry(from: number, to: number, arrive: () => void): void {
    const wire = this.wire(from, to);
    wire.freeAt = Math.max(wire.freeAt, this.now) + PACKET;
    this.due.push({ at: wire.freeAt, happen: () => (wire.cut ? undefined : arrive()) });
  }

  private lost(who: number, peer: number): void {
    if (who === CALLER) this.stepCaller({ tag: "lost", position: peer });
    else if (this.parts.has(who)) this.step(who, { tag: this.before.get(who) === peer ? "abandoned" : "next lost" });
  }

  private request(from: number, to: number, request: FlexRequest): void {
    if (this.unreachable.has(to) || this.wire(from, to).cut) {
      this.after(2 * PACKET, () => this.lost(from, to));
      return;
    }
    this.carry(from, to, () => {
      this.before.set(to, from);
      const [state, effects] = startCallee(request);
      this.took(to, { tag: "request", request }, null, state, effects);
    });
  }

  /** Packets of an argument, up to the `upTo`-th. */
  private argument(from: number, to: number, upTo: number): void {
    if (!this.unreachable.has(to)) this.carry(from, to, () => this.step(to, { tag: "argument", arrived: upTo }));
  }

  private results(from: number, to: number, message: FlexResults, arrived: number): void {
    const whole = arrived === flexBodyBytes(message);
    this.carry(from, to, () => {
      if (to !== CALLER) this.step(to, { tag: "results", message, arrived, whole });
      else if (whole) this.stepCaller({ tag: "results", message });
    });
  }

  private stepCaller(input: CallerInput): void {
    const [after, effects] = stepCaller(this.caller, input);
    this.caller = after;
    this.steps.push({ who: CALLER, at: this.now, input, after, effects });
    for (const effect of effects) {
      if (effect.tag !== "send") continue;
      this.request(CALLER, effect.to, effect.request);
      for (let packet = 1; packet <= effect.request.argumentBytes; packet++) this.argument(CALLER, effect.to, packet);
    }
  }

  private step(callee: number, input: CalleeInput): void {
    const before = this.parts.get(callee);
    if (before === undefined) return; // it never had a request
    const [after, effects] = stepCallee(before, input);
    this.took(callee, input, before, after, effects);
  }

  private took(
    who: number,
    input: ToCallee,
    before: CalleeState | null,
    after: CalleeState,
    effects: readonly CalleeEffect[],
  ): void {
    this.parts.set(who, after);
    this.steps.push({ who, at: this.now, input, before, after, effects });
    for (const effect of effects) this.carryOut(who, effect);
  }

  private carryOut(who: number, effect: CalleeEffect): void {
    const before = this.before.get(who) ?? CALLER;
    const next = this.nextOf(who);
    switch (effect.tag) {
      case "hand on":
        this.request(who, next, effect.request);
        return;
      case "hand on argument":
        this.argument(who, next, effect.upTo);
        return;
      case "process":
        this.after(this.options.takes(who), () => {
          if (this.parts.get(who)?.tag === "process") {
            this.step(who, { tag: "processed", resultBytes: this.options.resultBytes });
          }
        });
        return;
      case "send":
        for (let packet = 0; packet <= flexBodyBytes(effect.message); packet++) {
          this.results(who, before, effect.message, packet);
        }
        return;
      case "pass on":
        this.results(who, before, effect.message, effect.upTo);
        return;
      case "give up":
        this.cut(who, effect.which === "next" ? next : before);
    }
  }

  private nextOf(callee: number): IpAddress {
    return this.parts.get(callee)?.request.callees[0] ?? -1;
  }
}

/** How long a procedure runs where nobody says otherwise. */
export const usual = (): Nanos => PROCESS;

/** `1 2`, or with notes `1 2 3?` */
export const formatResults = (results: readonly FlexResult[]): string =>
  results.map(({ callee, status }) => `${callee}${status === "answered" ? "" : "?"}`).join(" ") || "none";
