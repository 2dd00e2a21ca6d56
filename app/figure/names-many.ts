/** The names in a figure of many machines: of packets and bands of them, of work in its bars, of waits, of phases. */
import { label } from "../draw/scene.ts";
import type { Label, TextRun } from "../draw/scene.ts";
import { runsWidth } from "../draw/text-width.ts";
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import { microsText } from "../words/times.ts";
import { bandNames } from "./band-names.ts";
import { countOf, endOf, startOf } from "./groups.ts";
import { ANYWHERE, markNames, spaceOf, takePackets, waitNames } from "./names.ts";
import type { Names } from "./names.ts";
import { withinOf } from "./drawn.ts";
import type { Drawn } from "./drawn.ts";
import { alongOf } from "./rails.ts";
import { isPlain } from "./traffic.ts";
import { takenByLane } from "./wait-names.ts";
import { phasesTold } from "./work.ts";

const SIZE = 12;

/** Packets that went wrong are named first, then the most frequent ones. The list has the names that find no place. */
export function namesOfMany(drawn: Drawn): Names {
  const { rails, measure, bars } = drawn;
  const { space, counts } = spaceOf(drawn);
  const inBars = barNames(drawn);
  for (const one of inBars) space.set([one], ANYWHERE, measure);
  const first = [...counts, ...inBars, ...phaseNames(drawn), ...markNames(drawn, space)];
  // Names of packets that went wrong may cover packets that did not.
  const fated = bandNames(drawn, space, (band) => !isPlain(band.group.stream));
  if (!drawn.fine) return { labels: [...first, ...fated], leaders: [] };
  takePackets(drawn, space, true);
  const plain = bandNames(drawn, space, (band) => isPlain(band.group.stream));
  const spans = bars.map((bar) => ({ lane: bar.stream.lane, from: startOf(bar), to: endOf(bar) }));
  const taken = takenByLane(rails.shown, rails, { spans, packets: [], dense: false });
  // Packets pass the rows of others: waits have the place that is left.
  const reasons = rails.frame.down ? [] : waitNames(drawn, taken);
  const waits = reasons.filter((one) => space.set([one], withinOf(rails), measure));
  return { labels: [...first, ...fated, ...plain, ...waits], leaders: [] };
}

const LEAST_NAMED_LANE = 13;
const INSIDE_MARGIN = 5;

/** Of work that stands alone, in its bar. */
function barNames({ rails, bars, measure }: Drawn): readonly Label[] {
  const { trace, frame } = rails;
  if (frame.down) return [];
  return bars.flatMap((bar): Label[] => {
    const { stream, first } = bar;
    const { at, size } = itemAt(frame.lanes, stream.lane, "lane");
    if (!stream.mine || size < LEAST_NAMED_LANE || (stream.layer !== "rpc" && stream.layer !== "kernel")) return [];
    const [from, to] = [alongOf(rails, startOf(bar)), alongOf(rails, endOf(bar))];
    const [low, high] = [Math.max(from, rails.start), Math.min(to, rails.start + rails.scale.length)];
    if (countOf(bar) > 1 || high - low < 2 * INSIDE_MARGIN) return [];
    const name = itemAt(trace.steps, numberAt(trace.spans.step, numberAt(stream.rows, first)), "step").name;
    const ink = "on-span";
    const value: TextRun = { text: microsText(endOf(bar) - startOf(bar)), bold: true, ink };
    for (const runs of [[value, { text: name, ink } as const], [{ text: name, ink } as const]]) {
      if (runsWidth(runs, SIZE, measure) > high - low - 2 * INSIDE_MARGIN) continue;
      return [label((low + high) / 2, at + size / 2 + 4, runs, { size: SIZE, anchor: "middle" })];
    }
    return [];
  });
}

const LEAST_NAMED_STRIP = 12;

function phaseNames({ rails, measure }: Drawn): readonly Label[] {
  const { frame, scale } = rails;
  return phasesTold(rails).flatMap(({ machine, name, from, to }): Label[] => {
    const row = frame.rows[numberAt(frame.rowOf, machine)];
    const [low, high] = [
      Math.max(rails.start, alongOf(rails, from)),
      Math.min(rails.start + scale.length, alongOf(rails, to)),
    ];
    if (row === undefined || row.stripSize < LEAST_NAMED_STRIP) return [];
    if (measure(name, SIZE, false) > high - low - 2 * INSIDE_MARGIN) return [];
    const [along, across] = [(low + high) / 2, row.strip + row.stripSize / 2 + 4];
    return frame.down
      ? [label(across, along, [{ text: name }], { size: SIZE, anchor: "middle", turned: true })]
      : [label(along, across, [{ text: name }], { size: SIZE, anchor: "middle" })];
  });
}
