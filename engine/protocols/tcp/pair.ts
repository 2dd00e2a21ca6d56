/**
 * For tests: two ends of a connection joined back to back by a wire that loses, copies and delays segments. The
 * protocol
 * by itself: no bytes, no machine.
 *
 * Ordering: events happen in the order of their times; at one time segments come first, in the order in which they were
 * sent, then the timers, that of end a first.
 */
import { millis, seconds, type Nanos } from "../../kernel/time.ts";
import {
  acceptTcp,
  connectTcp,
  openTcp,
  resetFor,
  stepTcp,
  tcpDeadline,
  type Segment,
  type TcpEffect,
  type TcpInput,
  type TcpOptions,
  type TcpState,
} from "./tcp.ts";

export type End = "a" | "b";
export const otherEnd = (end: End): End => (end === "a" ? "b" : "a");

/** How long after being sent each copy of a segment arrives: none, it is lost; two, it comes twice. */
export type Fate = readonly Nanos[];

export type Sent = TcpEffect & { readonly tag: "send" };

/** A step that was taken, with what went in and came out. */
export interface PairStep {
  readonly end: End;
  readonly at: Nanos;
  readonly input: TcpInput | { readonly tag: "connect" | "accept" | "unknown" };
  readonly after: TcpState | null;
  readonly effects: readonly TcpEffect[];
}

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

interface Due {
  readonly at: Nanos;
  readonly happen: () => void;
}

export class Pair {
  now: Nanos = 0;
  readonly steps: PairStep[] = [];
  /** Bytes that each end has been given, in order. */
  readonly delivered = { a: 0, b: 0 };
  options = OPTIONS;
  /** Null where an end has no connection: it was never opened, or it is forgotten. */
  private ends: Record<End, TcpState | null> = { a: openTcp(0, OPTIONS), b: openTcp(0, OPTIONS) };
  private readonly silent = new Set<End>();
  private readonly fateOf: (from: End, sent: Sent) => Fate;
  private due: Due[] = [];

  constructor(fateOf: (from: End, sent: Sent) => Fate) {
    this.fateOf = fateOf;
  }

  stateOf(end: End): TcpState | null {
    return this.ends[end];
  }

  write(end: End, bytes: number): void {
    this.step(end, { tag: "write", bytes });
  }

  abort(end: End): void {
    this.step(end, { tag: "abort" });
  }

  /** The connection does not exist yet, and `end` opens it. */
  connect(end: End): void {
    this.ends = { a: null, b: null };
    const [state, effects] = connectTcp(this.now, this.options);
    this.took(end, { tag: "connect" }, state, effects);
  }

  /** The end knows of no connection any more; other than a silent one it answers. */
  forget(end: End): void {
    this.ends[end] = null;
  }

  silence(end: End): void {
    this.forget(end);
    this.silent.add(end);
  }

  /** All that happens within `duration`, and at its end. */
  run(duration: Nanos): void {
    const until = this.now + duration;
    for (let next = this.next(); next.at <= until; next = this.next()) {
      this.now = next.at;
      this.due = this.due.filter((other) => other !== next);
      next.happen();
    }
    this.now = until;
  }

  private next(): Due {
    const timers = (["a", "b"] as const).map((end): Due => {
      const state = this.ends[end];
      return { at: state === null ? Infinity : tcpDeadline(state), happen: () => this.step(end, { tag: "tick" }) };
    });
    return [...this.due, ...timers].reduce((first, other) => (other.at < first.at ? other : first));
  }

  private arrive(end: End, segment: Segment): void {
    if (this.silent.has(end)) return;
    if (this.ends[end] !== null) return this.step(end, { tag: "segment", segment });
    if (segment.control === "open") {
      const [state, effects] = acceptTcp(this.now, this.options);
      return this.took(end, { tag: "accept" }, state, effects);
    }
    const reset = resetFor(segment);
    const effects: TcpEffect[] = reset === null ? [] : [{ tag: "send", segment: reset, what: "reset", again: false }];
    this.took(end, { tag: "unknown" }, null, effects);
  }

  private step(end: End, input: TcpInput): void {
    const before = this.ends[end];
    if (before === null) throw new Error(`End ${end} has no connection.`);
    const [after, effects] = stepTcp(before, input, this.now, this.options);
    this.took(end, input, after, effects);
  }

  private took(end: End, input: PairStep["input"], after: TcpState | null, effects: readonly TcpEffect[]): void {
    this.ends[end] = after;
    this.steps.push({ end, at: this.now, input, after, effects });
    for (const effect of effects) {
      if (effect.tag === "deliver") this.delivered[end] += effect.bytes;
      if (effect.tag !== "send") continue;
      for (const delay of this.fateOf(end, effect)) {
        this.due.push({ at: this.now + delay, happen: () => this.arrive(otherEnd(end), effect.segment) });
      }
    }
  }
}
