/** The campus as a file. */
import type { Run } from "../../engine/experiments/types.ts";
import type { Ref } from "../../engine/kernel/trace-data.ts";
import { writeSvg, type FileOptions } from "../draw/svg.ts";
import { groundShapes } from "./draw.ts";
import { journeysOf } from "./journeys.ts";
import { campusLayout } from "./layout.ts";
import { liveShapes } from "./live.ts";
import { progressOf } from "./progress.ts";
import { wayOf } from "./use-campus.ts";
import { callUse } from "./use.ts";
import { sizeText, standText } from "./campus-text.ts";

interface CampusSvgOptions extends FileOptions {
  readonly call: number;
  readonly time: number; // ns of the run
  readonly selected: Ref;
}

/** A complete SVG document of the whole campus at a moment of a run; "" of a run that was on none. */
export function campusSvg({ trace, site, experiment }: Run, options: CampusSvgOptions): string {
  if (site?.kind !== "campus") return "";
  const { call, time, selected, width } = options;
  const layout = campusLayout(site.plan, width);
  const journeys = journeysOf(trace, site);
  const shapes = [
    ...groundShapes({
      layout,
      site,
      use: callUse(trace, site, call),
      route: wayOf(trace, site, layout, selected),
      chosen: null,
    }),
    ...liveShapes({ layout, journeys, progress: progressOf(trace, site, call), time, selected }),
  ];
  const title = `The campus of ${experiment}, call ${call}`;
  const description = `${sizeText(site)}. ${standText(site)}`;
  return writeSvg({ height: Math.ceil(layout.height), title, description }, shapes, options);
}
