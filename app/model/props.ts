/** The page hands this to the editor of a model. */
import type { Description, ParamValues } from "../../engine/experiments/types.ts";
import type { Conflict } from "./use-kept-text.ts";
import type { ModelSession, ModelValues } from "./session.ts";

export interface ModelEditorProps {
  readonly experiment: Description;
  /** The parameters at which the model is asked beside the chart's points. */
  readonly parameters: ParamValues;
  /** Text, status and last good values (see `useModel`). */
  readonly session: ModelSession;
  /** The function to show first; null for the text's beginning. */
  readonly at: string | null;
  /** Opened by the page, not by the reader: then the focus stays where it is. */
  readonly unasked?: boolean;
  /** Values of the paper's own text, as far as they are known. */
  readonly paperValues: ModelValues;
  readonly onChange: (source: string) => void;
  readonly onReset: () => void;
  readonly onRun: () => void;
  /** Gives up the start of Python. */
  readonly onCancel: () => void;
  /** Called when the editor comes into view. */
  readonly onWake: () => void;
  /** False where this browser cannot keep the text. */
  readonly kept: boolean;
  /** Another tab keeps another text: what the reader can do about it. */
  readonly conflict: Conflict | null;
}
