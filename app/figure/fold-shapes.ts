/** The silences that are left out of the axis of time. */
import { box, label, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import { foldText } from "../trace/row-names.ts";
import type { AxisPlace } from "./axis.ts";
import { NAME_SIZE } from "./placer.ts";
import type { TimeScale } from "./scale.ts";
import type { ShownCall } from "./shown-call.ts";
import { inDirection } from "./turn.ts";

const TEETH = 20;
const TOOTH = 8; // px across, where time runs down
/** In a squeezed fold words would touch the zigzags. */
const TOLD_FROM = 26;

/**
 * A silence left out: a strip of bare paper between two zigzags, which says how long it was.
 * @param over from where to where it goes across
 */
export function foldShapes(
  counted: ShownCall,
  { down, start }: AxisPlace,
  scale: TimeScale,
  [from, to]: readonly [number, number],
): readonly Shape[] {
  const turn = inDirection(down);
  const teeth = down ? Math.round((to - from) / TOOTH) : TEETH;
  const edge = down ? 0 : 1;
  return scale.folds.flatMap((fold): readonly Shape[] => {
    const at = start + fold.at + 3;
    const size = fold.size - 6;
    const zigzag = (along: number): Shape => {
      const points = Array.from({ length: teeth + 1 }, (_, i) => [
        along + (i % 2 === 0 ? 0 : 4),
        from + ((to - from) * i) / teeth,
      ]);
      return line(points.flat(), { stroke: "edge", lineWidth: 1.2 });
    };
    const paper = box(at, from - edge, size, to - from + 2 * edge, { fill: "paper" });
    const shapes = turn([paper, zigzag(at - 2), zigzag(at + size - 2)]);
    if (fold.size < TOLD_FROM) return shapes;
    const middle = (from + to) / 2;
    const [x, y] = down ? [middle, at + size / 2 + 6] : [at + size / 2 + 4, middle];
    const words = { size: NAME_SIZE, anchor: "middle", ...(down ? {} : { turned: true }) } as const;
    return [...shapes, label(x, y, [{ text: foldText(counted, fold), ink: "ink-2" }], words)];
  });
}
