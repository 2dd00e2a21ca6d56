/**
 * The handles of a timeline, the things that can be dragged: a packet, a machine’s edge, the end of a timer or of a
 * bar, the end of a packet on the wire. A drag never changes a run by itself: at each place it means another setup,
 * whose run is shown.
 */
import type { PacketName } from "../../../engine/faults/fault.ts";
import type { Ref } from "../../../engine/kernel/trace-data.ts";
import type { Setup } from "../../setup/setup.ts";

export type HandleKind = "packet" | "copy" | "edge" | "crash" | "restart" | "timer" | "bar" | "wire";

/** Across: on the ground, between, over the lift line; for an edge or a crash: pulled out of the figure. */
export type DropZone = "ground" | "middle" | "lift" | "out";

export interface Handle {
  /** Equal for the same thing in two runs: "packet call#1", "edge server", "timer retryMs 0", "bar serverMs 0". */
  readonly key: string;
  readonly kind: HandleKind;
  /** The row of the trace at which it is drawn: of a packet, a copy, a wire or a bar. NO_REF for the others. */
  readonly ref: Ref;
  /** The machine on whose row it stands; "" for what is on its way between two. */
  readonly machine: string;
  /** The stretch of the thing, in nanoseconds of the run: a packet’s way, a timer, a bar. The handle stands at `to`. */
  readonly from: number;
  readonly to: number;
  /** Where it is across while nobody holds it: a lost packet is on the ground, a copy over the lift line. */
  readonly rest: DropZone;
  /** Its name, for a pill and a screen reader: "call#1", "server", "timer of the caller". */
  readonly name: string;
  /** A sentence on what can be done with it, shown on hover. */
  readonly hint: string;
  /** The value that it sets, where it sets one. */
  readonly value: HandleValue | null;
  /** Found when they are first asked for. */
  readonly snaps: readonly Snap[];
  readonly sets: Sets;
}

/** The change that a drag of a handle writes. */
export type Sets =
  | {
      readonly tag: "packet";
      readonly packet: PacketName;
      /** When the packet arrives, or would arrive, where no fault makes it late. */
      readonly undelayed: number;
      /** When a copy of it that is sent right behind it arrives. */
      readonly behind: number;
    }
  /** `at`: the moment of the line of the script that is moved; null where a drag adds one. */
  | { readonly tag: "machine"; readonly machine: string; readonly at: number | null }
  | {
      readonly tag: "parameter";
      readonly parameter: string;
      /** Nanoseconds up to `to` that the parameter makes: of this thing, and of those that had to end before it. */
      readonly made: number;
      /** How many things that is. */
      readonly times: number;
    };

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
  /** The moment to which the handle was brought, in nanoseconds of the run; for one at rest this is its `to`. */
  readonly at: number;
  readonly zone: DropZone;
}

/** How finely a hand moves on the axis, in nanoseconds of the run. */
export interface Fineness {
  /** A tenth of the small tick: a moment or a duration that no snap has is a multiple of it. */
  readonly grain: number;
  /** A snap takes a thing that is as near as this; 0 turns snaps off. */
  readonly reach: number;
  /** The end of the axis: a restart there means that the machine stays down. */
  readonly end: number;
}

/** The meaning of a drop now. */
export interface Meaning {
  readonly setup: Setup;
  /** The fault line or the parameter: "drop call#1", "timer 20 → 14.3 ms". Empty where nothing would change. */
  readonly line: string;
  /** The snap that holds the thing, if one does. */
  readonly snap: Snap | null;
  /** Why this cannot be, or why it goes no further, as a sentence; null where there is nothing to say. */
  readonly refused: string | null;
}

/** A choice that the list beside a thing offers: what a drag could do, without one. */
export interface Choice {
  /** "Lose it". */
  readonly name: string;
  readonly line: string;
  readonly setup: Setup;
}

/** The effect of a key on the handle with the focus. */
export type Stroke =
  | { readonly do: "move"; readonly by: "step" | "fine"; readonly later: boolean }
  | { readonly do: "snap"; readonly later: boolean }
  | { readonly do: "lose" | "copy" | "reset" | "crash" };

/** Where kinds stand at one time, the one that is pulled first comes first. */
const ORDER: Readonly<Record<HandleKind, number>> = {
  edge: 0,
  packet: 1,
  copy: 2,
  wire: 3,
  bar: 4,
  timer: 5,
  crash: 6,
  restart: 7,
};

/** In order of time. */
export const inOrder = (handles: readonly Handle[]): readonly Handle[] =>
  handles.toSorted((a, b) => a.to - b.to || ORDER[a.kind] - ORDER[b.kind]);
