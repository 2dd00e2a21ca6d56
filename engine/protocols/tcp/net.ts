/** For tests: two ends of a connection, joined back to back. The protocol by itself: no bytes. */
import { millis, seconds } from "../../kernel/time.ts";
import { LossyNet, NetEnd, type Fate, type Step } from "../testing/net.ts";
import { resetFor, tcpEnd } from "./tcp.ts";
import type { Segment, TcpEffect, TcpInput, TcpOptions, TcpState } from "./tcp.ts";

export type End = "a" | "b";
const otherEnd = (end: End): End => (end === "a" ? "b" : "a");

type Sent = TcpEffect & { readonly tag: "send" };

type TcpStep = Step<TcpState, TcpInput, TcpEffect>;

/** What an end did. One without a connection answers by itself, and has no state. */
export type TcpNetStep =
  | ({ readonly end: End } & TcpStep)
  | {
      readonly end: End;
      readonly at: number;
      readonly input: { readonly tag: "unknown" };
      readonly after: null;
      readonly effects: readonly TcpEffect[];
    };

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

export class TcpNet extends LossyNet {
  readonly steps: TcpNetStep[] = [];
  /** Bytes that each end has been given, in order. */
  readonly delivered = { a: 0, b: 0 };
  options = OPTIONS;
  private readonly ends: Readonly<Record<End, NetEnd<TcpState, TcpInput, TcpEffect, void>>>;
  private readonly silent = new Set<End>();
  private readonly fateOf: (from: End, sent: Sent) => Fate;

  /** The connection is open already. */
  constructor(fateOf: (from: End, sent: Sent) => Fate) {
    super();
    this.fateOf = fateOf;
    const tcp = tcpEnd(OPTIONS);
    const end = (name: End) => {
      const [opened] = tcp.step(tcp.start(), { tag: "opened before" }, 0);
      return new NetEnd(this, tcp, opened, { tag: "tick" }, (step) => this.took({ end: name, ...step }));
    };
    this.ends = { a: end("a"), b: end("b") };
  }

  /** The most that may be unacknowledged, from now on. */
  limitWindow(windowBytes: number): void {
    this.options = { ...OPTIONS, windowBytes };
    for (const end of [this.ends.a, this.ends.b]) end.machine = tcpEnd(this.options);
  }

  /** Null where the end has no connection: it was never opened, or it is forgotten. */
  stateOf(end: End): TcpState | null {
    return this.ends[end].state;
  }

  write(end: End, bytes: number): void {
    this.ends[end].step({ tag: "write", bytes });
  }

  abort(end: End): void {
    this.ends[end].step({ tag: "abort" });
  }

  /** The connection does not exist yet, and `end` opens it. */
  connect(end: End): void {
    this.forget(otherEnd(end));
    this.open(end, { tag: "connect" });
  }

  /** The end knows of no connection any more; other than a silent one it answers. */
  forget(end: End): void {
    this.ends[end].state = null;
  }

  silence(end: End): void {
    this.forget(end);
    this.silent.add(end);
  }

  private open(end: End, input: TcpInput): void {
    this.ends[end].state = this.ends[end].machine.start();
    this.ends[end].step(input);
  }

  private arrive(end: End, segment: Segment): void {
    if (this.silent.has(end)) return;
    if (this.stateOf(end) !== null) return this.ends[end].step({ tag: "segment", segment });
    if (segment.control === "open") return this.open(end, { tag: "asked to open" });
    const reset = resetFor(segment);
    const effects: TcpEffect[] = reset === null ? [] : [{ tag: "send", segment: reset, what: "reset", again: false }];
    this.took({ end, at: this.now, input: { tag: "unknown" }, after: null, effects });
  }

  private took(step: TcpNetStep): void {
    const { end } = step;
    this.steps.push(step);
    for (const effect of step.effects) {
      if (effect.tag === "deliver") this.delivered[end] += effect.bytes;
      if (effect.tag !== "send") continue;
      this.send(this.fateOf(end, effect), () => this.arrive(otherEnd(end), effect.segment));
    }
  }
}
