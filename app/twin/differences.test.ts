import { describe, expect, it } from "vitest";
import { differencesOf, exactDigits, listed, rowsOf, sentenceOf, stretchOf, totalOf } from "./differences.ts";
import { partingOf } from "./divergence.ts";
import { lengthOf } from "./pair.ts";
import { CASES, caseOf, pairOf, shortRun } from "./testing.ts";

const LABELS = { a: "Null()", b: "the other" };

/** The numbers of a sentence after its colon, in nanoseconds. */
const partsOf = (sentence: string): number[] =>
  [...sentence.slice(sentence.indexOf(":")).matchAll(/([+−]?)([\d,]+\.\d+)/g)].map(
    ([, sign, digits]) => (sign === "−" ? -1 : 1) * Math.round(Number(digits?.replaceAll(",", "")) * 1000),
  );

describe.each(Object.entries(CASES))("the differences of %s", (_name, pair) => {
  const rows = differencesOf(pair);

  it("sum exactly to the difference of the latencies, and each column to its latency", () => {
    expect(totalOf(rows)).toEqual({
      a: lengthOf(pair.a),
      b: lengthOf(pair.b),
      delta: lengthOf(pair.b) - lengthOf(pair.a),
    });
  });

  it("are all kept by a list of only differences", () => {
    const shown = listed(rows, "size", true);
    expect(shown.length).toBeLessThan(rows.length);
    expect(totalOf(shown).delta).toBe(totalOf(rows).delta);
    expect(totalOf(rows.filter((row) => !shown.includes(row))).delta).toBe(0);
  });

  it("are sorted by size without regard to sign, and by time as they come", () => {
    const sizes = listed(rows, "size", false).map(({ delta }) => Math.abs(delta));
    expect(sizes).toEqual([...sizes].sort((x, y) => y - x));
    expect(listed(rows, "time", false)).toEqual(rows);
  });

  it("are written with digits that lose nothing, so that the printed sentence sums as well", () => {
    const sentence = sentenceOf(rows, pair.comparison, LABELS);
    const parts = partsOf(sentence);
    const delta = Math.abs(pair.comparison.delta);
    if (parts.length > 0) expect(Math.abs(parts.reduce((sum, part) => sum + part, 0))).toBe(delta);
    else expect(sentence).toMatch(/all of it/);
  });

  it("choose rows that lead back to them", () => {
    for (const row of rows) expect(stretchOf(rows, rowsOf(row), row.index)).toBe(row);
  });
});

describe("in a sentence", () => {
  const sentence = (name: string): string => {
    const pair = caseOf(name);
    return sentenceOf(differencesOf(pair), pair.comparison, LABELS);
  };

  it("a full packet of results costs 1,152 µs on the wire and more in buses and controllers", () => {
    expect(sentence("Null() and MaxResult(b)")).toBe(
      "The call takes 3,992.0 µs longer in “the other” than in “Null()”: 1,500.0 in buses and controllers, " +
        "1,152.0 on the wire, 790.0 in the kernels, 550.0 in stubs and RPC run time.",
    );
  });

  it("a faster network saves only time on the wire", () => {
    expect(sentence("10 and 100 Mbit/s")).toBe(
      "The call takes 123.84 µs less in “the other” than in “Null()”, all of it on the wire.",
    );
  });

  it("parts that point both ways carry their signs", () => {
    expect(sentence("a slower routine on a faster network")).toBe(
      "The call takes 616.16 µs longer in “the other” than in “Null()”: +740.00 in the kernels, −123.84 on the wire.",
    );
  });

  it("the same run is the same step by step, and does not part", () => {
    const pair = pairOf(shortRun("firefly/null"), shortRun("firefly/null", { seed: 2 }));
    expect(sentenceOf(differencesOf(pair), pair.comparison, LABELS)).toBe(
      "The call takes as long in “the other” as in “Null()”, step by step.",
    );
    expect(partingOf(pair, LABELS)).toBeNull();
  });
});

describe("where two calls part", () => {
  it("is said on each side: the result that arrives, and the one that is lost", () => {
    const parting = partingOf(caseOf("with and without a lost result"), LABELS);
    expect(parting?.flag).toEqual({
      a: "first divergence: result delivered",
      b: "first divergence: result lost",
    });
    expect(parting?.at.a).toBe(parting?.at.b);
  });

  it("is the first step that takes another time", () => {
    expect(partingOf(caseOf("10 and 100 Mbit/s"), LABELS)?.sentence).toContain("call packet takes");
  });
});

it("digits: as few as are exact, at least one", () => {
  expect([[1000], [1500], [61_920], [68_822], []].map(exactDigits)).toEqual([1, 1, 2, 3, 1]);
});
