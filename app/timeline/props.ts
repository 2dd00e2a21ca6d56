/** The page hands these to the timeline and its companions. Times are absolute nanoseconds of the run. */
import type { Driving } from "./driving.ts";
import type { AxisKind } from "../setup/axis.ts";
import type { ReactNode } from "react";
import type { OtherAnswer } from "../setup/points.ts";
import type { Elsewhere } from "../trace/calls.ts";
import type { Traced } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { TimedRef } from "../trace/events.ts";
import type { Setup } from "../setup/setup.ts";
import type { Handle } from "./handle/handle.ts";
import type { Hands } from "./handle/hands.ts";

/** A run, or another trace, and the call of it that is shown: calls count from 1, as in the trace. */
interface RunAndCall<Of extends Traced = Traced> {
  readonly run: Of;
  readonly call: number;
}

/** The selected row; NO_REF for none. */
interface Selection {
  readonly selected: Ref;
  readonly onSelect: (ref: Ref) => void;
}

/** A goal as a place on the timeline: its limit, and the side of it that misses the goal. */
export interface Limit {
  readonly at: number;
  /** The moment from which the goal counts. */
  readonly from: number;
  readonly misses: "before" | "after";
  /** "goal: at most 31 s". */
  readonly words: string;
}

export interface TimelineProps extends RunAndCall, Selection {
  /** The moment under the playhead, in nanoseconds from the start of the run. */
  readonly time: number;
  readonly onTime: (time: number) => void;
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
  /** The theme that stands, where the page knows it: a change asks for a new drawing. Otherwise it is watched for. */
  readonly theme?: "light" | "dark" | undefined;
  /** The height that the figure is to keep to where it can, in pixels: bars are thinner and fewer steps are named. */
  readonly room?: number | undefined;
  /** A place that has opened with this call: it flies once by itself. Null or left out where nothing does. */
  readonly opened?: string | null | undefined;
  /** Whether the figure begins with what comes of the call after its end; it does where left out. */
  readonly later?: boolean | undefined;
  /** How time lies on the axis, where the page keeps it; else the timeline does, and begins with folds. */
  readonly axis?: AxisKind | undefined;
  readonly onAxis?: ((axis: AxisKind) => void) | undefined;
  /** The rung of the ladder, where the page keeps it; null for the processors of the run. */
  readonly rung?: number | null | undefined;
  readonly onRung?: ((rung: number | null) => void) | undefined;
  /** Stands in place of the figure, under the transport, which goes on moving the playhead: two runs on one axis. */
  readonly instead?: ReactNode;
  /** The machine whose state is looked at. Its name can be chosen where the page takes the choice. */
  readonly host?: string | null | undefined;
  readonly onHost?: ((machine: string | null) => void) | undefined;
  /** Adds the nth fault, from 1, that can befall the selected packet, or the machine looked at. */
  readonly onFault?: ((nth: number) => void) | undefined;
  /** Shows another call: an event that was to be run to lies there. */
  readonly onElsewhere?: ((place: Elsewhere) => void) | undefined;
  /** Events that were searched for and found; they are marked over the figure. */
  readonly found?: readonly TimedRef[] | undefined;
  /** From this moment on no further fault saves the run: a mark says so. */
  readonly lost?: number | undefined;
  /** The limit of a goal, where it is a moment of this run. */
  readonly limit?: Limit | null | undefined;
  /** Leads to the field of the search, where the page has one. */
  readonly onSearch?: (() => void) | undefined;
  /** The door before all but play and the steps, where the page has one; else all of it stands open. */
  readonly door?: { readonly isOpen: boolean; readonly onToggle: () => void } | undefined;
  /** Tools under the transport, where the page has room for more. */
  readonly tools?: (driving: Driving) => ReactNode;
  /** What a reader can take hold of, where the page takes changes. */
  readonly hands?: Hands | undefined;
  /** Told when the figure is first drawn, before it is painted: its height is known from then on. */
  readonly onDrawn?: (() => void) | undefined;
}

/** What paper and model say of a call's latency. */
export interface CallAnswers {
  /** The paper's measurement, where it has one. */
  readonly paper?: OtherAnswer | undefined;
  /** The answer of the paper's model, where it has one. */
  readonly model?: OtherAnswer | undefined;
}

/** A run under the reader’s hand, and what is known of its setup already. */
interface HeldRun extends CallAnswers {
  readonly run: Traced;
}

export interface WaterfallProps extends RunAndCall, Selection, CallAnswers {
  /** The address of this run, or of this call of a capture. */
  readonly runHref: string;
  /** Whether it begins with a row for each step; with one for each shown where left out. */
  readonly steps?: boolean;
  /** Its rows and answers take the place of those that stand, on the same scale. */
  readonly held?: HeldRun | undefined;
  /** The bars whose ends can be pulled, where the page takes changes. */
  readonly ends?: BarHands | undefined;
}

/** Bars that a parameter makes longer, in the run that is shown. */
export interface BarHands extends Pick<Hands, "onPreview" | "onChange"> {
  /** The setup of the run that is shown. */
  readonly setup: Setup;
  /** The one that stands, as a key. */
  readonly stands: string;
  readonly handles: readonly Handle[];
}

/** Events stand as a table, as a tree below their packets, or as sentences. */
export type EventsAs = "table" | "tree" | "story";

export interface EventListProps extends RunAndCall, Selection {
  readonly time: number;
  /** The form that it opens in; a table where left out. */
  readonly first?: EventsAs;
  /** Events that were searched for, in order of time; null while nothing is. */
  readonly found?: readonly TimedRef[] | null | undefined;
  /** From this moment on no further fault saves the run. */
  readonly lost?: number | undefined;
  /** Shows an event of another call. */
  readonly onElsewhere?: ((place: Elsewhere) => void) | undefined;
  readonly onSearch?: (() => void) | undefined;
}

export interface InspectorProps extends Selection {
  readonly run: Traced;
  /** Called with one line of a fault script: "drop call#1". Left out where nothing can be run again. */
  readonly onFault?: ((line: string) => void) | undefined;
}
