/** The functions that a page gives to a timeline whose things can be dragged. */
import type { Setup } from "../../setup/setup.ts";
import type { ShownCall } from "../../figure/shown-call.ts";
import type { Choice, Fineness, Handle, Held, Meaning, Stroke } from "./handle.ts";

export interface Hands {
  /** The setup that stands. */
  readonly setup: Setup;
  /** The handles of the shown run, in order of time. Another run or setup brings another function. */
  readonly handlesOf: (shown: ShownCall) => readonly Handle[];
  /** The handles of the packets in `rows` of the trace. Their order is free. */
  readonly packetsOf: (shown: ShownCall, rows: readonly number[]) => readonly Handle[];
  /** All others. */
  readonly othersOf: (shown: ShownCall) => readonly Handle[];
  /** The meaning of a drop now, for a handle of the run before the drag. */
  readonly meaningOf: (handle: Handle, held: Held, fine: Fineness) => Meaning;
  /** @param at the moment at which an edge was pressed */
  readonly choicesOf: (handle: Handle, at: number) => readonly Choice[];
  /** The effect of a key on a handle; null for a key without one. */
  readonly stepped: (handle: Handle, stroke: Stroke, fine: Fineness) => Meaning | null;
  /** The outcome of the shown run beside the run before: "The call returns at 35 ms (+20.6).". */
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
