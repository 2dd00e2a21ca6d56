import type { ComponentProps, KeyboardEvent } from "react";
import { toPlain } from "../trace/folds.ts";
import type { Stretch } from "../trace/folds.ts";
import { Scrubber } from "../timeline/tools/Scrubber.tsx";
import { TimelineFigure } from "../timeline/figure/TimelineFigure.tsx";
import type { Figure } from "../timeline/figure/figure.ts";
import type { View } from "../timeline/figure/scale.ts";

interface Props extends Pick<
  ComponentProps<typeof TimelineFigure>,
  "style" | "label" | "helpId" | "time" | "clock" | "playing" | "onScrub" | "onSelect" | "onView" | "zoomedIn"
> {
  readonly figure: Figure;
  readonly view: View;
  /** Both calls whole, in plain time, and the silences that are folded out of them. */
  readonly fit: View;
  readonly folds: readonly Stretch[];
  readonly onPan: (nanos: number) => void;
  readonly onZoom: (factor: number, about: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The drawing of two runs, with the slider of their common playhead. */
export function PairFigure({ figure, view, fit, folds, onPan, onZoom, onKeyDown, ...given }: Props) {
  const { perNano } = figure.scale;
  const moment = (at: number): number => toPlain(figure.scale.time(at), folds);
  return (
    <div className="twin-figure" onKeyDown={onKeyDown}>
      <TimelineFigure
        {...given}
        figure={figure}
        words=""
        onPan={(pixels) => onPan(-pixels / perNano)}
        onZoom={(factor, at) => onZoom(factor, moment(at))}
        onHold={(at) => ({ view, limits: fit, perNano, about: moment(at) })}
      />
      <Scrubber
        label="Playhead of both runs"
        figure={figure}
        time={given.time}
        text={given.clock}
        onScrub={given.onScrub}
      />
    </div>
  );
}
