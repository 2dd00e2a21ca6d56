/** Marks of packets that come again, and the gaps between them, which one can compare: where time runs to the right. */
import { label, line } from "../../draw/scene.ts";
import type { Label, Shape } from "../../draw/scene.ts";
import { tableWidth } from "../../draw/text-width.ts";
import { repeatsOf } from "../../trace/repeats.ts";
import { capital, packetName } from "../../words/sentences.ts";
import { gapText } from "../../words/times.ts";
import type { ShownCall } from "../figure/shown-call.ts";
import type { Frame } from "./frame.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";

/** The room of the row of marks below the axis, in pixels. */
const ROW = 24;
export const SIZE = 12;
export const MARK = 4;
/** From a mark to the name of a gap. */
const ASIDE = 3;
const NAME_AT = 12;
/** The row stands closer to the axis than to the end of the figure. */
const LIFT = 2;

/** The room that marks of repeated packets need below the axis. */
export const repeatsRoom = ({ trace, story }: ShownCall): number => (repeatsOf(trace, story.call) === null ? 0 : ROW);

/** The height of a figure that would end at a place, and the row of marks below that where there is one. */
export function withRepeats(shown: ShownCall, end: number): Pick<Frame, "height" | "repeats"> {
  const room = repeatsRoom(shown);
  return room === 0 ? { height: end } : { height: end + room, repeats: end + room / 2 - LIFT };
}

export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function marksOf(rails: Rails): { readonly marks: readonly number[]; readonly gaps: readonly Gap[] } {
  const { shown } = rails;
  const times = repeatsOf(shown.trace, shown.story.call)?.times ?? [];
  const ends = [rails.start, rails.start + rails.scale.length] as const;
  const along = (time: number): number => alongOf(rails, time);
  const isSeen = (at: number): boolean => at >= ends[0] - 0.5 && at <= ends[1] + 0.5;
  const gaps = times.slice(1).flatMap((time, i): Gap[] => {
    const before = times[i] ?? time;
    const [from, to] = [Math.max(ends[0], along(before)), Math.min(ends[1], along(time))];
    return to > from ? [{ from, to, text: gapText(time - before) }] : [];
  });
  return { marks: times.map(along).filter(isSeen), gaps };
}

/** "Probe packets", "Acknowledgements"; "Requests" where the column is narrower than that. */
function nameOf({ shown, start }: Rails): string {
  const kind = repeatsOf(shown.trace, shown.story.call)?.kind ?? "";
  const name = `${packetName(kind)}s`;
  return NAME_AT + tableWidth(name, SIZE, false) < start - ASIDE ? name : `${capital(kind)}s`;
}

/** A row of its own below the axis: the packets' name, a mark for each, and between two marks how long the gap is. */
export function repeatsAcross(rails: Rails): readonly Shape[] {
  const y = rails.frame.repeats;
  const { marks, gaps } = marksOf(rails);
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (y === undefined || first === undefined || last === undefined) return [];
  return [
    label(NAME_AT, y + 4, [{ text: nameOf(rails), ink: "ink-2" }], { size: SIZE }),
    line([first.from, y, last.to, y], { stroke: "edge", lineWidth: 1 }),
    ...marks.map((x) => line([x, y - MARK, x, y + MARK], { stroke: "ink", lineWidth: 1.6 })),
    ...gaps.flatMap(({ from, to, text }): Label[] => {
      if (to - from < tableWidth(text, SIZE, true) + 2 * ASIDE) return [];
      const name = { size: SIZE, anchor: "middle", halo: "paper" } as const;
      return [label((from + to) / 2, y + 4, [{ text, bold: true }], name)];
    }),
  ];
}
