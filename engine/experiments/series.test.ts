/** A series is typed in a description, and what a run gives is looked at. */
import { describe, expect, it } from "vitest";
import { SeriesLog, type SeriesLine } from "../kernel/series.ts";
import { measuresCsv } from "./export/measures-csv.ts";
import { seriesOf } from "./series.ts";

const given = (line: Partial<SeriesLine>) => ({
  series: { queue: [{ name: "server", atNs: [0, 5], values: [1, 2], ...line }] },
});

describe("a series of a run", () => {
  it("has the unit of its description", () => {
    expect(seriesOf("a/b", { queue: "calls" }, given({}))["queue"]).toEqual({
      unit: "calls",
      ...{ lines: given({}).series.queue },
    });
  });

  it.each([
    [{ values: [1, Number.NaN] }, 'its line "server" is NaN at 5 ns, want a number or null'],
    [{ values: [1, Infinity] }, 'its line "server" is Infinity at 5 ns'],
    [{ values: [1] }, 'its line "server" has 2 moments and 1 values'],
    [{ atNs: [5, 5] }, 'its line "server" has a moment 5 ns, want moments in ascending order'],
  ])("is refused where a line is broken: %j", (line, message) => {
    expect(() => seriesOf("a/b", { queue: "" }, given(line))).toThrow(`a/b: the series queue is no series: ${message}`);
  });

  it("is asked for where the run does not give it", () => {
    expect(() => seriesOf("a/b", { load: "" }, given({}))).toThrow("a/b: its run says nothing of the series load");
  });

  it("is a row of the table for each value, behind the measures", () => {
    const text = measuresCsv({
      measures: { latencyMs: { value: null, unit: "ms" } },
      series: seriesOf("a/b", { queue: "" }, given({ values: [1, null] })),
    });
    expect(text).toBe("measure,line,atNs,value,unit\nlatencyMs,,,,ms\nqueue,server,0,1,\nqueue,server,5,,\n");
  });
});

describe("a log of a series", () => {
  it("keeps changes alone, and of several values at one moment the last", () => {
    const log = new SeriesLog();
    for (const [at, value] of [
      [0, 1],
      [3, 1],
      [5, 2],
      [5, 3],
      [7, null],
      [8, null],
      [9, 4],
      [9, null],
    ] as const)
      log.note("server", at, value);
    expect(log.lines()).toEqual([{ name: "server", atNs: [0, 5, 7], values: [1, 3, null] }]);
  });
});
