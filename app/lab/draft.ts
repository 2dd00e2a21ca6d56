/**
 * A setup that does not stand yet, under the slider or the figure that a reader is moving. The draft is over where
 * another setup stands than the one that it began with.
 */
import type { TracedRun } from "../../engine/experiments/types.ts";
import type { ChartChoice } from "../setup/charts.ts";
import { setupKey } from "../setup/setup.ts";
import type { Setup } from "../setup/setup.ts";
import type { FinishedRun } from "./bench-work.ts";

interface AnyDraft {
  readonly of: Setup; // the setup that stands meanwhile
  readonly setup: Setup; // `of` itself where it was put in place and its run is awaited
}

/** The model follows a slider. */
interface SliderDraft extends AnyDraft {
  readonly tag: "slider";
  readonly models: Readonly<Record<string, number>>; // what the model says there, as far as that is known
}

/** A figure follows the hand on it, and a chart where the hand is over one. */
interface FigureDraft extends AnyDraft {
  readonly tag: "figure";
  readonly chart: ChartChoice | undefined; // shown in place of the chosen one
  readonly preview: Preview | null; // the newest run that has come, perhaps of a draft before
}

export type Draft = SliderDraft | FigureDraft;

export interface Preview {
  readonly setup: Setup;
  readonly run: TracedRun;
  readonly whole: Pick<FinishedRun, "run" | "keepCalls"> | null; // null where the run is an opening
}

interface Drafted {
  readonly draft: Draft | null; // the last one
  readonly setup: Setup;
}

/** The draft of a slider over the setup that stands; null where there is none. */
export const sliderDraftOf = ({ draft, setup }: Drafted): SliderDraft | null =>
  draft?.of === setup && draft.tag === "slider" ? draft : null;

/** The draft of a figure over the setup that stands; null where there is none. */
export const figureDraftOf = ({ draft, setup }: Drafted): FigureDraft | null =>
  draft?.of === setup && draft.tag === "figure" ? draft : null;

/** The draft, unless it was put in place. */
export const movedDraft = ({ draft }: Drafted): Draft | null => (draft?.setup === draft?.of ? null : draft);

/** The newest run of a figure’s draft; null where there is none. */
export const previewOf = (state: Drafted): Preview | null => figureDraftOf(state)?.preview ?? null;

/** Whether the run of a figure’s draft has yet to come: the preview is of a draft before. */
export function isLate(state: Drafted): boolean {
  const draft = figureDraftOf(state);
  return draft !== null && (draft.preview === null || setupKey(draft.preview.setup) !== setupKey(draft.setup));
}

/** The chart under a hand, with its setup; null where the hand is over none. */
export function draftChartOf(state: Drafted): { readonly setup: Setup; readonly name: ChartChoice } | null {
  const draft = figureDraftOf(state);
  return draft?.chart === undefined ? null : { setup: draft.setup, name: draft.chart };
}
