/** The page hands this to the figure of two runs. */
import type { AxisKind } from "../setup/axis.ts";
import type { Traced } from "../../engine/experiments/types.ts";
import type { Labels } from "./differences.ts";
import type { TwinRows } from "./pair.ts";

export interface TwinProps {
  /** The run to compare with (pinned), and the present run. */
  readonly a: Traced;
  readonly b: Traced;
  /** The call of both runs that is compared, from 1. */
  readonly call: number;
  /** Called to compare another; left out where there is no choice. */
  readonly onCall?: ((call: number) => void) | undefined;
  /** The playhead: nanoseconds of the present run `b`, as in the single timeline. */
  readonly time: number;
  readonly onTime: (time: number) => void;
  /** The chosen row in each run; NO_REF for none. Where the page gives one side, the figure finds its partner. */
  readonly selected: TwinRows;
  readonly onSelect: (rows: TwinRows) => void;
  /** The names of the runs. */
  readonly labels: Labels;
  /** Whether the figure calls the first run the one before, the second the one after. */
  readonly words?: boolean | undefined;
  /** The theme that stands, where the page knows it. */
  readonly theme?: "light" | "dark" | undefined;
  /** How time lies on their axis; with silences folded where left out. */
  readonly axis?: AxisKind | undefined;
  /** Whether it stands among other figures and is to be no higher than it must. */
  readonly close?: boolean | undefined;
}
