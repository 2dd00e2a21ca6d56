/**
 * The strip between the two runs: a thread from each step of the critical path to its partner. Where steps differ the
 * threads open into a wedge, and all threads after it lean by the time that has been gained or lost so far.
 */
import { line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Difference } from "./differences.ts";
import type { TwinScene } from "./scene.ts";
import { timeOf } from "./differences.ts";

/** A stretch of the critical path on the axis in both runs; along, in pixels. */
interface Wedge {
  readonly row: Difference;
  readonly a: readonly [number, number];
  readonly b: readonly [number, number];
}

export function wedgesOf({ frame, scale, differences }: TwinScene): readonly Wedge[] {
  const at = { a: 0, b: 0 };
  const along = (time: number): number => frame.start + scale.at(time);
  return differences.map((row) => {
    const from = { ...at };
    at.a += timeOf(row.a);
    at.b += timeOf(row.b);
    return { row, a: [along(from.a), along(at.a)], b: [along(from.b), along(at.b)] };
  });
}

/** Threads closer than this are one. */
const THREAD_GAP = 5;

export function stripShapes(drawn: TwinScene): Shape[] {
  const { frame, choice, differences } = drawn;
  if (differences.length === 0) return [];
  const { from, to } = frame.between;
  const wedges = wedgesOf(drawn);
  const threads: Shape[] = [];
  let last = { a: -Infinity, b: -Infinity };
  const thread = (a: number, b: number): void => {
    if (a - last.a < THREAD_GAP && b - last.b < THREAD_GAP) return;
    threads.push(line([a, from, b, to], { stroke: "rule", lineWidth: 1 }));
    last = { a, b };
  };
  for (const { a, b } of wedges) thread(a[0], b[0]);
  const end = wedges.at(-1);
  if (end !== undefined) threads.push(line([end.a[1], from, end.b[1], to], { stroke: "ink", lineWidth: 1 }));
  const opened = wedges.filter(({ row }) => row.delta !== 0).flatMap((wedge) => wedgeShapes(wedge, from, to));
  const held = wedges.filter(({ row }) => row === choice.stretch).flatMap((wedge) => heldShapes(wedge, from, to));
  return [...threads, ...opened, ...held];
}

const outline = ({ a, b }: Wedge, from: number, to: number): readonly number[] => [
  a[0],
  from,
  a[1],
  from,
  b[1],
  to,
  b[0],
  to,
];

/** Solid where both runs have the step, dashed where one of them alone has it. */
function wedgeShapes(wedge: Wedge, from: number, to: number): Shape[] {
  const { a, b, row } = wedge;
  const dash = row.only === null ? {} : { dash: [4, 3] };
  const side = (points: readonly number[]): Shape => line(points, { stroke: "ink-2", lineWidth: 1, ...dash });
  return [
    line(outline(wedge, from, to), { fill: "sunk", closed: true }),
    side([a[0], from, b[0], to]),
    side([a[1], from, b[1], to]),
  ];
}

/** The chosen stretch: a cable of yellow, bounded by ink; a line where the cable would be thin. */
function heldShapes(wedge: Wedge, from: number, to: number): Shape[] {
  const { a, b } = wedge;
  const middle = [(a[0] + a[1]) / 2, from, (b[0] + b[1]) / 2, to];
  return [
    line(middle, { stroke: "accent", lineWidth: 5 }),
    line(outline(wedge, from, to), { fill: "accent", stroke: "ink", lineWidth: 1.4, closed: true }),
  ];
}
