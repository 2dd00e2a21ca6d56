import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemAt } from "../../engine/kernel/reads.ts";
import { BELIEFS } from "./beliefs.ts";
import { gainOf } from "./gain.ts";
import { ITEMS } from "./items.ts";
import { begun, fileText, formOf, NONE, readFile, SITTINGS } from "./sitting.ts";
import type { Chosen, Sittings, SittingName } from "./sitting.ts";

/** The choices of a sitting: of each item the option at this place, or the right one. */
function chosen(record: Sittings, sitting: SittingName, place: (nth: number) => number | "right"): Chosen {
  return Object.fromEntries(
    ITEMS.map(({ id, forms }, nth) => {
      const { options } = forms[formOf(record, sitting)];
      const at = place(nth);
      const option = at === "right" ? options.find(({ belief }) => belief === null) : options[at];
      return [id, option?.id ?? NONE];
    }),
  );
}

const NOBODY = begun("");
const handedIn = (code: string, before: (nth: number) => number | "right", after: typeof before): Sittings => {
  const record = begun(code);
  return {
    ...record,
    before: chosen(record, "before", before),
    after: chosen(record, "after", after),
    done: SITTINGS,
  };
};

describe("the gain of a class", () => {
  it("is what was gained of what could be, by item and as a whole", () => {
    const { people, unfinished, items, all } = gainOf([
      handedIn(
        "ada",
        (nth) => (nth < 7 ? "right" : 3),
        () => "right",
      ),
      handedIn(
        "bob",
        () => 3,
        (nth) => (nth === 0 ? 3 : "right"),
      ),
      NOBODY,
    ]);
    expect([people, unfinished]).toEqual([2, 1]);
    expect(itemAt(items, 0, "item")).toMatchObject({ before: 0.5, after: 0.5, gain: 0, answered: 2 });
    expect(itemAt(items, 1, "item")).toMatchObject({ before: 0.5, after: 1, gain: 1 });
    expect(all.before).toBeCloseTo(0.25);
    expect(all.after).toBeCloseTo(27 / 28);
    expect(all.gain).toBeCloseTo((27 / 28 - 0.25) / 0.75);
    expect(
      gainOf([
        handedIn(
          "ada",
          () => "right",
          () => "right",
        ),
      ]).all.gain,
    ).toBeNull();
  });

  it("counts a belief where it could be shown: whatever is chosen, no share leaves 0 to 1", () => {
    const places = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 8 }), places, places), { maxLength: 6 }), (all) => {
        const records = all.map(([code, before, after]) =>
          handedIn(
            code,
            (nth) => before[nth] ?? 3,
            (nth) => after[nth] ?? 3,
          ),
        );
        for (const { before, after } of gainOf(records).beliefs)
          for (const share of [before, after]) expect(share >= 0 && share <= 1).toBe(true);
      }),
      { numRuns: 100 },
    );
    expect(Object.keys(BELIEFS).length).toBeGreaterThan(20);
  });
});

describe("a file of the test", () => {
  const whole = handedIn(
    "Ada 7",
    () => 0,
    () => "right",
  );

  it("comes back as it was", () => {
    for (const record of [NOBODY, whole, { ...whole, done: ["before"], after: {} } as const])
      expect(readFile(fileText(record))).toEqual(record);
  });

  it.each([
    ["no JSON", "<html><script>alert(1)</script>", "it is no JSON."],
    ["another kind", '{"kind":"x"}', "it is no file of the concept test."],
    [
      "another version",
      fileText(whole).replace('"version":1', '"version":2'),
      "it is of version 2; this page reads version 1.",
    ],
    [
      "a right answer of its own",
      fileText(whole).replace('"error":"', '"error":"right-'),
      'its answer to "error" before the course is none of the three.',
    ],
    [
      "an item of its own",
      fileText(whole).replace('"error":', '"extra":'),
      'it answers "extra", which the test does not ask.',
    ],
    ["too few answers", fileText({ ...whole, after: {} }), "it is handed in after the course with 0 of 14 answers."],
    [
      "the other form",
      fileText({ ...whole, first: whole.first === "a" ? "b" : "a" }),
      "its first form is not the one that belongs to its name or code.",
    ],
    ["50 KB", fileText({ ...whole, code: "x".repeat(50_000) }), "it has more than 10,000 letters."],
    ["deep lists", "[".repeat(5000), "it is no JSON."],
  ])("of %s is refused with the reason", (_, text, why) => {
    expect(readFile(text)).toBe(why);
  });

  it("never ends in another error, whatever was changed in it", () => {
    const text = fileText(whole);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(200), fc.string({ maxLength: 5 }), (at, cut, put) => {
        const read = readFile(text.slice(0, at) + put + text.slice(at + cut));
        expect(["string", "object"]).toContain(typeof read);
      }),
      { numRuns: 500 },
    );
  });
});
