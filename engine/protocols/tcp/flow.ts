/**
 * How an end may send otherwise than by a fixed window and a fixed timer: what TCP of today adds
 * (protocols/today-tcp/). An end with a flow asks it how much may leave, what an acknowledgement means, when a timer
 * sends again, and when what came is acknowledged.
 */
import type { Nanos } from "../../kernel/time.ts";
import type { Fact } from "../machine.ts";
import type { Draft } from "./segments.ts";
import type { Segment, Stretch, TcpEffect, TcpOptions } from "./tcp-state.ts";

/** What a flow keeps of an end. Bytes and moments are those of the end's state; windows are in segments. */
export interface FlowState {
  /** How much may be under way, and where its growth turns from doubling to careful. */
  window: number;
  threshold: number;
  /** What CUBIC keeps of the last cut; null before one, and always where the rule is Reno’s. */
  cubic: CubicState | null;
  /** Open; repairing a loss that acknowledgements have shown; or after a time-out. */
  phase: "open" | "recovery" | "loss";
  /** What the other end has out of order, as far as it has said. */
  sacked: readonly Stretch[];
  /** Without selective acknowledgements: segments that duplicates stand for. */
  guessed: number;
  /** Bytes below it, and not sacked, count as lost; those below `resentUpTo` were sent again. */
  lostUpTo: number;
  resentUpTo: number;
  /** Round trips: the estimate, its variation, the least; NaN before the first. */
  smoothed: number;
  variation: number;
  least: number;
  /** The one segment that is timed: what is behind it, and when it left. */
  timed: { readonly upTo: number; readonly since: Nanos } | null;
  /** What the timer does that runs: sends again, or probes the tail. */
  timer: "resend" | "probe";
  /** The probe of a tail that is not yet answered. */
  probe: { readonly upTo: number; readonly again: boolean } | null;
  /** Whether the window held data back, the most that was under way, and until which byte that counts. */
  wasFull: boolean;
  most: number;
  countsUpTo: number;
  /** When data left last, and since when the first unacknowledged byte waits. */
  sentAt: Nanos;
  stalledSince: Nanos;
  /** Acknowledgements that are still given at once, bytes that wait for one, and when data came last. */
  quick: number;
  owed: number;
  cameAt: Nanos;
  /** When the opening segment left, while its answer may be timed. */
  openedAt: Nanos | null;
}

export interface CubicState {
  /** The window at the last cut, and the smaller one that counts where others need room. */
  readonly before: number;
  readonly most: number;
  /** Since when it has grown, and in how many seconds it is back at `most`; null until it grows. */
  readonly since: Nanos | null;
  readonly seconds: number;
  /** What Reno would have by now. */
  readonly reno: number;
}

/** A step of an end, as its flow takes part in it. */
export interface FlowStep {
  readonly draft: Draft;
  readonly flow: FlowState;
  readonly now: Nanos;
  readonly options: TcpOptions;
  readonly effects: TcpEffect[];
}

export interface Flow {
  start(): FlowState;
  /** The connection is being opened, or is open. */
  opening(step: FlowStep): void;
  opened(step: FlowStep): void;
  /** Data is there to be sent: gives the place in the stream up to which it may be. */
  limit(step: FlowStep): number;
  /** New data has left from this place on. */
  sent(step: FlowStep, from: number): void;
  acknowledged(step: FlowStep, segment: Segment): void;
  /** The timer of the data is over; false where the connection is to be given up. */
  timedOut(step: FlowStep): boolean;
  /** Data has come in order: when is it to be acknowledged? */
  acknowledgeAt(step: FlowStep, length: number): Nanos;
  /** What an acknowledgement says of data out of order, that at `near` first. */
  sacks(early: readonly Stretch[], near: number): readonly Stretch[];
  /** The moments of the state, counted from another one. */
  from(flow: FlowState, moment: Nanos): unknown;
  facts(flow: FlowState, options: TcpOptions): readonly Fact[];
}
