/** The bytes of a packet on the wire, in the order of sending: a box for each layer, a tick for each byte. */
import { timeAt } from "../../../engine/kernel/reads.ts";
import { packetRef } from "../../../engine/kernel/trace-data.ts";
import { box, label, line, ofThing } from "../../draw/scene.ts";
import type { Label, Shape } from "../../draw/scene.ts";
import { counted } from "../../words/numbers.ts";
import { alongOf } from "./rails.ts";
import type { Rails } from "./rails.ts";

/** The box of a layer, in pixels along and across. */
export interface LayerBox {
  readonly name: string;
  readonly length: number;
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

const MOST_HIGH = 66; // px across
const MOST_WIDE = 132;
const ASIDE = 12;
/** A byte with less room has no tick. */
const BYTE_FROM = 2.5;
const TICK = 11;
const NAME_SIZE = 12;
const SIZE = 11.5;
/** Words stand in the boxes once these are nearly open. */
const NAMED_FROM = 0.6;

/** Where the layers lie; none while no bytes are shown. */
export function layerBoxes({ frame, trace: { packets }, ...rails }: Rails): readonly LayerBox[] {
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

export function bytesShapes(rails: Rails): readonly Shape[] {
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

/** The name of each layer and its bytes, in its box or, where that is too narrow, over it and under it in turn. */
export function bytesNames(
  rails: Rails,
  measure: (text: string, size: number, bold: boolean) => number,
): readonly Label[] {
  const { bytes, down } = rails.frame;
  if (bytes === undefined || bytes.share < NAMED_FROM) return [];
  let narrow = 0;
  return layerBoxes(rails).flatMap(({ name, length, from, to, top, bottom }, i): readonly Label[] => {
    const ink = i === bytes.chosen ? "on-accent" : "ink";
    const words = [
      { runs: [{ text: name, bold: true, ink }], size: NAME_SIZE },
      { runs: [{ text: counted(length, "byte"), ink }], size: SIZE },
    ] as const;
    const wide = Math.max(measure(name, NAME_SIZE, true), measure(counted(length, "byte"), SIZE, false));
    const [along, across] = [(from + to) / 2, (top + bottom) / 2];
    if (down) {
      const runs = [
        { text: name, bold: true, ink },
        { text: String(length), ink },
      ] as const;
      return to - from < LINE ? [] : [label(across, along + 4, runs, { size: SIZE, anchor: "middle" })];
    }
    if (to - from >= wide + 8) {
      return words.map(({ runs, size }, n) => label(along, across - 5 + n * LINE, runs, { size, anchor: "middle" }));
    }
    const isUnder = narrow++ % 2 === 1;
    const y = isUnder ? bottom + 16 : top - 6;
    const runs = [{ text: name, bold: true }, { text: String(length) }] as const;
    return [label(along, y, runs, { size: SIZE, anchor: "middle", halo: "paper" })];
  });
}

const LINE = 15;
