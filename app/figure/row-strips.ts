/** How busy the rows of many machines are: strips for ink where there is too much to draw one by one. */
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { numberAt, timeAt } from "../../engine/kernel/reads.ts";
import { machineNumbers, planLanes } from "../trace/lanes.ts";
import { analysis } from "../trace/analysis.ts";
import { firstOver } from "../trace/trace-index.ts";
import type { Arrangement } from "./arrange.ts";
import { FULL_PACKETS } from "./density.ts";
import type { Counted, Strips } from "./density.ts";
import type { Frame } from "./frame.ts";
import type { Rails } from "./rails.ts";
import { joined } from "./rows-many.ts";

/** Work of a row of any number of machines: when it begins and ends, with the sums of these times. */
interface Busy {
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly startSums: Float64Array;
  readonly endSums: Float64Array;
}

interface RowTimes {
  readonly busy: Busy;
  /** When packets leave the row or reach it; when those leave that are lost. */
  readonly packets: Float64Array;
  readonly lost: Float64Array;
}

/** Times by machine: those of machine m stand from begins[m] to begins[m + 1]. */
interface Times {
  readonly begins: Int32Array;
  readonly values: Float64Array;
}

interface MachineTimes {
  readonly starts: Times;
  readonly ends: Times;
  readonly departs: Times;
  readonly arrives: Times;
  readonly lost: Times;
}

/** When each machine is at work, and when packets leave it and reach it. */
function machineTimes(trace: TraceData): MachineTimes {
  const { spans, packets } = trace;
  const { machines } = planLanes(trace);
  const machineOf = machineNumbers(trace, machines);
  const isWire = trace.steps.map(({ layer }) => layer === "wire");
  // Work on the wire mirrors its packets.
  const worker = (row: number): number =>
    isWire[numberAt(spans.step, row)] === true ? -1 : numberAt(machineOf, numberAt(spans.track, row));
  const source = (row: number): number => numberAt(machineOf, numberAt(packets.from, row));
  const isLost = (row: number): boolean => packets.fate[row] === 1;
  const target = (row: number): number => (isLost(row) ? -1 : numberAt(machineOf, numberAt(packets.to, row)));
  const loser = (row: number): number => (isLost(row) ? source(row) : -1);
  const work = byMachine(machines.length, spans.count, worker);
  return {
    starts: timesAt(work, spans.start),
    ends: timesAt(work, spans.end),
    departs: timesAt(byMachine(machines.length, packets.count, source), packets.departs),
    arrives: timesAt(byMachine(machines.length, packets.count, target), packets.arrives),
    lost: timesAt(byMachine(machines.length, packets.count, loser), packets.departs),
  };
}

/** Rows by machine, in their order: those of machine m stand from begins[m] to begins[m + 1]. */
interface Sorted {
  readonly begins: Int32Array;
  readonly rows: Int32Array;
}

/** @param machineOf a row's machine; -1 leaves it out */
function byMachine(machines: number, count: number, machineOf: (row: number) => number): Sorted {
  const owners = new Int32Array(count);
  const begins = new Int32Array(machines + 1);
  for (let row = 0; row < count; row++) {
    const machine = (owners[row] = machineOf(row));
    if (machine >= 0) begins[machine + 1] = numberAt(begins, machine + 1) + 1;
  }
  for (let i = 1; i <= machines; i++) begins[i] = numberAt(begins, i) + numberAt(begins, i - 1);
  const next = begins.slice();
  const rows = new Int32Array(numberAt(begins, machines));
  for (let row = 0; row < count; row++) {
    const machine = numberAt(owners, row);
    if (machine < 0) continue;
    const at = numberAt(next, machine);
    rows[at] = row;
    next[machine] = at + 1;
  }
  return { begins, rows };
}

function timesAt({ begins, rows }: Sorted, times: Float64Array): Times {
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = timeAt(times, numberAt(rows, i));
  return { begins, values };
}

/** The times of the rows of a figure, by how many machines that stand alone share one. */
export const rowTimes = analysis((arrangement: Arrangement, together: number): readonly RowTimes[] => {
  const { starts, ends, departs, arrives, lost } = machineTimes(arrangement.trace);
  const rows: RowTimes[] = [];
  for (const units of joined(arrangement, together)) {
    const machines = units.flatMap((unit) => unit.machines);
    const of = (times: Times): Float64Array => timesOf(times, machines);
    const [begun, ended, out, back] = [of(starts).sort(), of(ends).sort(), of(departs), of(arrives)];
    const packets = new Float64Array(out.length + back.length);
    packets.set(out);
    packets.set(back, out.length);
    rows.push({
      busy: { starts: begun, ends: ended, startSums: sums(begun), endSums: sums(ended) },
      packets: packets.sort(),
      lost: of(lost).sort(),
    });
  }
  return rows;
});

/** The values of some machines. */
function timesOf({ begins, values }: Times, machines: readonly number[]): Float64Array {
  const parts = machines.map((machine) => values.subarray(numberAt(begins, machine), numberAt(begins, machine + 1)));
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function sums(values: Float64Array): Float64Array {
  const result = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) result[i + 1] = timeAt(result, i) + timeAt(values, i);
  return result;
}

/** The time of work before `time`, on all machines of a row together. */
function workUntil({ starts, ends, startSums, endSums }: Busy, time: number): number {
  const [begun, ended] = [firstOver(starts, time), firstOver(ends, time)];
  return time * (begun - ended) - timeAt(startSums, begun) + timeAt(endSums, ended);
}

/** A column's width: narrower ones could not be told apart between so many rows, and take long to draw. */
const columnOf = (rows: number): number => (rows > 40 ? 9 : rows > 15 ? 4 : 2);

/** The most machines that share a row because there is no room for each. */
const togetherIn = ({ rows }: Frame): number =>
  rows.reduce((most, { machines, opens }) => (opens === null ? Math.max(most, machines.length) : most), 1);

const MOST_GAP = 10;

/** Rows, and the gaps below them. */
export function stripsOfRows({ frame }: Rails): Strips {
  const wide = columnOf(frame.rows.length);
  const all = rowTimes(frame.arrangement, togetherIn(frame)).flatMap(({ busy, packets, lost }, i) => {
    const row = frame.rows[i];
    if (row === undefined) return [];
    const gap = { at: row.to + 0.5, size: Math.max(1, Math.min(MOST_GAP, row.pitch - (row.to - row.from) - 1)) };
    const lane = frame.losses === null ? gap : { at: frame.losses.from, size: frame.losses.to - frame.losses.from };
    const full = (nanos: number): number => Math.max(1, nanos * row.machines.length);
    const work: Counted = { at: row.at, size: row.size, until: (time) => workUntil(busy, time), full };
    const flights: Counted = { ...gap, until: (time) => firstOver(packets, time), full: () => FULL_PACKETS * wide };
    const losses: Counted = { ...lane, until: (time) => firstOver(lost, time), full: () => 1 };
    return [{ work, flights, losses: lost.length === 0 ? [] : [losses] }];
  });
  return {
    wide,
    work: all.map(({ work }) => work),
    packets: all.map(({ flights }) => flights),
    lost: all.flatMap(({ losses }) => losses),
  };
}
