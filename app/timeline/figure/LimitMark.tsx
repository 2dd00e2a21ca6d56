/** The limit of a goal: a dashed line at its moment with words beside it, and hatch over the moments that miss it. */
import type { CSSProperties } from "react";
import type { Limit } from "../props.ts";
import type { Figure } from "../../figure/figure.ts";
import { placedAcross, placedDown } from "./limit-words.ts";
import "./moment-mark.css";

export function LimitMark({ figure, limit }: { readonly figure: Figure; readonly limit: Limit }) {
  const { scale, start, down, playhead, width } = figure;
  const along = scale.at(limit.at);
  if (along < -1) return null;
  const isBeyond = along > scale.length + 1;
  const place = start + Math.min(along, scale.length);
  const begins = limit.misses === "before" ? start + Math.max(0, scale.at(limit.from)) : place;
  const ends = limit.misses === "before" ? place : start + scale.length;
  const stretch = (from: number, to: number, [low, high]: readonly [number, number]): CSSProperties => ({
    ...{ insetInlineStart: from, inlineSize: Math.max(0, to - from) },
    ...{ insetBlockStart: low, blockSize: high - low },
  });
  const text = isBeyond ? `${limit.words} ${down ? "↓" : "→"}` : limit.words;
  const placed = (down ? placedDown : placedAcross)(figure, place, text);
  return (
    <div className={down ? "tl-mark tl-limit down" : "tl-mark tl-limit"} style={{ width }} aria-hidden="true">
      {playhead.map((lane, i) => (
        <u key={i} style={stretch(begins, ends, lane)} />
      ))}
      {!isBeyond && playhead.map((lane, i) => <i key={i} style={stretch(place, place, lane)} />)}
      <b style={placed.style}>{placed.words}</b>
    </div>
  );
}
