/** The names in a figure of many machines: of packets and bands of them, of work in its bars, of waits, of phases. */
import { itemAt, numberAt } from "../../engine/kernel/reads.ts";
import type { TextRun } from "../draw/scene.ts";
import { microsText } from "../words/times.ts";
import type { Drawn } from "./drawn.ts";
import { countOf, endOf, startOf } from "./groups.ts";
import { placeInBox } from "./in-box.ts";
import { namesAround } from "./names.ts";
import type { Names, Placer } from "./placer.ts";
import { alongOf } from "./rails.ts";
import { placeReasons } from "./wait-labels.ts";
import { phasesTold } from "./work.ts";

export const namesOfMany = (drawn: Drawn): Names =>
  namesAround(
    drawn,
    (placer) => placeWork(drawn, placer),
    (placer) => {
      // Where time runs down packets pass the columns of others: waits have no place there.
      if (drawn.fine && !drawn.rails.frame.down) placeReasons(drawn.rails, placer);
    },
  );

const LEAST_LANE = 13; // px across, of one whose work has names in its bars
const LEAST_STRIP = 12;

/** Sets the names of work that stands alone in its bar, and of phases in their strips. */
function placeWork({ rails, bars }: Drawn, placer: Placer): void {
  const { trace, frame } = rails;
  for (const bar of frame.down ? [] : bars) {
    const { stream, first } = bar;
    const { at, size } = itemAt(frame.lanes, stream.lane, "lane");
    const isWork = stream.layer === "rpc" || stream.layer === "kernel";
    if (!stream.mine || !isWork || size < LEAST_LANE || countOf(bar) > 1) continue;
    const ends = [alongOf(rails, startOf(bar)), alongOf(rails, endOf(bar))] as const;
    const name = { text: itemAt(trace.steps, numberAt(trace.spans.step, numberAt(stream.rows, first)), "step").name };
    const time: TextRun = { text: microsText(endOf(bar) - startOf(bar)), bold: true };
    placeInBox(rails, ends, at + size / 2, [[time, name], [name]], placer, "on-span");
  }
  for (const { machine, name, from, to } of phasesTold(rails)) {
    const row = frame.rows[numberAt(frame.rowOf, machine)];
    if (row === undefined || row.stripSize < LEAST_STRIP) continue;
    const ends = [alongOf(rails, from), alongOf(rails, to)] as const;
    placeInBox(rails, ends, row.strip + row.stripSize / 2, [[{ text: name }]], placer);
  }
}
