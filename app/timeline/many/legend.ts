/** The meaning of the fills that the trace has, in one row at the foot. */
import { labelArea } from "../../draw/place-label.ts";
import { box, label } from "../../draw/scene.ts";
import type { Box, Label, Shape } from "../../draw/scene.ts";
import { layersOf } from "../../trace/layer-names.ts";
import { downTimes } from "../../trace/machine-events.ts";
import type { Layer } from "../../../engine/kernel/trace-data.ts";
import type { MeasureText } from "../../draw/text-width.ts";
import { phaseNames } from "./phases.ts";
import type { ManyRails } from "./rails.ts";
import { PHASE_FILLS } from "./work.ts";

const SIZE = 11.5;
const SWATCH = 16;
const GAP = 20;

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

/**
 * Entries from the left as far as there is room.
 * @param names those in the figure: phases that have theirs there need no legend
 * @param taken what stands at the right
 */
export function legendShapes(
  rails: ManyRails,
  names: readonly Label[],
  taken: readonly Label[],
  measure: MeasureText,
): readonly Shape[] {
  const { frame, trace } = rails;
  const named = new Set(names.map(({ runs }) => runs[0]?.text));
  const isDown = rails.shown.plan.machines.some((machine) => downTimes(trace, machine).length > 0);
  const entries: readonly Entry[] = [
    ...(isDown ? [DOWN] : []),
    ...layersOf(trace).map(({ layer, text }) => ({ text, swatch: SWATCHES[layer] ?? {} })),
    ...(rails.shown.story.path.length > 0 ? [CABLE] : []),
    ...phaseEntries(rails).filter(({ text }) => !named.has(text)),
  ];
  const right = Math.min(frame.start + frame.length, ...taken.map((one) => labelArea(one, measure).x0));
  const y = frame.axis - 12;
  const shapes: Shape[] = [];
  let x = frame.start;
  for (const { text, swatch } of entries) {
    const width = SWATCH + 7 + measure(text, SIZE, false);
    if (x + width > right) break;
    const inset = swatch.stroke === undefined ? 0 : 0.5;
    shapes.push(box(x + inset, y - 9 + inset, SWATCH - 2 * inset, 10 - 2 * inset, swatch));
    shapes.push(label(x + SWATCH + 7, y, [{ text, ink: "ink-2" }], { size: SIZE, halo: "paper" }));
    x += width + GAP;
  }
  return shapes;
}

const phaseEntries = ({ shown, frame }: ManyRails): readonly Entry[] =>
  (frame.rows[0]?.stripSize ?? 0) === 0
    ? []
    : phaseNames(shown).map((text, i) => ({ text, swatch: PHASE_FILLS[i % PHASE_FILLS.length] ?? PHASE_FILLS[0] }));
