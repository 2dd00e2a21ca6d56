/** How high the parts of the stage may be, so that beside the prose all of it is seen at once. */
import { useSyncExternalStore } from "react";
import type { Figure } from "../../lessons/types.ts";
import { useMedia } from "../controls/media.ts";

/** Where the prose stands beside the stage and two figures have room below the timeline: as in stage.css. */
const BESIDE = "(min-width: 1321px)";
/** Masthead, head of the stage, transport and the space between them, in pixels: as in stage.css. */
const AROUND = 142;
/** The row of runs to compare with, where there are some: in stage.css too. */
const PINS = 36;
/** The line that says that the rest of the call is covered. */
const REST = 20;
/** What a figure needs so that nothing of it must be scrolled to, in pixels. */
const NEEDS: Readonly<Record<Figure, number>> = {
  waterfall: 294,
  inspector: 240,
  use: 248,
  chart: 248,
  model: 396,
};
/** What a chart needs besides, below which sentences stand: where its curves cross, why they are broken. */
const WORDS = 62;
/** Lower than this no timeline can be read: a low window scrolls. */
const LEAST_TIMELINE = 360;
export interface StageRoom {
  /** For the timeline without its transport. */
  readonly timeline: number;
  /** For each of the figures below it. */
  readonly figures: number;
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
}

/**
 * In pixels; null where the figures stand one below the other, as high as they like.
 * @param wordy whether sentences stand below the chart
 * @param pinned whether runs to compare with have their row
 * @param cut whether the rest of the call is covered
 */
export function useStageRoom(
  shown: readonly Figure[],
  wordy: boolean,
  pinned: boolean,
  cut: boolean,
): StageRoom | null {
  const beside = useMedia(BESIDE);
  const height = useSyncExternalStore(subscribe, () => window.innerHeight);
  if (!beside) return null;
  const figures = Math.max(0, ...shown.map((figure) => NEEDS[figure] + (figure === "chart" && wordy ? WORDS : 0)));
  const around = AROUND + (pinned ? PINS : 0) + (cut ? REST : 0);
  return { timeline: Math.max(LEAST_TIMELINE, height - around - figures), figures };
}
