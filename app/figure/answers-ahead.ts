/** The questions of a figure of many machines to a large run, for tasks of their own. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { AskAhead } from "../trace/answers-ahead.ts";
import { hasMany } from "../trace/lanes.ts";
import type { Arrangement } from "./arrange.ts";
import { arrangementOf } from "./arrange-many.ts";
import { behindWork } from "./cable.ts";
import { machinesARowAcross } from "./frame-many.ts";
import { rowTimes } from "./row-strips.ts";
import { trafficOf } from "./traffic.ts";
import { tellersWaits } from "./work.ts";

export function questionsToMany(trace: TraceData, call: number): readonly AskAhead[] {
  if (!hasMany(trace)) return [];
  const arrangement = (): Arrangement => arrangementOf(trace, call);
  return [
    arrangement,
    () => trafficOf(arrangement()),
    () => tellersWaits(arrangement()),
    () => rowTimes(arrangement(), machinesARowAcross(arrangement())),
    () => behindWork(trace, call),
  ];
}
