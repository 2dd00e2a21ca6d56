/**
 * What an end of TCP keeps besides where it sends as today (protocols/today-tcp/): its windows, what it knows of
 * losses, and the times that it has measured.
 */
import type { Nanos } from "../../kernel/time.ts";

/** Bytes from..to. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What is behind a segment that is timed, and when it left. */
interface Timed {
  readonly upTo: number;
  readonly since: Nanos;
}

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
  /** The one segment that is timed. */
  timed: Timed | null;
  /** With HyStart: the first segments of this round, how many of them were answered, and their least trip. */
  round: { readonly sent: readonly Timed[]; readonly answered: number; readonly least: number } | null;
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
