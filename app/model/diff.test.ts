import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffText, lineDiff } from "./diff.ts";

const TEXT = "a\nb\nc\nd\ne\n";

describe("lines that differ", () => {
  it.each([
    ["nothing", TEXT, 0, []],
    ["one line", "a\nb\nC\nd\ne\n", 1, [3]],
    ["two lines apart", "A\nb\nc\nd\nE\n", 2, [1, 5]],
    ["one line added", "a\nb\nb2\nc\nd\ne\n", 1, [3]],
    ["one line removed", "a\nb\nd\ne\n", 1, [3]],
    ["two lines made one", "a\nX\nd\ne\n", 2, [2]],
  ])("are counted and named: %s", (_what, text, count, lines) => {
    expect(lineDiff(TEXT, text)).toEqual({ count, lines });
  });

  it("are none only for the same text, and all exist in the new one", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (one, other) => {
        const { count, lines } = lineDiff(one, other);
        expect(count === 0).toBe(one === other);
        const most = other.split("\n").length;
        for (const line of lines) expect(line >= 1 && line <= most).toBe(true);
        expect([...lines].sort((x, y) => x - y)).toEqual(lines);
      }),
    );
  });

  it("are counted in words", () => {
    expect([1, 3].map((count) => diffText({ count, lines: [] }))).toEqual(["1 line changed", "3 lines changed"]);
  });
});
