/** Two runs of many machines made ready to be drawn on one axis: nanoseconds since the shown call began in each. */
import type { Run } from "../../../engine/experiments/types.ts";
import { endOf, startOf } from "../../../engine/kernel/critical-path.ts";
import { isKept } from "../../trace/calls.ts";
import { foldsOf, toPlain, workOf } from "../../trace/folds.ts";
import type { Stretch } from "../../trace/folds.ts";
import type { View } from "../../timeline/figure/scale.ts";
import { setStage } from "../../timeline/figure/stage.ts";
import type { Stage } from "../../timeline/figure/stage.ts";
import { merged, notComparable, rowsOfCall } from "../pair.ts";
import type { SideName } from "../pair.ts";

export interface ManyPair {
  /** Neither has folds of its own. */
  readonly stages: Readonly<Record<SideName, Stage>>;
  /** How long each call took, in nanoseconds. */
  readonly took: Readonly<Record<SideName, number>>;
  readonly outcome: Readonly<Record<SideName, "returned" | "failed">>;
  /** Silences of both, since the calls began. */
  readonly folds: readonly Stretch[];
  /** Both calls fitted, in plain time (see app/trace/folds.ts); one cannot pan beyond. */
  readonly fit: View;
}

/** Room after the longer call, as a share of it. */
const SLACK = 0.012;

function worked({ trace, call }: Stage, nth: number): readonly Stretch[] {
  return rowsOfCall(trace, nth).map((ref) => ({
    from: startOf(trace, ref) - call.from,
    to: Math.min(endOf(trace, ref), call.to) - call.from,
  }));
}

/** Makes two runs ready. A text says why that cannot be done, where it cannot. */
export function pairMany(a: Run, b: Run, call: number): ManyPair | string {
  for (const { trace } of [a, b]) {
    const ended = call <= trace.calls.count && trace.calls.outcome[call - 1] !== 0;
    if (!ended || !isKept(trace, call)) return notComparable(a, b, call);
  }
  const stages = { a: setStage(a.trace, call, false), b: setStage(b.trace, call, false) };
  const took = { a: stages.a.call.to - stages.a.call.from, b: stages.b.call.to - stages.b.call.from };
  const how = ({ trace }: Run): "returned" | "failed" => (trace.calls.outcome[call - 1] === 1 ? "returned" : "failed");
  const whole = { from: 0, to: Math.max(took.a, took.b) };
  const busy = merged([...worked(stages.a, call), ...worked(stages.b, call)]);
  const folds = foldsOf(busy, workOf(busy, whole));
  const to = toPlain(whole.to, folds) * (1 + SLACK);
  return { stages, took, outcome: { a: how(a), b: how(b) }, folds, fit: { from: 0, to } };
}
