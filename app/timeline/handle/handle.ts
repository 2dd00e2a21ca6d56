/**
 * What a reader can take hold of in a timeline: a packet, a machine’s edge, the end of a timer or of a bar, the end of a
 * packet on the wire. A drag never changes a run by itself: at each place it means another setup, whose run is shown.
 */
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import type { Setup } from "../../setup/setup.ts";

export type HandleKind = "packet" | "copy" | "edge" | "crash" | "restart" | "timer" | "bar" | "wire";

export interface Handle {
  /** Equal for the same thing in two runs: "packet call#1", "edge server", "timer call#1 0", "bar serverMs". */
  readonly key: string;
  readonly kind: HandleKind;
  /** The row of the trace at which it is drawn: of a packet, a copy, a wire or a bar. NO_REF for the others. */
  readonly ref: Ref;
  /** The machine on whose row it stands; "" for what is on its way between two. */
  readonly machine: string;
  /** The stretch of the thing, in nanoseconds of the run: a packet’s way, a timer, a bar. The handle stands at `to`. */
  readonly from: number;
  readonly to: number;
  /** What it is, for a pill and a screen reader: "call#1", "server", "timer of the caller". */
  readonly name: string;
  /** What one can do with it, in a sentence, before anybody does. */
  readonly hint: string;
  /** The value that it sets, where it sets one. */
  readonly value: HandleValue | null;
  readonly snaps: readonly Snap[];
}

/** A value along time, as a slider says it. */
export interface HandleValue {
  readonly now: number;
  readonly least: number;
  readonly most: number;
  /** "20 milliseconds". */
  readonly text: string;
}

/** A moment at which a held thing stays, and why. */
export interface Snap {
  readonly at: number;
  readonly words: string;
}

/** Where a held thing is. Only the present place decides, never the way there. */
export interface Held {
  /** The moment under the pointer, in nanoseconds of the run. */
  readonly at: number;
  /** Across: on the ground, between, over the lift line; for an edge or a crash: pulled out of the figure. */
  readonly zone: "ground" | "middle" | "lift" | "out";
}

/** What it would mean to let go now. */
export interface Meaning {
  readonly setup: Setup;
  /** The fault line or the parameter: "drop call#1", "timer 20 → 14.3 ms". Empty where nothing would change. */
  readonly line: string;
  /** The snap that has it, if one does. */
  readonly snap: Snap | null;
  /** Why this cannot be, as a sentence; null where it can. The setup is then the one before. */
  readonly refused: string | null;
}

/** A choice that the list beside a thing offers: what a drag could do, without one. */
export interface Choice {
  /** "Lose it". */
  readonly name: string;
  readonly line: string;
  readonly setup: Setup;
}
