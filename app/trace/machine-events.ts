/** Crashes, restarts and changes of pace of a run's machines, from the marks that every system makes. */
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { MARK_KINDS, POWER } from "../../engine/kernel/trace-data.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import type { Stretch } from "./folds.ts";
import { trackAt } from "./tables.ts";
import { gather, listUnder } from "../../engine/kernel/tally.ts";
import { analysis } from "./analysis.ts";

export interface MachineEvent {
  readonly machine: string;
  readonly at: number;
  /** "dead": down from the beginning, as the run's parameters have it. */
  readonly what: "crash" | "dead" | "restart" | "pace" | "cut";
  /** Of a change of pace: how many times as slow as the machine's own pace; 0: it stands still. */
  readonly times: number;
  /** Of a cut of the network, and of its end: what the mark says, with the other machine’s name. */
  readonly label: string;
}

const KIND_OF_POWER: Readonly<Record<number, MachineEvent["what"]>> = {
  [POWER.crashed]: "crash",
  [POWER.restarted]: "restart",
  [POWER.deadFromStart]: "dead",
};

const [POWER_MARK, PACE_MARK] = [MARK_KINDS.indexOf("power"), MARK_KINDS.indexOf("pace")];
const CUT_MARK = MARK_KINDS.indexOf("cut");

/** By machine, in order of time. */
export const machineEvents = analysis((trace: TraceData): ReadonlyMap<string, readonly MachineEvent[]> => {
  const events = new Map<string, MachineEvent[]>();
  const { marks } = trace;
  for (let row = 0; row < marks.count; row++) {
    const kind = marks.kind[row];
    if (kind !== POWER_MARK && kind !== PACE_MARK && kind !== CUT_MARK) continue;
    const event = eventAt(trace, row);
    gather(events, event.machine, event);
  }
  return events;
});

function eventAt(trace: TraceData, row: number): MachineEvent {
  const { marks } = trace;
  const [at, value] = [marks.at[row], marks.value[row]];
  if (at === undefined || value === undefined) throw new Error(`The trace has no mark ${row}.`);
  const { machine } = trackAt(trace, marks.track[row]);
  if (marks.kind[row] === PACE_MARK) return { machine, at, what: "pace", times: value, label: "" };
  if (marks.kind[row] === CUT_MARK)
    return { machine, at, what: "cut", times: 1, label: itemAt(trace.labels, numberAt(marks.label, row), "label") };
  const what = KIND_OF_POWER[value];
  if (what === undefined) throw new Error(`Mark ${row} gives ${value} for what befell the power of ${machine}.`);
  return { machine, at, what, times: 1, label: "" };
}

/** "3 times as slow", "stands still". */
export const paceText = (times: number): string => (times === 0 ? "stands still" : `${times} times as slow`);

export function eventText({ what, times, label }: MachineEvent): string {
  if (what === "cut") return label;
  if (what !== "pace") return what;
  return times === 1 ? "at its own pace again" : paceText(times);
}

/** When a machine was down; to the end of time where it was not restarted. */
export function downTimes(trace: TraceData, machine: string): readonly Stretch[] {
  const down: Stretch[] = [];
  for (const { what, at } of listUnder(machineEvents(trace), machine)) {
    if (what === "crash" || what === "dead") down.push({ from: at, to: Infinity });
    const last = down.at(-1);
    if (what === "restart" && last !== undefined) down[down.length - 1] = { ...last, to: at };
  }
  return down;
}

/** Whether the machine that a packet comes to has no power then, and hears nothing. */
export function comesToADownMachine(trace: TraceData, row: number): boolean {
  const at = timeAt(trace.packets.arrives, row);
  const { machine } = trackAt(trace, trace.packets.to[row]);
  return downTimes(trace, machine).some(({ from, to }) => from <= at && at < to);
}

/** When a machine stood still; to the end of time where the run ended before it went on. */
export function stillTimes(trace: TraceData, machine: string): readonly Stretch[] {
  const events = listUnder(machineEvents(trace), machine);
  return events.flatMap(({ what, times, at }, i): Stretch[] => {
    if (what !== "pace" || times !== 0) return [];
    return [{ from: at, to: events.slice(i + 1).find((event) => event.what === "pace")?.at ?? Infinity }];
  });
}

/** The machines that were down from the beginning. */
export const deadIn = (trace: TraceData): readonly string[] =>
  [...machineEvents(trace)].flatMap(([machine, [first]]) => (first?.what === "dead" ? [machine] : []));

/** The condition of a machine at a moment, after the faults of the script and by the run's parameters. */
export interface Condition {
  readonly up: boolean;
  /** Down, and so from the beginning. */
  readonly dead: boolean;
  readonly since: number; // nanoseconds of the run
  /** The machine is so many times as slow as at its own pace; 0: it stands still. */
  readonly times: number;
  /** The number of its restarts. */
  readonly restarts: number;
}

/** A playhead that was set by hand stands between the nanoseconds. */
export const HALF = 0.5;

export function conditionAt(trace: TraceData, machine: string, time: number): Condition {
  let condition: Condition = { up: true, dead: false, since: 0, times: 1, restarts: 0 };
  for (const { at, what, times } of listUnder(machineEvents(trace), machine)) {
    if (at > time + HALF) break;
    if (what === "pace") condition = { ...condition, times };
    else if (what !== "cut") {
      const up = what === "restart";
      const restarts = condition.restarts + (up ? 1 : 0);
      condition = { ...condition, up, dead: what === "dead", since: at, restarts };
    }
  }
  return condition;
}
