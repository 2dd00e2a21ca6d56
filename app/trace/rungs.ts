/**
 * A trace of two machines as a rung of the ladder tells it: with tracks for program, stub, run time, kernel and
 * controller in place of processors and buses. Before a row opens, its work belongs to the row above. Rows of the trace
 * keep their numbers, times and causes, so whatever is chosen or held in one is found in the other.
 */
import { itemAt, numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { refRow, refTable } from "../../engine/kernel/trace-data.ts";
import type { Step, TraceData, Track } from "../../engine/kernel/trace-data.ts";
import { WHOLE_RUNG } from "../words/rungs.ts";
import { analysis } from "./analysis.ts";
import { machinesIn } from "./lanes.ts";
import { PART_NAMES, SERVED } from "./part-names.ts";
import { pathOf } from "./path.ts";
import { tellOn } from "./told-rung.ts";

/** From the program, 0, to the controller, which is next to the wire. */
const RUN_TIME = 2;
const CONTROLLER = PART_NAMES.length - 1;
const KERNEL = CONTROLLER - 1;

/** How near to the wire a step is. Null for what is not told: other programs, and what only mirrors a packet. */
export function depthOf({ layer, part }: Step): number | null {
  switch (layer) {
    case "rpc":
      return part === "program" ? 0 : part === "stub" ? 1 : RUN_TIME;
    case "kernel":
      return KERNEL;
    case "hardware":
      return CONTROLLER;
    default:
      return null;
  }
}

/** The deepest row that is open on a rung: kernel and controller open together. */
const deepest = (rung: number): number => (rung >= WHOLE_RUNG ? CONTROLLER : rung);

/** The row in which work is told on a rung. */
const rowOn = (depth: number, rung: number): number => Math.min(depth, deepest(rung));

const SOURCE: Step["source"] = { kind: "derived", text: "Steps of one row of the ladder that follow on one another" };
const LAYERS = ["rpc", "rpc", "rpc", "kernel", "hardware"] as const;
/** On the first rung a machine has one row, and its work has these names. */
const WORDS = ["calls", "goes on", "runs"] as const;

/** The steps of a rung: one for each row, whose name stands beside it; on the first rung the words. */
const stepsOn = (rung: number): readonly Step[] =>
  rung === 0
    ? WORDS.map((name): Step => ({ name, layer: "rpc", group: name, source: SOURCE }))
    : PART_NAMES.map((group, depth): Step => ({ name: "", layer: LAYERS[depth] ?? "rpc", group, source: SOURCE }));

/** When the first packet of each call leaves: up to then the program calls, and after it the program goes on. */
function firstDepartures({ calls, packets }: TraceData): Float64Array {
  const first = new Float64Array(calls.count + 1).fill(Infinity);
  for (let row = 0; row < packets.count; row++) {
    const call = numberAt(packets.call, row);
    if (call > 0 && call < first.length) first[call] = Math.min(timeAt(first, call), timeAt(packets.departs, row));
  }
  return first;
}

interface Tracks {
  readonly tracks: readonly Track[];
  /** The number of a machine's row. */
  readonly of: (machine: string, depth: number) => number;
  /** The number of a medium, on which nothing is drawn. */
  readonly nowhere: number;
}

/** Media as they are, then the open rows of each machine. Packets come and go at its controller on every rung. */
function tracksOf(trace: TraceData, rung: number): Tracks {
  const media = trace.tracks.filter(({ kind }) => kind === "medium");
  const machines = machinesIn(trace);
  const open = PART_NAMES.flatMap((name, depth) => (depth <= deepest(rung) || depth === CONTROLLER ? [name] : []));
  const rows = machines.flatMap((machine, i): readonly Track[] =>
    open.map((part, depth) => ({
      name: i > 0 && depth === 0 ? SERVED : part,
      machine,
      kind: part === "controller" ? "controller" : "processor",
    })),
  );
  const places = new Map(machines.map((machine, i) => [machine, media.length + i * open.length]));
  const nowhere = 0;
  const of = (machine: string, depth: number): number => {
    const first = places.get(machine);
    return first === undefined ? nowhere : first + Math.min(depth, open.length - 1);
  };
  return { tracks: [...media, ...rows], of, nowhere };
}

/** The trace on a rung; of two machines. */
export const traceOnRung = analysis((trace: TraceData, rung: number): TraceData => {
  const { spans, packets, marks } = trace;
  const { tracks, of, nowhere } = tracksOf(trace, rung);
  const caller = itemAt(machinesIn(trace), 0, "machine");
  const machineOf = (track: number): string => itemAt(trace.tracks, track, "track").machine;
  const departures = firstDepartures(trace);
  const steps = stepsOn(rung);
  const track = new Int32Array(spans.count);
  const step = new Int32Array(spans.count);
  for (let row = 0; row < spans.count; row++) {
    const machine = machineOf(numberAt(spans.track, row));
    const depth = depthOf(itemAt(trace.steps, numberAt(spans.step, row), "step"));
    const told = machine === "" || depth === null ? null : rowOn(depth, rung);
    track[row] = told === null ? nowhere : of(machine, told);
    const hasLeft = timeAt(spans.start, row) >= timeAt(departures, numberAt(spans.call, row));
    if (rung === 0) step[row] = machine !== caller ? 2 : hasLeft ? 1 : 0;
    else if (told !== null) step[row] = told;
  }
  const moved = (column: Int32Array, depth: number): Int32Array =>
    column.map((old) => {
      const machine = machineOf(old);
      return machine === "" ? nowhere : of(machine, depth);
    });
  const told: TraceData = {
    ...trace,
    tracks,
    steps,
    spans: { ...spans, track, step },
    packets: { ...packets, from: moved(packets.from, CONTROLLER), to: moved(packets.to, CONTROLLER) },
    marks: { ...marks, track: moved(marks.track, rowOn(RUN_TIME, rung)) },
  };
  tellOn(told, rung);
  return told;
});

/** The time of each row on the critical path of a call, from the program to the controller, in nanoseconds. */
export const timesByRow = analysis((trace: TraceData, call: number): readonly number[] => {
  const sums = PART_NAMES.map(() => 0);
  for (const { ref, part, from, to } of pathOf(trace, call)) {
    if (part !== "work" || refTable(ref) !== "span") continue;
    const row = refRow(ref);
    const isOfMachine = itemAt(trace.tracks, numberAt(trace.spans.track, row), "track").machine !== "";
    const depth = depthOf(itemAt(trace.steps, numberAt(trace.spans.step, row), "step"));
    if (isOfMachine && depth !== null) sums[depth] = itemAt(sums, depth, "sum") + to - from;
  }
  return sums;
});
