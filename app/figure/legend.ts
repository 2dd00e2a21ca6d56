/** The meaning of the fills that the trace has, in one row at the foot. */
import { itemAt } from "../../engine/kernel/reads.ts";
import { box, label } from "../draw/scene.ts";
import type { Box, Shape } from "../draw/scene.ts";
import { layersOf } from "../trace/layer-names.ts";
import { rungOf } from "../trace/told-rung.ts";
import { downTimes } from "../trace/machine-events.ts";
import type { Layer } from "../../engine/kernel/trace-data.ts";
import type { ShownCall } from "./shown-call.ts";
import { phaseNames } from "./phases.ts";
import type { Placer } from "./placer.ts";
import type { Rails } from "./rails.ts";
import { PHASE_FILLS } from "./work.ts";

const SIZE = 12;
const SWATCH = 14;
const GAP = 16;
/** Between a name, or a fold, and the entries beside it. */
const BESIDE = 8;

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
 * Entries from the left, in the first gap between the names that has room for the most.
 * @param placer of the names in the figure: phases that have theirs there need no legend
 */
export function legendShapes(rails: Rails, placer: Placer): readonly Shape[] {
  const { frame, scale, shown } = rails;
  const named = new Set(placer.names.labels.map(({ runs }) => runs[0]?.text));
  const entries = [...entriesOf(shown), ...phaseEntries(rails).filter(({ text }) => !named.has(text))];
  const y = frame.axis - 12;
  for (const { at, size } of frame.wire === null ? [] : scale.folds) {
    placer.ink.takeAlong(frame.start + at, frame.start + at + size, y - 11, 15);
  }
  const strip = { x0: frame.start, x1: frame.start + frame.length, y0: y - 11, y1: y + 4 };
  const rows = placer.freeAlong(strip).map(({ from, to }) => {
    let x = from === strip.x0 ? from : from + BESIDE;
    const end = to === strip.x1 ? to : to - BESIDE;
    return entries.flatMap((entry): readonly PlacedEntry[] => {
      const at = x;
      x += SWATCH + 7 + placer.widthOf([{ text: entry.text }], SIZE) + GAP;
      return x - GAP > end ? [] : [{ entry, at }];
    });
  });
  const best = rows.reduce((most, row) => (row.length > most.length ? row : most), []);
  return best.flatMap(({ entry, at }): Shape[] => [
    swatchAt(entry, at, y - 9),
    label(at + SWATCH + 7, y, [{ text: entry.text, ink: "ink-2" }], { size: SIZE, halo: "paper" }),
  ]);
}

interface PlacedEntry {
  readonly entry: Entry;
  readonly at: number;
}

const phaseEntries = ({ shown, frame }: Rails): readonly Entry[] =>
  itemAt(frame.rows, 0, "row").stripSize === 0
    ? []
    : phaseNames(shown).map((text, i) => ({ text, swatch: PHASE_FILLS[i % PHASE_FILLS.length] ?? PHASE_FILLS[0] }));
