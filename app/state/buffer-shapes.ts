/** A buffer at a moment as shapes, for a file. Sizes in px. */
import { box, label, line } from "../draw/scene.ts";
import type { Box, Shape, TextRun } from "../draw/scene.ts";
import { tableWidth } from "../draw/text-width.ts";
import { levelText, MOST_PLACES, spanOf } from "./buffer-text.ts";
import type { BufferOf, BufferState } from "./buffers.ts";
import { SIDE } from "./table-shapes.ts";
import type { SizedShapes } from "./table-shapes.ts";

const TOP = 8; // the rim stands out
const HIGH = 34;
const LINE = 20;
const SIZE = 13;
const LABEL = 12;

type Look = Omit<Box, "shape" | "x" | "y" | "width" | "height">;

function lookOf(isFull: boolean, isBeyond: boolean, isOpen: boolean): Look {
  if (!isFull) return isBeyond ? { stroke: "rule" } : { stroke: "edge" };
  return isBeyond && !isOpen ? { fill: "lost", stroke: "lost" } : { fill: "ink", stroke: "ink" };
}

/** A box for each place, filled where a packet lies; more places than one can count are one bar. */
function placesShapes(of: BufferOf, { held }: BufferState, width: number): readonly Shape[] {
  const { places } = of;
  const span = spanOf(of);
  const wide = (width - 2 * SIDE) / span;
  if (span > MOST_PLACES) {
    return [
      box(SIDE, TOP, held.length * wide, HIGH, { fill: "ink" }),
      box(SIDE, TOP, width - 2 * SIDE, HIGH, { stroke: "edge" }),
    ];
  }
  return Array.from({ length: span }, (_, place): readonly Shape[] => {
    const one = held[place];
    const x = SIDE + place * wide;
    const look = lookOf(one !== undefined, places === null || place >= places, places === null);
    const text = one?.label ?? "";
    const name =
      text === "" || tableWidth(text, LABEL, false) > wide - 3
        ? []
        : [label(x + (wide - 1) / 2, TOP + 21, [{ text, ink: "paper" }], { size: LABEL, anchor: "middle" })];
    return [box(x + 0.5, TOP + 0.5, wide - 2, HIGH - 1, look), ...name];
  }).flat();
}

/** "The controller was busy for 12 % of the time so far." */
const busyText = (busy: number): string =>
  `The controller was busy for ${Math.round(100 * busy)}\u202f% of the time so far.`;

export function bufferShapes(of: BufferOf, state: BufferState, width: number): SizedShapes {
  const { places, losses } = of;
  const { held, lost, busy } = state;
  const rim = places === null ? null : SIDE + (places / spanOf(of)) * (width - 2 * SIDE) - 1;
  const ink = lost > 0 ? "lost" : "ink";
  const lines: readonly (readonly TextRun[])[] = [
    [{ text: levelText(held.length, places), bold: true }],
    ...(busy === null ? [] : [[{ text: busyText(busy) }]]),
    [
      { text: String(lost), bold: true, ink },
      { text: `lost so far, ${losses.length} in all of the run.`, ink },
    ],
  ];
  const words = lines.map((runs, i) => label(SIDE, TOP + HIGH + 26 + i * LINE, runs, { size: SIZE }));
  const rimShapes = rim === null ? [] : [line([rim, 2, rim, TOP + HIGH + 6], { stroke: "ink", lineWidth: 3 })];
  return {
    width,
    height: TOP + HIGH + 26 + lines.length * LINE,
    shapes: [...placesShapes(of, state, width), ...rimShapes, ...words],
  };
}
