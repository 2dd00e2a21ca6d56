/** Where the next event is that play can run to, one way or the other: fetched when a reader asks for it. */
import { endOf, startOf } from "../../../engine/kernel/critical-path.ts";
import { NO_REF, packetRef, refRow, refTable } from "../../../engine/kernel/trace-data.ts";
import type { Ref, TraceData } from "../../../engine/kernel/trace-data.ts";
import { refExists } from "../../trace/folds.ts";
import { fateOf, itemAt, numberAt, originOf } from "../../../engine/kernel/reads.ts";
import { placeOf } from "../../trace/calls.ts";
import { whatOf } from "../../trace/row-names.ts";
import { momentText } from "../../words/times.ts";
import type { TimelineProps } from "../props.ts";
import { GOALS } from "../goals.ts";
import type { Goal, GoalTarget } from "../goals.ts";
import { tablesOf } from "../../trace/tables.ts";

/** The track that a row stands on; a packet's is the controller that sends it. */
function trackOf(trace: TraceData, ref: Ref): number {
  const row = refRow(ref);
  const table = refTable(ref);
  return numberAt(table === "packet" ? trace.packets.from : trace[`${table}s`].track, row);
}

/** Tests whether a packet is the goal's; null for a goal that means no packets. */
function packetTest(goal: Goal): ((trace: TraceData, row: number) => boolean) | null {
  const ours = (trace: TraceData, row: number): boolean => originOf(trace, row) !== "other traffic";
  switch (goal) {
    case "packet":
      return ours;
    case "arrival":
      return (trace, row) => ours(trace, row) && ["delivered", "ignored"].includes(fateOf(trace, row));
    case "lost":
      return (trace, row) => fateOf(trace, row) === "lost";
    case "again":
      return (trace, row) => originOf(trace, row) === "retransmission";
    case "ignored":
      return (trace, row) => fateOf(trace, row) === "ignored";
    default:
      return null;
  }
}

/** Tests whether a row is the goal's, for a goal that depends on the selected row. */
function rowTest(trace: TraceData, goal: Goal, selected: Ref): ((ref: Ref) => boolean) | null {
  if (goal === "mark") return (ref) => refTable(ref) === "mark";
  if (!refExists(trace, selected)) return null;
  if (goal === "selected") return (ref) => ref === selected;
  if (goal === "track") {
    const track = trackOf(trace, selected);
    return (ref) => trackOf(trace, ref) === track;
  }
  const kind = (ref: Ref): string => itemAt(whatOf(trace, ref).split(","), 0, "word");
  const wanted = kind(selected);
  return (ref) => refTable(ref) === refTable(selected) && kind(ref) === wanted;
}

/** Every row that the goal means, with the moment at which it is met. */
function* candidates(trace: TraceData, goal: Goal, selected: Ref): Generator<GoalTarget> {
  const packets = packetTest(goal);
  if (packets !== null) {
    for (let row = 0; row < trace.packets.count; row++) {
      const ref = packetRef(row);
      if (packets(trace, row)) yield { ref, at: goal === "arrival" ? endOf(trace, ref) : startOf(trace, ref) };
    }
    return;
  }
  const rows = rowTest(trace, goal, selected);
  if (rows === null) return;
  for (const { table, refOf } of tablesOf(trace)) {
    for (let row = 0; row < table.count; row++) {
      const ref = refOf(row);
      if (rows(ref)) yield { ref, at: startOf(trace, ref) };
    }
  }
}

/** Half a nanosecond of slack: a playhead that was set by hand stands between nanoseconds. */
const SLACK = 0.5;

/**
 * The nearest event after (`way` 1) or before (-1) `time`; null where there is none. The selected event itself is found
 * on either side, unless the playhead stands on it.
 */
export function targetOf(trace: TraceData, goal: Goal, selected: Ref, time: number, way: 1 | -1): GoalTarget | null {
  let best: GoalTarget | null = null;
  for (const target of candidates(trace, goal, selected)) {
    const away = (target.at - time) * way;
    const counts = goal === "selected" ? Math.abs(away) > SLACK : away > SLACK;
    if (counts && (best === null || Math.abs(target.at - time) < Math.abs(best.at - time))) best = target;
  }
  return best;
}

/** Whether the goal needs something to be selected before it means anything. */
const needsSelection = (goal: Goal): boolean => goal === "track" || goal === "same" || goal === "selected";

/** Why there is nowhere to run to. */
export function noTarget(goal: Goal, selected: Ref, way: 1 | -1): string {
  if (needsSelection(goal) && selected === NO_REF) return "Select an event first.";
  if (goal === "selected") return "The playhead stands at the selected event.";
  const what = GOALS.find(({ id }) => id === goal)?.what ?? goal;
  return `The trace has no ${what} ${way === 1 ? "after" : "before"} this moment.`;
}

/** The event lies in another call: it is shown there, where the page can show it. */
export function goElsewhere(
  { call, onElsewhere }: Pick<TimelineProps, "call" | "onElsewhere">,
  trace: TraceData,
  { at, ref }: GoalTarget,
): string {
  const place = placeOf(trace, ref, call, at);
  const where = `${whatOf(trace, ref)}, in call ${place.call}, ${momentText(at, trace.elapsed)} into the run`;
  onElsewhere?.(place);
  return onElsewhere === undefined ? `${where}: not in the call shown.` : `${where}.`;
}
