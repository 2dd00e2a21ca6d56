/** The page hands this to the editor of a model. */
import type { Description, ParamValues } from "../../engine/experiments/types.ts";
import type { ModelValues } from "./model-session.ts";
import type { EditedModel } from "./use-model.ts";

export interface ModelEditorProps extends Omit<EditedModel, "values"> {
  readonly experiment: Description;
  /** The parameters at which the model is asked beside the chart's points. */
  readonly parameters: ParamValues;
  /** The function to show first; null for the text's beginning. */
  readonly at: string | null;
  /** Opened by the page, not by the reader: then the focus stays where it is. */
  readonly unasked?: boolean;
  /** Values of the paper's own text, as far as they are known. */
  readonly paperValues: ModelValues;
}
