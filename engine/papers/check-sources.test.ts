import { describe, expect, it } from "vitest";
import { checkSources, convert, type SourcedNumber } from "./check-sources.ts";
import type { CellAddress } from "./types.ts";

const at = (table: string, row: CellAddress["row"], column: string): CellAddress => ({
  paper: "firefly",
  table,
  row,
  column,
});
const WAKE_UP = at("table-vi", { side: "receiver", action: "Wake up RPC thread" }, "us74");
const LATENCY = at("table-i", { callerThreads: 1 }, "nullSeconds");

const entry = (value: number, unit: string, cell?: CellAddress, kind = "paper"): SourcedNumber => ({
  name: "x",
  value,
  unit,
  source: cell === undefined ? { kind, text: "" } : { kind, text: "", cell },
});
const problems = (...entries: readonly SourcedNumber[]): readonly string[] => checkSources(entries);

describe("numbers that cite a paper", () => {
  it("pass where they say what the cell says, in whichever unit", () => {
    const qbus = at("text", { key: "qbus" }, "value");
    const timer = at("text", { key: "retransmitPenalty" }, "value");
    expect(
      problems(
        entry(220, "us", WAKE_UP),
        entry(0.22, "ms", WAKE_UP),
        entry(220_000, "ns", WAKE_UP),
        entry(16, "Mbit/s", qbus),
        entry(16_000, "kbit/s", qbus),
        entry(0.6, "s", timer),
      ),
    ).toEqual([]);
  });

  it("are named where they differ, with the cell and what it holds", () => {
    const cell = "firefly/table-vi/side=receiver/action=Wake up RPC thread/us74";
    expect(problems(entry(221, "us", WAKE_UP), entry(220, "us", WAKE_UP))).toEqual([
      `x = 221 us: cites ${cell}, which is 220 us`,
    ]);
    expect(problems(entry(220, "ms", WAKE_UP))).toEqual([`x = 220 ms: cites ${cell}, which is 220 us`]);
    expect(problems(entry(220, "bytes", WAKE_UP))).toEqual([`x = 220 bytes: cites ${cell}, which is in us`]);
  });

  it("may not cite what a paper measured, unless as the aim of a calibration", () => {
    expect(problems(entry(26.61, "s", LATENCY))[0]).toMatch(/which is a result, not an input/);
    const total = at("table-vi", { side: "total" }, "us74");
    expect(problems(entry(954, "us", total))[0]).toMatch(/an identity, not an input/);
    expect(problems(entry(386, "us", LATENCY, "calibrated"))).toEqual([]);
  });

  it("are told of an address that does not exist, whatever their kind", () => {
    const lost = at("table-vi", { side: "receiver", action: "Sleep" }, "us74");
    expect(problems(entry(1, "us", lost, "calibrated"))[0]).toMatch(/0 rows fit .*"Sleep".* want exactly one of/);
    const missing = at("table-xiii", {}, "us");
    expect(problems(entry(1, "us", missing))[0]).toMatch(/no table "table-xiii"\. There is table-i, /);
    expect(problems(entry(1, "us"))).toEqual(["x = 1 us: cites a paper, but names no cell"]);
    expect(problems(entry(1, "us", undefined, "assumed"))).toEqual([]);
  });

  it("cannot turn one kind of unit into another", () => {
    expect(convert(1, "ms", "Mbit/s")).toBeNull();
    expect(convert(1.5, "ms", "us")).toBe(1500);
  });
});
