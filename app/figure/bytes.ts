/** The bytes of a packet on the wire, in the order of sending: a box for each layer, a tick for each byte. */
import { timeAt } from "../../engine/kernel/reads.ts";
import { packetRef } from "../../engine/kernel/trace-data.ts";
import { box, label, line, ofThing } from "../draw/scene.ts";
import type { Ink } from "../draw/palette.ts";
import type { Label, Shape, TextRun } from "../draw/scene.ts";
import { runsWidth } from "../draw/text-width.ts";
import type { MeasureText } from "../draw/text-width.ts";
import { counted } from "../words/numbers.ts";
import { alongOf } from "./rails.ts";
import type { LayerBox } from "./bytes-on-wire.ts";
import type { WireLayers } from "./rungs.ts";
import type { Rails } from "./rails.ts";

const MOST_HIGH = 66; // px across
const MOST_WIDE = 132;
const ASIDE = 12;
/** A byte with less room has no tick. */
const BYTE_FROM = 2.5;
const TICK = 11;
const NAME_SIZE = 12;
const SIZE = 12;
/** Words stand in the boxes once these are nearly open. */
const NAMED_FROM = 0.6;

/** Where the layers lie; none while no bytes are shown. */
function layerBoxes({ frame, trace: { packets }, ...rails }: Rails): readonly LayerBox[] {
  const { bytes, wire } = frame;
  if (bytes === undefined || wire === null) return [];
  const whole = bytes.layers.reduce((sum, { length }) => sum + length, 0);
  const [departs, arrives] = [timeAt(packets.departs, bytes.row), timeAt(packets.arrives, bytes.row)];
  const first = alongOf(rails, departs);
  // A fault holds the packet up after its last bit has left.
  const last = alongOf(rails, arrives - timeAt(packets.delayed, bytes.row));
  const middle = (wire.from + wire.to) / 2;
  const size = Math.min(frame.down ? MOST_WIDE : MOST_HIGH, wire.to - wire.from - 2 * ASIDE) * bytes.share;
  let sent = 0;
  return bytes.layers.map(({ name, length }) => {
    const from = first + ((last - first) * sent) / whole;
    sent += length;
    const to = first + ((last - first) * sent) / whole;
    return { name, length, from, to, top: middle - size / 2, bottom: middle + size / 2 };
  });
}

function bytesShapes(rails: Rails): readonly Shape[] {
  const { bytes } = rails.frame;
  if (bytes === undefined) return [];
  const opacity = bytes.share;
  const shapes = layerBoxes(rails).flatMap(({ length, from, to, top, bottom }, i): readonly Shape[] => {
    const isChosen = i === bytes.chosen;
    const wide = (to - from) / length;
    const ticks = Array.from({ length: wide < BYTE_FROM ? 0 : length - 1 }, (_, n): Shape => {
      const at = from + (n + 1) * wide;
      return line([at, bottom - TICK * opacity, at, bottom], {
        stroke: isChosen ? "on-accent" : "edge",
        lineWidth: 1,
        opacity: 0.7 * opacity,
      });
    });
    const look = { fill: isChosen ? "accent" : "paper", stroke: "ink", lineWidth: 1.2, opacity } as const;
    return [box(from, top, to - from, bottom - top, look), ...ticks];
  });
  return ofThing(packetRef(bytes.row), shapes);
}

const LINE = 15;
/** Between two names beside the boxes. */
const APART = 10;

/** The name of each layer and its bytes: in its box, else over it or under it, where no other name stands. */
function bytesNames(rails: Rails, measure: MeasureText): readonly Label[] {
  const { bytes, down } = rails.frame;
  if (bytes === undefined || bytes.share < NAMED_FROM) return [];
  const free = [-Infinity, -Infinity]; // from where on there is room over the boxes, and under them
  return layerBoxes(rails).flatMap((layer, i): readonly Label[] => {
    const ink: Ink = i === bytes.chosen ? "on-accent" : "ink";
    const inside = down ? nameDown(layer, ink) : namesInside(layer, ink, measure);
    if (inside !== null) return inside;
    if (down) return [];
    const middle = (layer.from + layer.to) / 2;
    const runs: readonly TextRun[] = [{ text: layer.name, bold: true }, { text: String(layer.length) }];
    const half = runsWidth(runs, SIZE, measure) / 2;
    const side = free.findIndex((from) => middle - half >= from);
    if (side < 0) return [];
    free[side] = middle + half + APART;
    const y = side === 0 ? layer.top - 6 : layer.bottom + 16;
    return [label(middle, y, runs, { size: SIZE, anchor: "middle", halo: "paper" })];
  });
}

/** Null where the box is too narrow. */
function namesInside({ name, length, ...box }: LayerBox, ink: Ink, measure: MeasureText): readonly Label[] | null {
  const size = counted(length, "byte");
  const wide = Math.max(measure(name, NAME_SIZE, true), measure(size, SIZE, false));
  if (box.to - box.from < wide + APART) return null;
  const [x, y] = [(box.from + box.to) / 2, (box.top + box.bottom) / 2 - 5];
  return [
    label(x, y, [{ text: name, bold: true, ink }], { size: NAME_SIZE, anchor: "middle" }),
    label(x, y + LINE, [{ text: size, ink }], { size: SIZE, anchor: "middle" }),
  ];
}

/** Where time runs down; null where the box is too low. */
function nameDown({ name, length, from, to, top, bottom }: LayerBox, ink: Ink): readonly Label[] | null {
  if (to - from < LINE) return null;
  const runs: readonly TextRun[] = [
    { text: name, bold: true, ink },
    { text: String(length), ink },
  ];
  return [label((top + bottom) / 2, (from + to) / 2 + 4, runs, { size: SIZE, anchor: "middle" })];
}

/** Fetched once a reader goes to the last rung. */
export const WIRE: WireLayers = { boxesOf: layerBoxes, shapesOf: bytesShapes, namesOf: bytesNames };
