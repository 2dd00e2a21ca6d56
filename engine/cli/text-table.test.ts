import { describe, expect, it } from "vitest";
import { numberText, textTable } from "./text-table.ts";

describe("a text table", () => {
  it("puts numbers to the right and words to the left, without blanks at line ends", () => {
    const rows = [
      ["a", 1, "x"],
      ["longer", 12.5, null],
    ];
    expect(textTable(["name", "n", "note"], rows)).toBe("name       n  note\na          1  x\nlonger  12.5");
  });

  it("needs neither head nor rows", () => {
    expect(textTable([], [["a", "b"]])).toBe("a  b");
    expect(textTable(["a", "b"], [])).toBe("a  b");
    expect(textTable([], [])).toBe("");
  });

  it("prints numbers with six digits at most, and none that says nothing", () => {
    expect([2.5, 1 / 3, 10_000, 123456.789].map(numberText)).toEqual(["2.5", "0.333333", "10000", "123457"]);
  });
});
