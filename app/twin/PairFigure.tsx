import type { ComponentProps, KeyboardEvent } from "react";
import { Scrubber } from "../timeline/tools/Scrubber.tsx";
import { TimelineFigure } from "../timeline/figure/TimelineFigure.tsx";
import type { Figure } from "../figure/figure.ts";
import { leastView, plainOf } from "../figure/scale.ts";
import type { Course, View } from "../figure/scale.ts";

interface Props extends Pick<
  ComponentProps<typeof TimelineFigure>,
  "style" | "label" | "helpId" | "time" | "clock" | "playing" | "onScrub" | "onSelect" | "onView" | "zoomedIn"
> {
  readonly figure: Figure;
  readonly view: View;
  /** Both calls whole, in plain time, and how time lies on their axis. */
  readonly fit: View;
  readonly course: Course;
  readonly onPan: (nanos: number) => void;
  readonly onZoom: (factor: number, about: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The drawing of two runs, with the slider of their common playhead. */
export function PairFigure({ figure, view, fit, course, onPan, onZoom, onKeyDown, ...given }: Props) {
  const { perPlain } = figure.scale;
  const moment = (at: number): number => plainOf(course, figure.scale.time(at));
  return (
    <div className="twin-figure enlarged" onKeyDown={onKeyDown}>
      <TimelineFigure
        {...given}
        figure={figure}
        words=""
        onPan={(pixels) => onPan(-pixels / perPlain)}
        onZoom={(factor, at) => onZoom(factor, moment(at))}
        onHold={(at) => {
          const about = moment(at);
          return { view, limits: fit, perPlain, about, least: leastView(course, about) };
        }}
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
