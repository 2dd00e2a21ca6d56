/**
 * For tests: a caller and its callees, joined by links on which a message takes 1 ms and each packet of its body one
 * more. The protocol by itself: no bytes, no machines, no contention.
 */
import { millis, type Nanos } from "../../kernel/time.ts";
import { flexBodyBytes, type FlexRequest, type FlexResults } from "../../wire/flexrpc.ts";
import { LossyNet, NetEnd, type Step } from "../testing/net.ts";
import { FLEX_CALLEE, type CalleeEffect, type CalleeInput, type CalleeState } from "./callee.ts";
import { FLEX_CALLER, type CallerEffect, type CallerInput, type CallerState, type MulticastCall } from "./caller.ts";

export const CALLER = 0;
const PACKET = millis(1);

export type FlexStep =
  | ({ readonly who: typeof CALLER } & Step<CallerState, CallerInput, CallerEffect>)
  | ({ readonly who: number } & Step<CalleeState, CalleeInput, CalleeEffect>);

/** Results count their bytes in packets here. */
interface FlexNetOptions {
  readonly resultBytes: number;
  readonly takes: (callee: number) => Nanos; // how long its procedure runs
}

export class FlexNet extends LossyNet<FlexStep> {
  private readonly callerEnd = new NetEnd(this, FLEX_CALLER.start(0), {
    machine: FLEX_CALLER,
    keep: (step) => this.steps.push({ who: CALLER, ...step }),
    act: (effect) => this.callerActs(effect),
  });
  private readonly callees = new Map<number, NetEnd<CalleeState, CalleeInput, CalleeEffect>>(); // of the present call
  private readonly before = new Map<number, number>(); // callee to the machine that its request came from
  private readonly freeAt = new Map<string, Nanos>(); // of a link in one direction: messages follow one another
  private readonly broken = new Set<string>(); // links, in one direction
  private readonly unreachable = new Set<number>();
  /** Of each result of procedures that end from now on. */
  resultBytes: number;
  private readonly takes: FlexNetOptions["takes"];

  constructor({ resultBytes, takes }: FlexNetOptions) {
    super();
    this.resultBytes = resultBytes;
    this.takes = takes;
  }

  get caller(): CallerState {
    const { state } = this.callerEnd;
    if (state === null) throw new Error("The caller is never down.");
    return state;
  }

  call(request: Omit<MulticastCall, "callees">, callees: number): void {
    this.callees.clear();
    const places = Array.from({ length: callees }, (_, i) => i + 1);
    this.callerEnd.step({ tag: "start", request: { ...request, callees: places } });
  }

  /** Nobody answers there. */
  unplug(callee: number): void {
    this.unreachable.add(callee);
  }

  /** The connection between two machines breaks, and both notice. */
  cut(one: number, other: number): void {
    this.cutTo(one, other);
    this.cutTo(other, one);
  }

  private cutTo(from: number, to: number): void {
    this.broken.add(link(from, to));
    this.lost(from, to);
  }

  /** A message's next packet leaves when it may; `arrive` happens a packet's time later, if the link still holds. */
  private carry(from: number, to: number, arrive: () => void): void {
    const way = link(from, to);
    const at = Math.max(this.freeAt.get(way) ?? 0, this.now) + PACKET;
    this.freeAt.set(way, at);
    this.after(at - this.now, () => (this.broken.has(way) ? undefined : arrive()));
  }

  private lost(who: number, peer: number): void {
    if (who === CALLER) this.callerEnd.step({ tag: "lost", position: peer });
    else this.step(who, { tag: this.before.get(who) === peer ? "abandoned" : "next lost" });
  }

  private request(from: number, to: number, request: FlexRequest): void {
    if (this.unreachable.has(to) || this.broken.has(link(from, to))) {
      this.after(2 * PACKET, () => this.lost(from, to));
      return;
    }
    this.carry(from, to, () => {
      this.before.set(to, from);
      this.callees.set(to, this.newCallee(to));
      this.step(to, { tag: "request", request });
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
      else if (whole) this.callerEnd.step({ tag: "results", message });
    });
  }

  private newCallee(who: number): NetEnd<CalleeState, CalleeInput, CalleeEffect> {
    return new NetEnd(this, FLEX_CALLEE.start(), {
      machine: FLEX_CALLEE,
      keep: (step) => this.steps.push({ who, ...step }),
      act: (effect) => this.calleeActs(who, effect),
    });
  }

  /** A callee that never had a request takes no step. */
  private step(callee: number, input: CalleeInput): void {
    this.callees.get(callee)?.step(input);
  }

  private callerActs(effect: CallerEffect): void {
    if (effect.tag !== "send") return;
    this.request(CALLER, effect.to, effect.request);
    for (let packet = 1; packet <= effect.request.argumentBytes; packet++) this.argument(CALLER, effect.to, packet);
  }

  private calleeActs(who: number, effect: CalleeEffect): void {
    const before = this.before.get(who) ?? CALLER;
    switch (effect.tag) {
      case "hand on":
        return this.request(who, this.nextOf(who), effect.request);
      case "hand on argument":
        return this.argument(who, this.nextOf(who), effect.upTo);
      case "process":
        return this.after(this.takes(who), () => this.processed(who));
      case "send":
        for (let packet = 0; packet <= flexBodyBytes(effect.message); packet++) {
          this.results(who, before, effect.message, packet);
        }
        return;
      case "pass on":
        return this.results(who, before, effect.message, effect.upTo);
      case "give up":
        return this.cut(who, effect.which === "next" ? this.nextOf(who) : before);
    }
  }

  /** The procedure of a callee that was abandoned meanwhile ends for nobody. */
  private processed(who: number): void {
    if (this.callees.get(who)?.state?.tag !== "process") return;
    this.step(who, { tag: "processed", resultBytes: this.resultBytes });
  }

  private nextOf(callee: number): number {
    const state = this.callees.get(callee)?.state ?? { tag: "idle" };
    const [next] = state.tag === "idle" ? [] : state.request.callees;
    if (next === undefined) throw new Error(`Callee ${callee} has nobody behind it.`);
    return next;
  }
}

const link = (from: number, to: number): string => `${from}>${to}`;
