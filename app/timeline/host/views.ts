/** Which machines' states can be told, by the paper that the experiment is of. */
import type { Run } from "../../../engine/experiments/types.ts";
import { hostActions } from "./actions.ts";
import type { HostAction } from "./actions.ts";
import { conditionAt } from "./condition.ts";
import { callbackView } from "./callbacks.ts";
import { fireflyView } from "./firefly.ts";
import type { HostView } from "./view.ts";

type View = typeof fireflyView;

/** By the experiment's id, or the part of it before the stroke. */
const VIEWS: Readonly<Record<string, View>> = { firefly: fireflyView, "multirpc/callback-break": callbackView };

/** Of a protocol that has no view here the machine's condition alone. */
export function hostView(run: Run, machine: string, time: number): HostView {
  const { experiment } = run;
  const view = (VIEWS[experiment] ?? VIEWS[experiment.split("/")[0] ?? ""])?.(run.trace, machine, time);
  return view ?? { machine, title: null, ...conditionAt(run.trace, machine, time), fields: [], entries: [] };
}

export const hostActionsAt = (run: Run, machine: string, time: number): readonly HostAction[] =>
  hostActions(hostView(run, machine, time), time);
