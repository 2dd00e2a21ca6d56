/** The meaning of the fills that the trace has, in one row at the foot. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { labelArea, meets } from "../draw/place-label.ts";
import { box, label } from "../draw/scene.ts";
import type { Box, Label, Shape } from "../draw/scene.ts";
import { layersOf } from "../trace/layer-names.ts";
import { rungOf } from "../trace/told-rung.ts";
import { downTimes } from "../trace/machine-events.ts";
import type { Layer } from "../../engine/kernel/trace-data.ts";
import type { MeasureText } from "../draw/text-width.ts";
import type { ShownCall } from "./shown-call.ts";
import { phaseNames } from "./phases.ts";
import type { Rails } from "./rails.ts";
import { PHASE_FILLS } from "./work.ts";

const SIZE = 12;
const SWATCH = 14;
const GAP = 16;

interface Entry {
  readonly text: string;
  readonly swatch: Omit<Box, "shape" | "x" | "y" | "width" | "height">;
}

const SWATCHES: Partial<Record<Layer, Entry["swatch"]>> = {
  rpc: { fill: "span-rpc" },
  kernel: { fill: "span-sys" },
  hardware: { fill: "span-hw", stroke: "ink", lineWidth: 1, hatch: "fine" },
};
const DOWN: Entry = {
  text: "down",
  swatch: { fill: "paper", hatch: "wide", opacity: 0.5, stroke: "ink-2", lineWidth: 1 },
};
const CABLE: Entry = { text: "critical path", swatch: { fill: "accent" } };

/** The entries that occur in this call. A call under way has no critical path yet. */
export function entriesOf({ trace, story, plan }: ShownCall): readonly Entry[] {
  const isDown = plan.machines.some((machine) => downTimes(trace, machine).length > 0);
  return [
    ...(isDown ? [DOWN] : []),
    // On the ladder a row says whose work it holds.
    ...(rungOf(trace) === null ? layersOf(trace) : []).map(({ layer, text }) => ({
      text,
      swatch: SWATCHES[layer] ?? {},
    })),
    ...(story.path.length > 0 ? [CABLE] : []),
  ];
}

/** The box of an entry: 14 by 10. */
export function swatchAt({ swatch }: Entry, x: number, y: number): Shape {
  const inset = swatch.stroke === undefined ? 0 : 0.5;
  return box(x + inset, y + inset, SWATCH - 2 * inset, 10 - 2 * inset, swatch);
}

/**
 * Entries from the left, past what stands there, as far as there is room.
 * @param names those in the figure: phases that have theirs there need no legend
 */
export function legendShapes(rails: Rails, names: readonly Label[], measure: MeasureText): readonly Shape[] {
  const { frame, scale, start, shown } = rails;
  const named = new Set(names.map(({ runs }) => runs[0]?.text));
  const entries = [...entriesOf(shown), ...phaseEntries(rails).filter(({ text }) => !named.has(text))];
  const y = frame.axis - 12;
  const taken = names.map((one) => labelArea(one, measure)).filter(({ y0, y1 }) => y0 < y + 4 && y1 > y - 11);
  const folds =
    frame.wire === null ? [] : scale.folds.map(({ at, size }) => ({ x0: start + at, x1: start + at + size }));
  const stretches = [...taken, ...folds].map(({ x0, x1 }) => ({ x0, x1, y0: 0, y1: 1 }));
  const end = frame.start + frame.length;
  // As many as can stand in a row, from the first place at which so many can.
  const rows = [frame.start, ...stretches.map(({ x1 }) => x1 + 4)]
    .sort((a, b) => a - b)
    .map((from) => {
      let x = from;
      const placed: { readonly entry: Entry; readonly x: number }[] = [];
      for (const entry of entries) {
        const x1 = x + SWATCH + 7 + measure(entry.text, SIZE, false);
        if (x1 > end || stretches.some((one) => meets({ x0: x, x1, y0: 0, y1: 1 }, one))) break;
        placed.push({ entry, x });
        x = x1 + GAP;
      }
      return placed;
    });
  const best = rows.reduce((most, row) => (row.length > most.length ? row : most), []);
  return best.flatMap(({ entry, x }): Shape[] => [
    swatchAt(entry, x, y - 9),
    label(x + SWATCH + 7, y, [{ text: entry.text, ink: "ink-2" }], { size: SIZE, halo: "paper" }),
  ]);
}

const phaseEntries = ({ shown, frame }: Rails): readonly Entry[] =>
  itemAt(frame.rows, 0, "row").stripSize === 0
    ? []
    : phaseNames(shown).map((text, i) => ({ text, swatch: PHASE_FILLS[i % PHASE_FILLS.length] ?? PHASE_FILLS[0] }));
