/** The state of the timeline, as its parts know it. */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import type { View } from "../figure/scale.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { AxisKind } from "../setup/axis.ts";
import type { Driving } from "./driving.ts";
import type { TimelineCommand } from "./keys.ts";
import type { Ladder } from "./ladder/use-ladder.ts";
import type { StillAxis } from "./use-still.ts";

export interface TimelineState {
  readonly shown: ShownCall;
  readonly view: View;
  /** How the axis stands still under a hand. */
  readonly stillAxis: StillAxis;
  readonly setView: (view: View) => void;
  readonly ladder: Ladder;
  /** Null for the processors of the run; undefined where the reader has no choice. */
  readonly rung: number | null | undefined;
  readonly setRung: (rung: number | null) => void;
  /** Why the call does not stand on the rung that is wanted; empty where it does, and where none is. */
  readonly noRung: string;
  /** The playhead, within the shown call. */
  readonly now: number;
  readonly goTo: (time: number) => void;
  /** The selected row of this very trace; NO_REF for none. */
  readonly chosen: Ref;
  readonly speeds: readonly number[];
  readonly speed: number;
  readonly setSpeed: (speed: number) => void;
  readonly axis: AxisKind;
  readonly setAxis: (axis: AxisKind) => void;
  /** The kinds of axis that differ for this call: one without a long silence has nothing to fold. */
  readonly axes: readonly AxisKind[];
  /** Whether what comes of the call after its end is fitted; null where nothing does. */
  readonly later: boolean | null;
  readonly setLater: (later: boolean) => void;
  /** Keys of the kinds of machines that are open, of whatever call and run. */
  readonly open: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  readonly driving: Driving;
  readonly commands: Readonly<Record<TimelineCommand, () => void>>;
}
