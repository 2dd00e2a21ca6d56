/** Marks of packets and threads, and the sizes of type in the picture. */
import { box, cross, disc, label, line } from "../draw/scene.ts";
import type { Shape } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import type { Point } from "../draw/point.ts";

export const NAME = 13;
export const TEXT = 12;
export const SMALL = 12;

export const SLIP = { width: 24, height: 18 } as const;
/** From the middle of one disc to the next. */
export const DISC_STEP = 24;

interface Marked {
  readonly call: number;
  readonly isShown: boolean;
  readonly isLost?: boolean;
}

/** The numbers of calls in marks; work that serves no call has none. */
const numberText = (call: number): string => (call === 0 ? "–" : String(call));

const groundOf = ({
  isShown,
  isLost = false,
}: Marked): { readonly fill: Ink; readonly stroke: Ink; readonly lineWidth: number } => ({
  fill: isShown ? "accent" : "paper",
  stroke: isLost ? "lost" : isShown ? "on-accent" : "ink",
  lineWidth: isLost ? 2.5 : 1.5,
});

/** A packet, or the work for it: a slip with the number of its call, yellow for the shown one. */
export function slip(x: number, y: number, marked: Marked): readonly Shape[] {
  const { width, height } = SLIP;
  const text = numberText(marked.call);
  return [
    box(x + 0.5, y + 0.5, width - 1, height - 1, groundOf(marked)),
    label(x + width / 2, y + 13, [{ text, bold: true, ink: marked.isShown ? "on-accent" : "ink" }], {
      size: SMALL,
      anchor: "middle",
    }),
  ];
}

/** A buffer without a packet. @param at its middle */
export function emptySlip({ x, y }: Point): readonly Shape[] {
  const { width, height } = SLIP;
  const [left, top] = [x - width / 2 + 0.5, y - height / 2 + 0.5];
  const [right, bottom] = [left + width - 1, top + height - 1];
  const edge = [left, top, right, top, right, bottom, left, bottom];
  return [line(edge, { fill: "paper", stroke: "ink", lineWidth: 1.5, dash: [3, 2], closed: true })];
}

/** A thread that waits: a disc with the number of its call. */
export function threadDisc(x: number, y: number, marked: Marked): readonly Shape[] {
  const text = numberText(marked.call);
  return [
    disc(x, y, text.length > 2 ? 11 : 9, groundOf(marked)),
    label(x, y + 4, [{ text, bold: true, ink: marked.isShown ? "on-accent" : "ink" }], {
      size: SMALL,
      anchor: "middle",
    }),
  ];
}

export const lossMark = ({ x, y }: Point): readonly Shape[] => cross(x, y, 7, { stroke: "lost", lineWidth: 2.5 });
