/** What a page gives to a timeline whose reader may take hold of things. */
import type { Setup } from "../../setup/setup.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { Choice, Fineness, Handle, Held, Meaning, Stroke } from "./handle.ts";

export interface Hands {
  /** Those of the run that is shown, in order of time. The function is another where run or setup is. */
  readonly handlesOf: (shown: ShownCall) => readonly Handle[];
  /** Of these, in any order, those of packets, by row of the trace. */
  readonly packetsOf: (shown: ShownCall, rows: readonly number[]) => readonly Handle[];
  /** All others. */
  readonly othersOf: (shown: ShownCall) => readonly Handle[];
  /** What it would mean to let go of a handle of the run before the drag. */
  readonly meaningOf: (handle: Handle, held: Held, fine: Fineness) => Meaning;
  /** @param at the moment at which an edge was pressed */
  readonly choicesOf: (handle: Handle, at: number) => readonly Choice[];
  /** What a key does to a handle; null where it does nothing. */
  readonly stepped: (handle: Handle, stroke: Stroke, fine: Fineness) => Meaning | null;
  /** What comes of the run that is shown, beside the one before: "The call returns at 35 ms (+20.6).". */
  readonly outcome: () => string;
  /** Whether a hand on the page holds something, here or in another figure, where it means another setup. */
  readonly isHeld: boolean;
  /**
   * A hook: whether the run of the place where the hand is has yet to come. What shows it is rendered then, and the
   * figure once, with that run.
   */
  readonly useLate: () => boolean;
  /** A hook: whether it has been so for so long that the figure says so. */
  readonly usePale: () => boolean;
  /** Shows the run of a setup while something is held; null takes it away. */
  readonly onPreview: (setup: Setup | null) => void;
  /**
   * Puts a setup in place.
   * @param name equal for changes that are one step of undo where they follow closely; null for a step of its own
   */
  readonly onChange: (setup: Setup, name: string | null) => void;
}
