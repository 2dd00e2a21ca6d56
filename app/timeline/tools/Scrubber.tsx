import type { CSSProperties } from "react";
import type { Figure } from "../../figure/figure.ts";

interface Props {
  readonly label: string;
  readonly figure: Figure;
  readonly time: number;
  readonly text: string;
  readonly onScrub: (time: number) => void;
}

const THUMB = 16;

/** A range that lies on the axis, a pixel a step, so that its thumb is the foot of the playhead. */
export function Scrubber({ label, figure, time, text, onScrub }: Props) {
  const { down, start, axis, scale } = figure;
  const place: CSSProperties = down
    ? { top: start - THUMB / 2, height: scale.length + THUMB, width: axis }
    : { left: start - THUMB / 2, width: scale.length + THUMB, top: axis - 12 };
  return (
    <input
      type="range"
      className="tl-range"
      style={place}
      min={0}
      max={Math.round(scale.length)}
      step={1}
      value={Math.round(Math.min(scale.length, Math.max(0, scale.at(time))))}
      aria-label={label}
      aria-orientation={down ? "vertical" : "horizontal"}
      aria-valuetext={text}
      onChange={(event) => onScrub(scale.time(Number(event.target.value)))}
    />
  );
}
