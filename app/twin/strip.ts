/**
 * The strip between the two runs: a thread from each step of the critical path to its partner. Where steps differ the
 * threads open into a wedge, and all threads after it lean by the time that has been gained or lost so far.
 */
import { line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Stretch } from "../trace/folds.ts";
import type { Difference } from "./differences.ts";
import type { Ends } from "../figure/packet-shapes.ts";
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

/** The line of a wedge through the strip: its first at share 0, its last at share 1. */
function through({ a, b }: Wedge, { from, to }: Stretch, share: number): Ends {
  const at = ([near, far]: Wedge["a"]): number => near + (far - near) * share;
  return [at(a), from, at(b), to];
}

/** Threads closer than this are one. */
const THREAD_GAP = 5;

export function stripShapes(scene: TwinScene): readonly Shape[] {
  const { between } = scene.frame;
  const wedges = wedgesOf(scene);
  let last = { a: -Infinity, b: -Infinity };
  const threads = wedges.flatMap((wedge): readonly Shape[] => {
    const [a, b] = [wedge.a[0], wedge.b[0]];
    if (a - last.a < THREAD_GAP && b - last.b < THREAD_GAP) return [];
    last = { a, b };
    return [line(through(wedge, between, 0), { stroke: "rule", lineWidth: 1 })];
  });
  return [
    ...threads,
    ...wedges.slice(-1).map((end) => line(through(end, between, 1), { stroke: "ink", lineWidth: 1 })),
    ...wedges.filter(({ row }) => row.delta !== 0).flatMap((wedge) => wedgeShapes(wedge, between)),
    ...wedges.filter(({ row }) => row === scene.choice.stretch).flatMap((wedge) => chosenShapes(wedge, between)),
  ];
}

function outline(wedge: Wedge, strip: Stretch): readonly number[] {
  const [x0, y0, x1, y1] = through(wedge, strip, 1);
  return [...through(wedge, strip, 0), x1, y1, x0, y0];
}

/** Solid where both runs have the step, dashed where one of them alone has it. */
function wedgeShapes(wedge: Wedge, strip: Stretch): readonly Shape[] {
  const dash = wedge.row.only === null ? {} : { dash: [4, 3] };
  const side = (share: number): Shape => line(through(wedge, strip, share), { stroke: "ink-2", lineWidth: 1, ...dash });
  return [line(outline(wedge, strip), { fill: "sunk", closed: true }), side(0), side(1)];
}

/** The chosen stretch: a cable of yellow, bounded by ink; a line where the cable would be thin. */
const chosenShapes = (wedge: Wedge, strip: Stretch): readonly Shape[] => [
  line(through(wedge, strip, 0.5), { stroke: "accent", lineWidth: 5 }),
  line(outline(wedge, strip), { fill: "accent", stroke: "ink", lineWidth: 1.4, closed: true }),
];
