/**
 * Marks of packets that come again, and the gaps between them, which one can compare: in a row of their own below the
 * axis, or where time runs down on the axis.
 */
import { itemAt, lastItem } from "../../engine/kernel/reads.ts";
import { label, line } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { repeatsOf, type Repeats } from "../trace/repeats.ts";
import { capital, packetName } from "../words/sentences.ts";
import { gapText } from "../words/times.ts";
import type { ShownCall } from "./shown-call.ts";
import type { Frame } from "./frame.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";

/** The room of the row of marks below the axis, in pixels. */
const ROW = 24;
const SIZE = 12;
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

/** None where the figure has no row of marks. */
export const repeatedIn = ({ shown: { trace, story } }: Pick<Rails, "shown">): Repeats =>
  repeatsOf(trace, story.call) ?? { kind: "", times: [] };

/** Where the packets were sent, and the gaps between them, along. */
export function marksOf(rails: Rails): { readonly marks: readonly number[]; readonly gaps: readonly Gap[] } {
  const { times } = repeatedIn(rails);
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

/** A mark for each packet, between two marks how long the gap is, and the packets’ name. */
export function repeatsAcross(rails: Rails): readonly Shape[] {
  const { repeats: across } = rails.frame;
  const { marks, gaps } = marksOf(rails);
  if (across === undefined || gaps.length === 0) return [];
  return [
    label(NAME_AT, across + 4, [{ text: nameOf(rails), ink: "ink-2" }], { size: SIZE }),
    line([itemAt(gaps, 0, "gap").from, across, lastItem(gaps, "gap").to, across], { stroke: "edge", lineWidth: 1 }),
    ...marks.map((at) => line([at, across - MARK, at, across + MARK], { stroke: "ink", lineWidth: 1.6 })),
    ...gaps.flatMap(({ from, to, text }): Label[] => {
      if (to - from < tableWidth(text, SIZE, true) + 2 * ASIDE) return [];
      const name = { size: SIZE, anchor: "middle", halo: "paper" } as const;
      return [label((from + to) / 2, across + 4, [{ text, bold: true }], name)];
    }),
  ];
}

/** "Probe packets", "Acknowledgements"; "Requests" where the column is narrower than that. */
function nameOf(rails: Rails): string {
  const { kind } = repeatedIn(rails);
  const name = `${packetName(kind)}s`;
  return NAME_AT + tableWidth(name, SIZE, false) < rails.start - ASIDE ? name : `${capital(kind)}s`;
}
