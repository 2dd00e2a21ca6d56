/** For tests: two ends of a connection, joined back to back. The protocol by itself: no bytes. */
import { millis, seconds } from "../../kernel/time.ts";
import { LossyNet, NetEnd, type Fate, type Step } from "../testing/net.ts";
import { resetFor, tcpEnd } from "./tcp.ts";
import type { Segment, TcpEffect, TcpInput, TcpOptions, TcpState } from "./tcp-state.ts";

export type End = "a" | "b";
type Sent = Extract<TcpEffect, { readonly tag: "send" }>;

/** What an end without a connection does: it answers by itself, and has no state. */
interface Answer {
  readonly at: number;
  readonly input: { readonly tag: "unknown" };
  readonly after: null;
  readonly effects: readonly Sent[];
}

export type TcpNetStep = { readonly end: End } & (Step<TcpState, TcpInput, TcpEffect> | Answer);

export const OPTIONS: TcpOptions = {
  segmentBytes: 1448,
  windowBytes: 65_535,
  acknowledgeAfter: millis(40),
  duplicateLimit: 3,
  retransmitAfter: millis(200),
  openAfter: seconds(3),
  sendLimit: 6,
  keepAlive: { after: seconds(1), every: seconds(1), limit: 5 },
};

/** @typeParam More steps of a protocol above it, which are kept among those of TCP */
export class TcpNet<More = never> extends LossyNet<TcpNetStep | More> {
  /** Bytes that each end has been given, in order. */
  readonly delivered = { a: 0, b: 0 };
  /** Whether each end has been told that the other one writes no more. */
  readonly finished = { a: false, b: false };
  options = OPTIONS;
  /** Called for each effect, before a segment of it is sent. */
  told: (end: End, effect: TcpEffect) => void = () => undefined;
  readonly ends = { a: this.end("a"), b: this.end("b") };
  private readonly silent = new Set<End>();
  private readonly fateOf: (from: End, sent: Sent) => Fate;

  /** The connection is open already. */
  constructor(fateOf: (from: End, sent: Sent) => Fate) {
    super();
    this.fateOf = fateOf;
  }

  private end(end: End): NetEnd<TcpState, TcpInput, TcpEffect> {
    const machine = tcpEnd(OPTIONS);
    const [opened] = machine.step(machine.start(), { tag: "opened before" }, 0);
    return new NetEnd(this, opened, {
      machine,
      tick: { tag: "tick" },
      keep: (step) => this.steps.push({ end, ...step }),
      act: (effect) => this.act(end, effect),
    });
  }

  /** The most that may be unacknowledged, from now on. */
  limitWindow(windowBytes: number): void {
    this.options = { ...OPTIONS, windowBytes };
    for (const end of [this.ends.a, this.ends.b]) end.become(tcpEnd(this.options));
  }

  /** Null where the end has no connection: it was never opened, or it is forgotten. */
  stateOf(end: End): TcpState | null {
    return this.ends[end].state;
  }

  write(end: End, bytes: number): void {
    this.ends[end].step({ tag: "write", bytes });
  }

  close(end: End): void {
    this.ends[end].step({ tag: "close" });
  }

  /** The connection does not exist yet, and `end` opens it. */
  connect(end: End): void {
    this.forget(end === "a" ? "b" : "a");
    this.open(end, { tag: "connect" });
  }

  /** The end knows of no connection any more; other than a silent one it answers. */
  forget(end: End): void {
    this.ends[end].begin(null);
  }

  silence(end: End): void {
    this.forget(end);
    this.silent.add(end);
  }

  private open(end: End, input: TcpInput): void {
    this.ends[end].begin(tcpEnd(this.options).start());
    this.ends[end].step(input);
  }

  private arrive(end: End, segment: Segment): void {
    if (this.silent.has(end)) return;
    const state = this.stateOf(end);
    if (state !== null && state.tag !== "ended") return this.ends[end].step({ tag: "segment", segment });
    if (segment.control === "open") return this.open(end, { tag: "asked to open" });
    const reset = resetFor(segment);
    const effects: Sent[] = reset === null ? [] : [{ tag: "send", segment: reset, what: "reset", again: false }];
    this.steps.push({ end, at: this.now, input: { tag: "unknown" }, after: null, effects });
    for (const effect of effects) this.act(end, effect);
  }

  private act(end: End, effect: TcpEffect): void {
    if (effect.tag === "deliver") this.delivered[end] += effect.bytes;
    if (effect.tag === "finished") this.finished[end] = true;
    this.told(end, effect);
    if (effect.tag !== "send") return;
    this.send(this.fateOf(end, effect), () => this.arrive(end === "a" ? "b" : "a", effect.segment));
  }
}
