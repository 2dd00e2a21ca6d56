import { describe, expect, it } from "vitest";
import { runOf } from "../../engine/experiments/testing.ts";
import { foldsOfCall } from "../trace/folds.ts";
import { layPlate } from "./plate.ts";
import { plateNames } from "./plate-names.ts";
import { tellCall } from "./story.ts";

const FAULTS = ["drop call#1", "drop result#1", "duplicate call#1", "duplicate result#1", "delay result#1 by 1ms"];
const PLATES = [
  { width: 1344, down: false },
  { width: 358, down: true },
] as const;

function namesAfter(fault: string, { width, down }: (typeof PLATES)[number]) {
  const { trace } = runOf("firefly/null", { set: { calls: 1 }, faults: [fault] });
  const tale = tellCall(trace);
  const plate = layPlate(width, down, foldsOfCall(trace, 1), tale.end);
  return { tale, names: plateNames(tale, plate, "packets too") };
}

describe("the names on the plate", () => {
  it.each(PLATES.flatMap((plate) => FAULTS.map((fault) => ({ ...plate, fault }))))(
    "name each packet, $width px wide, after $fault",
    ({ fault, ...plate }) => {
      const { tale, names } = namesAfter(fault, plate);
      expect(names.filter(({ kind }) => kind === "packet")).toHaveLength(tale.flights.length);
    },
  );

  it.each(PLATES.flatMap((plate) => FAULTS.map((fault) => ({ ...plate, fault }))))(
    "stand apart, $width px wide, after $fault",
    ({ fault, ...plate }) => {
      // Each line of a name is 11 px high and some px wide; the next one stands 14 px lower.
      const lines = namesAfter(fault, plate).names.flatMap(({ lines: texts, micros = "", anchor, x, y }) =>
        texts.map((text, i) => {
          const wide = 5.5 * (text.length + (i === 0 ? micros.length : 0));
          const from = anchor === "start" ? x : anchor === "end" ? x - wide : x - wide / 2;
          return { from, to: from + wide, low: y + 14 * i, high: y + 14 * i - 11 };
        }),
      );
      lines.forEach((one, i) => {
        for (const other of lines.slice(i + 1)) {
          const meet = one.from < other.to && other.from < one.to && one.high < other.low && other.high < one.low;
          expect(meet, JSON.stringify([one, other])).toBe(false);
        }
      });
    },
  );

  it.each(PLATES)("name the result that the caller ignores, and the work that leads to it, $width px wide", (plate) => {
    const { names } = namesAfter("drop result#1", plate);
    const texts = names.map(({ lines }) => lines.join(" "));
    expect(texts).toContain("Result packet, sent again, ignored");
    expect(texts).toContain("Result packet, lost");
    const beside = names.filter(({ kind }) => kind === "beside-path");
    expect(beside.map(({ micros, lines }) => [micros, lines.join()])).toContainEqual([
      "1,456",
      "Interrupt, checksum · Wake up thread",
    ]);
    expect(beside.map(({ micros }) => micros)).toContain("358");
  });
});
