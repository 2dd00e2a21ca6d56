/** Makes the view of a machine at a moment of a run. */
import { findDescription } from "../../../engine/experiments/lookup.ts";
import type { Traced } from "../../../engine/experiments/types.ts";
import { counted } from "../../words/numbers.ts";
import { conditionAt } from "../../trace/machine-events.ts";
import { hostActions } from "./actions.ts";
import type { HostAction } from "./actions.ts";
import { callbackView } from "./callbacks.ts";
import { entriesAt } from "./entries.ts";
import { instancesOf } from "./instances.ts";
import { isMeasured } from "../measured.ts";
import { MOST_LISTED } from "./view.ts";
import type { Entry, HostList, HostView } from "./view.ts";

const MEASURED = "The machine runs the program that we measure. It can only be slowed.";

/** More entries are listed on a line each. */
const MOST_WHOLE = 8;

export function hostView(run: Traced, machine: string, time: number): HostView {
  const { trace } = run;
  const description = "experiment" in run ? findDescription(run.experiment) : undefined;
  const words = description?.destinations;
  const callbacks = words === undefined ? null : callbackView(trace, words, machine, time);
  if (callbacks !== null) return callbacks;
  const condition = conditionAt(trace, machine, time);
  const protocols = [...new Set(instancesOf(trace, machine).map(({ protocol }) => protocol))];
  const title = protocols.length === 0 ? null : protocols.join(", ");
  const entries = entriesAt(trace, machine, time, condition.up);
  const why = description !== undefined && isMeasured(description, machine) ? { whyUp: MEASURED } : {};
  const view: HostView = { machine, title, ...condition, ...why, entries };
  return entries.length > MOST_WHOLE ? { ...view, entries: [], list: listOf(entries) } : view;
}

/** One line for each, the last changed first. */
function listOf(entries: readonly Entry[]): HostList {
  const sorted = entries.toSorted((a, b) => b.last.row - a.last.row);
  return {
    head: ["Instance", "State", "Protocol", "Since"],
    left: counted(entries.length, "instance"),
    rows: sorted.slice(0, MOST_LISTED).map(({ key, name, state, protocol, became }) => {
      return { key, name, state, note: protocol, since: became.at, cause: became.cause };
    }),
    more: Math.max(0, entries.length - MOST_LISTED),
    empty: "",
  };
}

export const hostActionsAt = (run: Traced, machine: string, time: number): readonly HostAction[] =>
  hostActions(hostView(run, machine, time), time);
