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

type CallerStep = Step<CallerState, CallerInput, CallerEffect>;
type CalleeStep = Step<CalleeState, CalleeInput, CalleeEffect>;
type CalleeEnd = NetEnd<CalleeState, CalleeInput, CalleeEffect, void>;

export type FlexStep = ({ readonly who: typeof CALLER } & CallerStep) | ({ readonly who: number } & CalleeStep);

/** Results count their bytes in packets here. */
interface FlexNetOptions {
  readonly resultBytes: number;
  readonly takes: (callee: number) => Nanos; // how long its procedure runs
}

/** One direction from one machine to another: messages follow one another. */
interface Wire {
  freeAt: Nanos;
  cut: boolean;
}

export class FlexNet extends LossyNet {
  readonly steps: FlexStep[] = [];
  private readonly callerEnd = new NetEnd(this, FLEX_CALLER, FLEX_CALLER.start(0), null, (step) =>
    this.callerTook(step),
  );
  private readonly callees = new Map<number, CalleeEnd>(); // of the present call
  private readonly before = new Map<number, number>(); // callee to the machine that its request came from
  private readonly wires = new Map<string, Wire>();
  private readonly unreachable = new Set<number>();
  private readonly options: FlexNetOptions;

  constructor(options: FlexNetOptions) {
    super();
    this.options = options;
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
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      this.wire(a, b).cut = true;
      this.lost(a, b);
    }
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
    this.send([wire.freeAt - this.now], () => (wire.cut ? undefined : arrive()));
  }

  private lost(who: number, peer: number): void {
    if (who === CALLER) this.callerEnd.step({ tag: "lost", position: peer });
    else this.step(who, { tag: this.before.get(who) === peer ? "abandoned" : "next lost" });
  }

  private request(from: number, to: number, request: FlexRequest): void {
    if (this.unreachable.has(to) || this.wire(from, to).cut) {
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

  private newCallee(who: number): CalleeEnd {
    return new NetEnd(this, FLEX_CALLEE, FLEX_CALLEE.start(), null, (step) => {
      this.steps.push({ who, ...step });
      for (const effect of step.effects) this.carryOut(who, effect);
    });
  }

  private callerTook(step: CallerStep): void {
    this.steps.push({ who: CALLER, ...step });
    for (const effect of step.effects) {
      if (effect.tag !== "send") continue;
      this.request(CALLER, effect.to, effect.request);
      for (let packet = 1; packet <= effect.request.argumentBytes; packet++) this.argument(CALLER, effect.to, packet);
    }
  }

  /** A callee that never had a request takes no step. */
  private step(callee: number, input: CalleeInput): void {
    this.callees.get(callee)?.step(input);
  }

  private carryOut(who: number, effect: CalleeEffect): void {
    const before = this.before.get(who) ?? CALLER;
    switch (effect.tag) {
      case "hand on":
        this.request(who, this.nextOf(who), effect.request);
        return;
      case "hand on argument":
        this.argument(who, this.nextOf(who), effect.upTo);
        return;
      case "process":
        this.after(this.options.takes(who), () => {
          if (this.callees.get(who)?.state?.tag === "process") {
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
        this.cut(who, effect.which === "next" ? this.nextOf(who) : before);
    }
  }

  private nextOf(callee: number): number {
    const state = this.callees.get(callee)?.state ?? { tag: "idle" };
    const [next] = state.tag === "idle" ? [] : state.request.callees;
    if (next === undefined) throw new Error(`Callee ${callee} has nobody behind it.`);
    return next;
  }
}
