/** Two runs of many machines made ready to be drawn on one axis: nanoseconds since the shown call began in each. */
import type { Traced } from "../../../engine/experiments/types.ts";
import { endOf, startOf } from "../../../engine/kernel/critical-path.ts";
import { isKept } from "../../trace/calls.ts";
import { foldsOf, toPlain, workOf } from "../../trace/folds.ts";
import type { Stretch } from "../../trace/folds.ts";
import type { View } from "../../timeline/figure/scale.ts";
import { shownCall } from "../../timeline/figure/shown-call.ts";
import type { ShownCall } from "../../timeline/figure/shown-call.ts";
import { merged, notComparable, rowsOfCall } from "../pair.ts";
import type { SideName } from "../pair.ts";

export interface ManyPair {
  /** Neither has folds of its own. */
  readonly shown: Readonly<Record<SideName, ShownCall>>;
  /** The duration of each call, in nanoseconds. */
  readonly took: Readonly<Record<SideName, number>>;
  readonly outcome: Readonly<Record<SideName, "returned" | "failed">>;
  /** Silences of both, since the calls began. */
  readonly folds: readonly Stretch[];
  /** Both calls fitted, in plain time (see app/trace/folds.ts); one cannot pan beyond. */
  readonly fit: View;
}

/** Room after the longer call, as a share of it. */
const SLACK = 0.012;

function worked({ trace, call }: ShownCall, nth: number): readonly Stretch[] {
  return rowsOfCall(trace, nth).map((ref) => ({
    from: startOf(trace, ref) - call.from,
    to: Math.min(endOf(trace, ref), call.to) - call.from,
  }));
}

/** Makes two runs ready. A text says why that cannot be done, where it cannot. */
export function pairMany(a: Traced, b: Traced, call: number): ManyPair | string {
  for (const { trace } of [a, b]) {
    const ended = call <= trace.calls.count && trace.calls.outcome[call - 1] !== 0;
    if (!ended || !isKept(trace, call)) return notComparable(a, b, call);
  }
  const shown = { a: shownCall(a.trace, call, false, false), b: shownCall(b.trace, call, false, false) };
  const took = { a: shown.a.call.to - shown.a.call.from, b: shown.b.call.to - shown.b.call.from };
  const how = ({ trace }: Traced): "returned" | "failed" =>
    trace.calls.outcome[call - 1] === 1 ? "returned" : "failed";
  const whole = { from: 0, to: Math.max(took.a, took.b) };
  const busy = merged([...worked(shown.a, call), ...worked(shown.b, call)]);
  const folds = foldsOf(busy, workOf(busy, whole));
  const to = toPlain(whole.to, folds) * (1 + SLACK);
  return { shown, took, outcome: { a: how(a), b: how(b) }, folds, fit: { from: 0, to } };
}
