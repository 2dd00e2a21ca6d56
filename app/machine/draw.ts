/** The shapes of the machines that do not change with the playhead: bands, names, memory, bus, controllers, cable. */
import { entryOf, itemAt } from "../../engine/kernel/reads.ts";
import type { TraceData } from "../../engine/kernel/trace-data.ts";
import { box, label, line } from "../draw/scene.ts";
import type { Shape, TextRun } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { machineName } from "../trace/machine-names.ts";
import { counted } from "../words/numbers.ts";
import { capital } from "../words/sentences.ts";
import { tapLine } from "./layout.ts";
import type { HostRects, MachineLayout } from "./layout.ts";
import { trackName } from "./machine-text.ts";
import { NAME, SMALL } from "./slips.ts";
import type { Rect } from "../draw/point.ts";

export interface MachineDrawing {
  readonly trace: TraceData;
  readonly layout: MachineLayout;
  readonly measure: MeasureText;
}

/** Bands, names, memory, bus, controllers and cable. */
export function groundShapes({ trace, layout }: MachineDrawing): readonly Shape[] {
  const { cable } = layout;
  return [
    ...layout.places.flatMap((place) => hostGround(trace, layout, place)),
    ...(cable === null ? [] : [line(cable.line, { stroke: "ink-2", lineWidth: 5, round: true })]),
  ];
}

function hostGround(trace: TraceData, layout: MachineLayout, place: HostRects): readonly Shape[] {
  const { band, title, host, processors } = place;
  const counts = counted(host.processors.length, "processor");
  const name: readonly TextRun[] = [
    { text: capital(machineName(trace, host.machine)), bold: true },
    { text: counts, ink: "ink-2" },
  ];
  return [
    box(band.x, band.y, band.width, band.height, { fill: "band" }),
    label(title.x, title.y + 15, name, { size: NAME }),
    ...hardwareGround(trace, layout, place),
    ...[...processors.values()].map((rect) => outline(rect, "rule", "band")),
  ];
}

/** Memory, bus and controllers, with their lines; nothing where the machine has no controller. */
function hardwareGround(trace: TraceData, { cable, beside }: MachineLayout, place: HostRects): readonly Shape[] {
  const { memory, controllers, toRight } = place;
  if (memory === null || cable === null) return [];
  const { queue, received } = memory;
  const rects = [...controllers.values()];
  const side = { anchor: toRight ? "start" : "end", size: SMALL } as const;
  const edge = toRight ? queue.x : queue.x + queue.width;
  const under = received.y + received.height + 13;
  return [
    ...toHardware(place),
    ...rects.map((rect) => line(tapLine(cable, beside, place, rect), LINK)),
    ...[queue, received].map((rect) => throughBus(place, rect)),
    ...[queue, received, ...rects].map((rect) => outline(rect, "edge")),
    label(edge, queue.y - 5, [{ text: "To be sent", ink: "ink-2" }], side),
    label(edge, under, [{ text: "Received", ink: "ink-2" }], side),
    ...busGround(trace, place, { above: queue.y - 5, under }),
  ];
}

/** Its name stands on the side that no processor is joined to. */
function busGround(trace: TraceData, place: HostRects, at: { above: number; under: number }): readonly Shape[] {
  const { bus, host, processors } = place;
  if (bus === null) return [];
  const { x, y, width, height } = bus;
  const first = entryOf(processors, itemAt(host.processors, 0, "processor"), "processor");
  const nameY = first.y < y ? at.under : at.above;
  const name = [{ text: trackName(trace, host.bus), ink: "ink-2" }] as const;
  return [
    box(x, y, width, height, { fill: "paper", stroke: "edge", hatch: "fine" }),
    label(x + width / 2, nameY, name, { anchor: "middle", size: SMALL }),
  ];
}

const outline = ({ x, y, width, height }: Rect, stroke: Ink, fill: Ink = "paper"): Shape =>
  box(x + 0.5, y + 0.5, width - 1, height - 1, { fill, stroke });

/** From memory over the bus to the controllers. */
function throughBus({ controllers, toRight }: HostRects, rect: Rect): Shape {
  const [first] = controllers.values();
  const y = rect.y + rect.height / 2;
  const from = toRight ? rect.x + rect.width : rect.x;
  const to = first === undefined ? from : toRight ? first.x : first.x + first.width;
  return line([from, y, to, y], LINK);
}

/** From the processor that interrupts stop to the bus. */
function toHardware({ host, processors, bus }: HostRects): readonly Shape[] {
  const rect = processors.get(host.interrupted);
  if (rect === undefined || bus === null || host.interrupted !== host.processors[0]) return [];
  const x = bus.x + bus.width / 2;
  const above = rect.y < bus.y;
  return [line([x, above ? rect.y + rect.height : rect.y, x, above ? bus.y : bus.y + bus.height], LINK)];
}

const LINK = { stroke: "edge", lineWidth: 1.5 } as const;
