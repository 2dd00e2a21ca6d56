/** The drawing of a campus and the numbers behind it, made anew only where something that they depend on changed. */
import { useMemo } from "react";
import { NO_REF, refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../engine/kernel/trace-data.ts";
import type { CampusSite } from "../../engine/systems/rpc2.ts";
import type { Shape } from "../draw/scene.ts";
import { groundShapes } from "./draw.ts";
import { journeysOf } from "./journeys.ts";
import { campusLayout, closeLayout } from "./layout.ts";
import type { CampusLayout } from "./layout.ts";
import { liveShapes } from "./live.ts";
import type { CampusPlace } from "./places.ts";
import { progressOf } from "./progress.ts";
import type { Progress } from "./progress.ts";
import { routeOf } from "./route.ts";
import { callUse } from "./use.ts";
import type { CallUse } from "./use.ts";

/** The run, call, time and row that the reader looks at; no trace where there is no run. */
export interface CampusMoment {
  readonly trace: TraceData | null;
  readonly call: number;
  readonly time: number;
  readonly selected: Ref;
}

interface Drawn {
  readonly layout: CampusLayout;
  readonly ground: readonly Shape[];
  readonly live: readonly Shape[];
  readonly use: CallUse | null;
  readonly progress: Progress | null;
}

/** @param close the subnet that is drawn large; null for the whole campus */
export function useCampus(
  site: CampusSite,
  moment: CampusMoment,
  place: { width: number; close: number | null },
  chosen: CampusPlace | null,
): Drawn {
  const { trace, call, time, selected } = moment;
  const { width, close } = place;
  const use = trace === null ? null : callUse(trace, site, call);
  const progress = trace === null ? null : progressOf(trace, site, call);
  const layout = useMemo(() => layoutOf(site, width, close), [site, width, close]);
  const ground = useMemo(
    () => groundShapes({ layout, site, use, route: wayOf(trace, site, layout, selected), chosen }),
    [layout, site, use, trace, selected, chosen],
  );
  const live = useMemo((): readonly Shape[] => {
    if (trace === null || progress === null) return [];
    return liveShapes({ layout, journeys: journeysOf(trace, site), progress, time, selected });
  }, [trace, progress, layout, site, time, selected]);
  return { layout, ground, live, use, progress };
}

const layoutOf = ({ plan }: CampusSite, width: number, close: number | null): CampusLayout =>
  close === null ? campusLayout(plan, width) : closeLayout(plan, close, width);

/** The parts of the selected packet's way; none where no packet is selected. */
export function wayOf(trace: TraceData | null, site: CampusSite, layout: CampusLayout, selected: Ref) {
  const isPacket = trace !== null && selected !== NO_REF && refTable(selected) === "packet";
  if (!isPacket || refRow(selected) >= trace.packets.count) return [];
  return routeOf(layout, journeysOf(trace, site), refRow(selected));
}
