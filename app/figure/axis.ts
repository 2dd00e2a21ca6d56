/** The axis of time and its grid. */
import { label, line } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { ticksOf } from "./ticks.ts";
import type { TimeScale } from "./scale.ts";
import type { Frame } from "./frame.ts";
import { inDirection } from "./turn.ts";

/** From label to label along, at least. */
const TICK_GAP = { across: 96, down: 84 } as const;
const SIZE = 12;

/** The places that an axis needs. */
export type AxisPlace = Pick<Frame, "down" | "width" | "start" | "axis">;

/** A tick’s mark across, its words, and the stretch along in which no words of another may stand. */
interface Tick {
  readonly mark: readonly [number, number];
  readonly words: readonly Label[];
  readonly from: number;
  readonly until: number;
}

/**
 * Shapes on the page: the grid under the contents, the ruler over them. Where time runs down all stand over them.
 * @param origin the moment from which the axis counts
 * @param lines from where to where the grid goes across
 */
export function axisShapes(
  origin: number,
  place: AxisPlace,
  scale: TimeScale,
  lines: readonly [number, number],
): { readonly grid: readonly Shape[]; readonly ruler: readonly Shape[] } {
  const { down, start } = place;
  const turn = inDirection(down);
  const grid: Shape[] = [];
  const ruler: Shape[] = down ? [] : baseLine(place, scale);
  let free = -Infinity;
  for (const { at, label: text } of ticksOf(scale, origin, down ? TICK_GAP.down : TICK_GAP.across)) {
    const along = start + at;
    const { mark, words, from, until } = (down ? tickDown : tickAcross)(text, along, place);
    const upright = (between: readonly [number, number], style: Parameters<typeof line>[1]): readonly Shape[] =>
      turn([line([along, between[0], along, between[1]], style)]);
    ruler.push(...upright(mark, { stroke: text === null ? "edge" : "ink", lineWidth: 1 }));
    if (text === null) continue;
    // Down the page a label just before a fold would stand on its zigzag.
    const isOnFold = down && scale.folds.some((fold) => at > fold.at - 22 && at <= fold.at);
    const isSet = words.length > 0 && from >= free && !isOnFold;
    if (isSet || !down) (down ? ruler : grid).push(...upright(lines, { stroke: "rule", lineWidth: 1, dash: [1, 4] }));
    if (!isSet) continue;
    free = until;
    ruler.push(...words);
  }
  return { grid, ruler };
}

/** The line of the axis, with gaps where silences are left out. */
function baseLine({ start, axis }: AxisPlace, scale: TimeScale): Shape[] {
  let from = 0;
  return [...scale.folds, { at: scale.length, size: 0 }].map(({ at, size }) => {
    const piece = line([start + from, axis, start + at, axis], { stroke: "ink", lineWidth: 1 });
    from = at + size;
    return piece;
  });
}

function tickAcross(text: string | null, x: number, { axis, start, width: end }: AxisPlace): Tick {
  if (text === null) return { mark: [axis, axis + 4], words: [], from: x, until: x };
  const width = tableWidth(text, SIZE, false);
  const from = Math.min(Math.max(x - width / 2, start - 1), end - width - 4);
  const words = [label(from, axis + 21, [{ text, ink: "ink-2" }], { size: SIZE })];
  return { mark: [axis, axis + 7], words, from, until: from + width + 10 };
}

/** The unit has a line of its own: the column is narrow. */
function tickDown(text: string | null, y: number, { axis }: AxisPlace): Tick {
  const [value = "", unit] = text === null ? [] : text.split(" ");
  // A long number takes the room of the mark, except for the mark's last pixels. Without that room it would lose its
  // first digits.
  const end = Math.max(axis - 11, Math.ceil(tableWidth(value, SIZE, false)) + 1);
  const mark = Math.min(axis - 2, Math.max(axis - (text === null ? 5 : 8), end + 1));
  const number = label(end, y + 4, [{ text: value, ink: "ink-2" }], { size: SIZE, anchor: "end" });
  const below = (text: string) => label(axis - 11, y + 16, [{ text, ink: "ink-3" }], { size: SIZE, anchor: "end" });
  const words = end > axis - 3 ? [] : unit === undefined ? [number] : [number, below(unit)];
  return { mark: [mark, axis], words, from: y, until: y + 30 };
}
