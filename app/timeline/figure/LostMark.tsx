/** A line across the figure at the moment from which on the run is lost, with words beside it. */
import type { CSSProperties } from "react";
import { LOST_WORDS } from "../events/lost-words.ts";
import type { Figure } from "../../figure/figure.ts";
import "./moment-mark.css";

/** Right of this share of the width the words stand left of the line. */
const TURN = 0.6;

/** The words stand so far above the axis, in px. */
const HIGH = 24;

export function LostMark({ figure, at }: { readonly figure: Figure; readonly at: number }) {
  const { scale, start, down, playhead, width, axis } = figure;
  const along = scale.at(at);
  if (along < -1 || along > scale.length + 1) return null;
  const place = start + along;
  const lines = playhead.map(([from, to]): CSSProperties => ({
    ...{ insetInlineStart: place, insetBlockStart: from, blockSize: to - from },
  }));
  const isRight = !down && place > width * TURN;
  const side = isRight ? { right: width - place } : { left: place };
  const words: CSSProperties = down ? { top: place, right: 4 } : { top: axis - HIGH, ...side };
  return (
    <div className={down ? "tl-mark tl-lost down" : "tl-mark tl-lost"} style={{ width }} aria-hidden="true">
      {lines.map((style, i) => (
        <i key={i} style={style} />
      ))}
      <b style={words}>{LOST_WORDS}</b>
    </div>
  );
}
