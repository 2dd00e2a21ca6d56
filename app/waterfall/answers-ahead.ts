/** The questions of a waterfall to a large run, for tasks of their own. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { AskAhead } from "../trace/answers-ahead.ts";
import { stageRows, stepRows } from "./rows.ts";
import { MOST_SINGLE, sumRows } from "./sums.ts";

export const questionsToRows = (trace: TraceData, call: number): readonly AskAhead[] => [
  () => stepRows(trace, call),
  () => stageRows(trace, call),
  () => stageRows(trace, call).list.length > MOST_SINGLE && sumRows(trace, call),
];
