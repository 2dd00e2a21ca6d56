import fc from "fast-check";
import { expect, test } from "vitest";
import { bundleText, reportsIn } from "./bundle.ts";
import { ReportFault } from "./read-report.ts";

const TWO = {
  assignment: "Week 6",
  student: "Ada",
  own: { question: "What must a server keep?", answer: "The number of the call." },
  reports: ['{"one":1}', "<html>two</html>"],
};
const faultOf = (text: string): ReportFault | null => {
  try {
    reportsIn("ada.json", text);
    return null;
  } catch (error) {
    if (error instanceof ReportFault) return error;
    throw error;
  }
};

test("a hand-in gives back each report as the text that it was, with the answer to the teacher’s question", () => {
  expect(reportsIn("ada.json", bundleText(TWO))).toEqual([
    { file: "ada.json, report 1", text: TWO.reports[0], own: TWO.own },
    { file: "ada.json, report 2", text: TWO.reports[1], own: TWO.own },
  ]);
});

test("a file that is no hand-in is handed on as it is", () => {
  for (const text of ['{"format":"roundtrip-report"}', "<!doctype html>", ""])
    expect(reportsIn("x", text)).toEqual([{ file: "x", text, own: null }]);
});

test.each([
  ["a changed answer", bundleText(TWO).replace("The number", "A number"), "forged"],
  ["another form", bundleText(TWO).replace('"form": 1', '"form": 2'), "old"],
  ["a cut file", bundleText(TWO).slice(0, -20), "damaged"],
  ["no reports", bundleText({ ...TWO, reports: [] }), "damaged"],
  ["an answer of another kind", bundleText(TWO).replace('"What must a server keep?"', "7"), "damaged"],
])("%s is refused with its kind and a sentence", (_, text, kind) => {
  expect(faultOf(text)).toMatchObject({ kind, message: expect.stringMatching(/^It.*\.$/) as string });
});

test("whatever is cut out of a hand-in, it is refused or handed on, and nothing else is thrown", () => {
  const text = bundleText(TWO);
  fc.assert(
    fc.property(fc.nat(text.length - 2), fc.integer({ min: 1, max: 40 }), (at, length) => {
      const cut = text.slice(0, at) + text.slice(at + length);
      const fault = faultOf(cut);
      expect(fault !== null || reportsIn("x", cut)[0]?.text === cut || cut.trim() === text.trim()).toBe(true);
    }),
  );
});
