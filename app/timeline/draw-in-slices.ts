/** Drawings of a large run, one after the other, each in slices. */
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { inSlices } from "../trace/in-slices.ts";
import type { View } from "./scale.ts";
import type { Stage } from "./stage.ts";
import type { Draw, Figure } from "./figure.ts";

export interface Wish {
  readonly stage: Stage;
  readonly draw: Draw;
  readonly view: View;
  readonly selected: Ref;
}

export interface Work {
  /** What is to be drawn; null where nothing is. It may change while a drawing goes on. */
  wish: Wish | null;
  busy: boolean;
}

/** Draws what is wished until that is done. A drawing of another run or place is given up. */
export async function drawAll(work: Work, onDrawn: (figure: Figure, wish: Wish) => void): Promise<void> {
  const wished = (): Wish | null => work.wish;
  try {
    for (let wish = wished(), done: Wish | null = null; wish !== null && wish !== done; wish = wished()) {
      const { draw, view, selected }: Wish = wish;
      const figure = await inSlices(draw(view, selected), () => work.wish?.draw === draw);
      if (figure !== undefined) onDrawn(figure, wish);
      done = wish;
    }
  } finally {
    work.busy = false; // at once: who wishes now begins anew
  }
}
