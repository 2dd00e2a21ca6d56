/** The campus as a file. */
import type { Run } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { writeSvg } from "../timeline/svg.ts";
import { PALETTES } from "../timeline/theme.ts";
import type { ThemeName } from "../timeline/theme.ts";
import { groundShapes } from "./draw.ts";
import { journeysOf } from "./journeys.ts";
import { campusLayout } from "./layout.ts";
import { liveShapes } from "./live.ts";
import { progressOf } from "./progress.ts";
import { wayOf } from "./use-campus.ts";
import { callUse } from "./use.ts";
import { sizeText, standText } from "./words.ts";

export interface CampusSvgOptions {
  readonly call: number;
  readonly time: number; // ns of the run
  readonly selected: Ref;
  readonly width: number;
  readonly theme: ThemeName;
}

/** A complete SVG document of the whole campus at a moment of a run; "" of a run that was on none. */
export function campusSvg({ trace, campus, experiment }: Run, options: CampusSvgOptions): string {
  if (campus === undefined) return "";
  const { call, time, selected, width, theme } = options;
  const layout = campusLayout(campus.plan, width);
  const journeys = journeysOf(trace, campus);
  const shapes = [
    ...groundShapes({
      layout,
      site: campus,
      use: callUse(trace, campus, call),
      route: wayOf(trace, campus, layout, selected),
      chosen: null,
    }),
    ...liveShapes({ layout, journeys, progress: progressOf(trace, campus, call), time, selected }),
  ];
  const title = `The campus of ${experiment}, call ${call}`;
  const description = `${sizeText(campus)}. ${standText(campus)}`;
  return writeSvg({ width, height: Math.ceil(layout.height), title, description }, shapes, PALETTES[theme]);
}
