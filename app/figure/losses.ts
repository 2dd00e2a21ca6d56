/**
 * Packets that were lost. Between two machines they lie on the ground. Among many, the crosses of those from or to the
 * caller stand in a lane of their own beside it, so that none seems to belong to another machine; of any other packet
 * the cross stands beside the sender.
 */
import type { Area } from "../draw/place-label.ts";
import { cross, label } from "../draw/scene.ts";
import type { Label, Shape } from "../draw/scene.ts";
import { grouped } from "../words/numbers.ts";
import type { PlacedBand } from "./packets.ts";
import { groundOf } from "./rails.ts";
import type { Rails } from "./rails.ts";

/** Crosses that lie closer than this are one with their count. */
const APART = 13;

interface Cross {
  readonly along: number;
  readonly across: number;
  readonly count: number;
  readonly opacity: number;
}

/** @param bands of packets that were lost */
function crossesOf(rails: Rails, bands: readonly PlacedBand[]): readonly Cross[] {
  const { start, scale } = rails;
  const single = bands
    .flatMap(({ group, first, last }): Cross[] => {
      const count = group.last - group.first + 1;
      const opacity = group.stream.mine ? 1 : 0.4;
      const ground = groundOf(rails, group.stream);
      const far = last[2] - first[2] >= APART && count > 1;
      const ends = far ? [first, last] : [first];
      return ends.map((way, i) => {
        return { along: way[2], across: ground ?? way[3], count: far && i === 0 ? 1 : count - (far ? 1 : 0), opacity };
      });
    })
    .filter(({ along }) => along >= start - APART && along <= start + scale.length + APART)
    .sort((a, b) => a.across - b.across || a.along - b.along);
  const crosses: Cross[] = [];
  for (const one of single) {
    const last = crosses.at(-1);
    if (last === undefined || last.across !== one.across || one.along - last.along >= APART) crosses.push(one);
    else {
      const opacity = Math.max(last.opacity, one.opacity);
      crosses[crosses.length - 1] = { ...last, count: last.count + one.count, opacity };
    }
  }
  return crosses;
}

const ARM = 6;

/** A cross for each that can be told apart, over the line along which the packets came. */
export const crossShapes = (rails: Rails, bands: readonly PlacedBand[]): readonly Shape[] =>
  crossesOf(rails, lost(bands)).flatMap(({ along, across, opacity }) =>
    cross(along, across, ARM, { stroke: "lost", lineWidth: 3, opacity }),
  );

/** The area of each cross, along and across. */
export const crossAreas = (rails: Rails, bands: readonly PlacedBand[]): readonly Area[] =>
  crossesOf(rails, lost(bands)).map(({ along: x, across: y }) => ({
    ...{ x0: x - ARM - 1, x1: x + ARM + 1, y0: y - ARM - 1, y1: y + ARM + 1 },
  }));

const lost = (bands: readonly PlacedBand[]): readonly PlacedBand[] =>
  bands.filter(({ group }) => group.stream.manner === "lost");

const SIZE = 12;

/** "8" beside a cross that stands for eight. */
export const crossCounts = (rails: Rails, bands: readonly PlacedBand[]): readonly Label[] =>
  crossesOf(rails, lost(bands)).flatMap(({ along, across, count }): Label[] => {
    if (count < 2) return [];
    const [x, y] = rails.frame.down ? [across, along + ARM + 14] : [along + ARM + 3, across + 4];
    const anchor = rails.frame.down ? "middle" : "start";
    return [label(x, y, [{ text: grouped(count, 0), bold: true, ink: "lost" }], { size: SIZE, anchor, halo: "paper" })];
  });
