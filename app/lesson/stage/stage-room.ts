/** How high the figures of the stage may be, so that beside the prose all of it is seen at once. */
import { useSyncExternalStore } from "react";
import { useMedia } from "../../controls/media.ts";
import { subscribeToSize } from "../../draw/page-hooks.ts";

/** From this width of the window on figures are as high as the stage beside the prose leaves them. */
const BESIDE = 1181;
/** Masthead, head, line of progress and the space between them, in pixels: as in stage.css. */
const AROUND = 128;
/** What of its room the hero takes: with nothing open below it, with a figure of a few lines, with any other. */
export const HERO_SHARES = { alone: 1, low: 0.78, high: 2 / 3 } as const;
/** On a large screen a figure fills the window up to here: beyond it its parts are far apart and say no more. */
const MOST_HERO = 900;
/** In a lower window the page scrolls. */
const LEAST_HERO = 380;
/** A phone on its side, and what stands there around the figures: as in low.css. */
const LOW = "(min-width: 721px) and (max-height: 450px)";
const AROUND_LOW = 76;
const LEAST_LOW = 160;
/** Of another figure below a hero that needs more than its room. */
const LEAST_REST = 176;

interface StageRoom {
  /** For the hero, the transport of a timeline counted in. */
  readonly hero: number;
  /** For each of the others that are open. */
  readonly rest: number;
}

/**
 * In pixels; null where the figures stand one below the other, as high as they like.
 * @param share what the hero takes
 * @param taken by what else stands on the stage
 * @param drawn how high the hero is drawn: it may need more than its room, which the others then lack
 */
export function useStageRoom(share: number, taken: number, drawn: number): StageRoom | null {
  const low = useMedia(LOW);
  const height = useSyncExternalStore(subscribeToSize, () =>
    window.innerWidth < BESIDE && !low ? 0 : window.innerHeight,
  );
  if (height === 0) return null;
  if (low) return { hero: Math.max(LEAST_LOW, height - AROUND_LOW), rest: LEAST_REST };
  const all = height - AROUND - taken;
  const hero = Math.max(LEAST_HERO, Math.min(MOST_HERO, Math.floor(all * share)));
  const rest = Math.min(all - Math.max(hero, drawn), all * (1 - Math.min(share, HERO_SHARES.low)));
  return { hero, rest: Math.max(LEAST_REST, Math.floor(rest)) };
}
