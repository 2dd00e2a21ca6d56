/** Two runs of any machines made ready to be drawn on one axis: nanoseconds since the shown call began in each. */
import type { AxisKind } from "../setup/axis.ts";
import type { Traced } from "../../engine/experiments/types.ts";
import { isKept } from "../trace/calls.ts";
import { hasMany } from "../trace/lanes.ts";
import { shownCall } from "../figure/shown-call.ts";
import { arrange } from "../figure/arrange-many.ts";
import { notComparable, onOneAxis, pairRuns } from "./pair.ts";
import type { Both } from "./pair.ts";

/** Makes two runs ready. A text says why that cannot be done, where it cannot. */
export const bothOf = (a: Traced, b: Traced, call: number, axis?: AxisKind): Both | string =>
  (hasMany(a.trace) || hasMany(b.trace) ? pairMany : pairRuns)(a, b, call, axis);

/** Rows of many machines are no partners. */
function pairMany(a: Traced, b: Traced, call: number, axis: AxisKind = "folded"): Both | string {
  for (const { trace } of [a, b]) {
    const ended = call <= trace.calls.count && trace.calls.outcome[call - 1] !== 0;
    if (!ended || !isKept(trace, call)) return notComparable(a, b, call);
  }
  const shown = { a: shownCall(a.trace, call, "linear", false), b: shownCall(b.trace, call, "linear", false) };
  const arrangements = { a: arrange(a.trace, call), b: arrange(b.trace, call) };
  return { arrangements, ...onOneAxis(shown, call, axis) };
}
