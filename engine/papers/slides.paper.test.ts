/**
 * Course slides (K. Shams) on the Firefly paper copy its tables: a second transcription, made by another hand. Here it
 * is held against ours, cell by cell, and what the slides say of their own is tried by the numbers. No page shows the
 * slides as a paper: they have nothing that the paper has not.
 */
import { describe, expect, it } from "vitest";
import { papers, type CellValue, type Row, type Table } from "./index.ts";
import claims from "./slides/claims.json" with { type: "json" };
import copies from "./slides/tables.json" with { type: "json" };

interface Copy {
  readonly id: string;
  readonly rows: readonly Row[];
}

const COPIES: readonly Copy[] = copies;

/** Where the slides' rows stand in the paper. */
const KINDS: Readonly<Record<string, string>> = {
  "fixed array": "table-iii",
  "variable array": "table-iv",
  "Text.T": "table-v",
};
const SECTIONS: Readonly<Record<string, string>> = {
  "Different network controller": "4.2.1",
  "100 Mbit/s network": "4.2.2",
  "Faster CPUs": "4.2.3",
  "No UDP checksums": "4.2.4",
  "RPC protocol redesigned": "4.2.5",
  "No IP/UDP layering": "4.2.6",
  "Busy wait": "4.2.7",
  "Run-time routines recoded": "4.2.8",
};

const firefly = papers.find(({ id }) => id === "firefly");

function tableOf(id: string): Table {
  const found = firefly?.tables.find((table) => table.id === id);
  if (found === undefined) throw new Error(`The Firefly paper has no ${id}.`);
  return found;
}

/** The paper's row that a copied row repeats; undefined for what the slides alone say. */
function original({ id }: Copy, row: Row): { readonly table: Table; readonly row: Row | undefined } {
  if (id === "table-iii-v") {
    const table = tableOf(KINDS[String(row["kind"])] ?? "");
    const key = table.id === "table-v" ? "label" : "bytes";
    return { table, row: table.rows.find((one) => one[key] === row[key]) };
  }
  const table = tableOf(id);
  if (id === "improvements") {
    return { table, row: table.rows.find(({ section }) => section === SECTIONS[String(row["change"])]) };
  }
  return { table, row: table.rows.find((one) => table.keys.every((key) => one[key] === row[key])) };
}

/** The numbers of the slides that the paper does not have, or has otherwise: `text nullLatency: 2.6, in ours 2.66`. */
function differences(): readonly string[] {
  return COPIES.flatMap((copy) =>
    copy.rows.flatMap((row): readonly string[] => {
      const { table, row: ours } = original(copy, row);
      const keys = table.keys.map((key) => String(row[key] ?? row["label"] ?? row["change"]));
      const name = `${table.id} ${keys.join(", ")}`;
      const numbers = Object.entries(row).filter(([, value]) => typeof value === "number");
      return numbers.flatMap(([column, value]) => {
        const theirs: CellValue | undefined = ours?.[column];
        return theirs === value ? [] : [`${name}, ${column}: ${String(value)}, in ours ${String(theirs)}`];
      });
    }),
  );
}

const stated = (key: string): number => {
  const row = COPIES.find(({ id }) => id === "text")?.rows.find((one) => one["key"] === key);
  return Number(row?.["value"]);
};

const tableI = tableOf("table-i").rows;
const ratio = (column: string): number => Number(tableI[1]?.[column]) / Number(tableI[0]?.[column]);

describe("the slides beside our transcription of the paper", () => {
  it("differ in these numbers and no others", () => {
    expect(differences()).toEqual([
      "text nullLatency, value: 2.6, in ours 2.66",
      "text doubling, value: 2, in ours undefined",
      "text maxThroughput, value: 4.7, in ours 4.65",
      "text maxThroughputThreads, value: 6, in ours 4",
      "text nullRate7, value: 741, in ours 740",
      "text assemblySpeedup, value: 3, in ours undefined",
    ]);
  });

  it("compare at least a hundred numbers, and settle those that the scan of the paper spoils", () => {
    const compared = COPIES.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row))).filter(Number.isFinite);
    expect(compared.length).toBeGreaterThan(100);
    const spoilt = ["table-vii", "table-ix", "table-xi"].flatMap(
      (id) => COPIES.find((copy) => copy.id === id)?.rows ?? [],
    );
    expect(spoilt.find((row) => row["procedure"] === "Transporter (send call packet)")?.["us"]).toBe(27);
    expect(spoilt.find((row) => row["version"] === "Assembly language")?.["us"]).toBe(177);
    expect(spoilt.find((row) => row["callerThreads"] === 3)?.["caller1server5"]).toBe(2.7);
  });
});

describe("what the slides say of their own", () => {
  it("each has a test here", () => {
    expect(claims.map(({ id }) => id)).toEqual([
      "null-2.6",
      "doubling",
      "max-4.7",
      "true-throughput",
      "assembly-3",
      "not-fastest",
    ]);
  });

  it("slides.null-2.6: 26.61 s for 10,000 calls are 2.66 ms, which the slide cuts off", () => {
    expect(Math.floor(Number(tableI[0]?.["nullSeconds"])) / 10).toBe(stated("nullLatency"));
  });

  it("slides.doubling: true of MaxResult within a tenth, and not of Null()", () => {
    expect(ratio("maxResultMbitPerS") / stated("doubling")).toBeGreaterThan(0.9);
    expect(ratio("nullRpcsPerS") / stated("doubling")).toBeLessThan(0.8);
  });

  it("slides.max-4.7: the largest entry of Table I stands at six threads", () => {
    const largest = Math.max(...tableI.map((row) => Number(row["maxResultMbitPerS"])));
    expect(largest).toBe(stated("maxThroughput"));
    const at = tableI.find((row) => row["maxResultMbitPerS"] === largest);
    expect(at?.["callerThreads"]).toBe(stated("maxThroughputThreads"));
  });

  it("slides.true-throughput: a question, not a number: the table has one procedure at a time and nothing else", () => {
    expect(claims.find(({ id }) => id === "true-throughput")?.value).toBeNull();
    expect(tableOf("table-i").conditions).toContain("private");
  });

  it("slides.assembly-3: 547 to 177 µs is three times", () => {
    const us = (version: string): number =>
      Number(tableOf("table-ix").rows.find((row) => row["version"] === version)?.["us"]);
    expect(us("Best Modula2+") / us("Assembly language")).toBeCloseTo(stated("assemblySpeedup"), 0);
  });

  it("slides.not-fastest: Cedar, Amoeba and V have shorter calls in Table XII", () => {
    const { rows } = tableOf("table-xii");
    const ms = (system: string): number => Number(rows.find((row) => row["system"] === system)?.["msPerCall"]);
    for (const system of ["Cedar", "Amoeba", "V"]) expect(ms(system)).toBeLessThan(ms("Firefly (5 processors)"));
  });
});
