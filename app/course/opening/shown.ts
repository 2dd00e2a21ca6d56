/** What the scene shows, and what the reader holds in it. */
import type { BeatView } from "./beats.ts";
import type { Change } from "./call.ts";
import type { OpeningDrop } from "./grip.ts";
import type { Point } from "../../draw/point.ts";
import type { Told } from "./use-runs.ts";

export interface HeldGrip {
  readonly drop: OpeningDrop;
  readonly at: Point;
}

export interface Shown extends BeatView {
  /** The change from which a drag begins. */
  readonly base: Change;
  readonly told: Told;
  /** Its run. */
  readonly before: Told;
}
