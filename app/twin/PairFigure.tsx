import type { ComponentProps } from "react";
import { Scrubber } from "../timeline/tools/Scrubber.tsx";
import { TimelineFigure } from "../timeline/figure/TimelineFigure.tsx";
import { leastView, plainOf } from "../figure/scale.ts";
import type { OnOneAxis, TwinState } from "./use-twin.ts";

interface Props extends Pick<
  ComponentProps<typeof TimelineFigure>,
  "figure" | "style" | "label" | "helpId" | "time" | "clock" | "onScrub" | "onSelect"
> {
  readonly both: OnOneAxis;
  readonly state: TwinState;
}

/** The drawing of two runs, with the slider of their common playhead. */
export function PairFigure({ both, state, ...given }: Props) {
  const { figure, time, clock, onScrub } = given;
  const { view, zoomedIn, pan, zoom, setView, onKeyDown } = state;
  const { perPlain } = figure.scale;
  const moment = (at: number): number => plainOf(both, figure.scale.time(at));
  return (
    <div className="twin-figure enlarged" onKeyDown={onKeyDown}>
      <TimelineFigure
        {...given}
        {...{ words: "", playing: false, zoomedIn, onView: setView }}
        onPan={(pixels) => pan(-pixels / perPlain)}
        onZoom={(factor, at) => zoom(factor, moment(at))}
        onHold={(at) => {
          const about = moment(at);
          return { view, limits: both.fit, perPlain, about, least: leastView(both, about) };
        }}
      />
      <Scrubber label="Playhead of both runs" {...{ figure, time, onScrub }} text={clock} />
    </div>
  );
}
