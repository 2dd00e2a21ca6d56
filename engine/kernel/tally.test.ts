import { describe, expect, it } from "vitest";
import { gather, groupedBy, listUnder, numberUnder, tally } from "./tally.ts";

describe("under a key", () => {
  it("a number begins at 0 and tells what it has become", () => {
    const counts = new Map<string, number>();
    expect([tally(counts, "a"), tally(counts, "a", 5), tally(counts, "b", 0)]).toEqual([1, 6, 0]);
    expect([...counts]).toEqual([
      ["a", 6],
      ["b", 0],
    ]);
  });

  it("a list begins empty, keeps its order, and is the same list each time", () => {
    const lists = new Map<string, number[]>();
    const list = gather(lists, "a");
    expect(gather(lists, "a", 1, 2)).toBe(list);
    expect(list).toEqual([1, 2]);
  });

  it("nothing reads as 0 and as no items, and leaves no entry", () => {
    const words = groupedBy(["ant", "bee", "ape"], (word) => word.charAt(0));
    expect([listUnder(words, "a"), listUnder(words, "c")]).toEqual([["ant", "ape"], []]);
    expect([numberUnder(new Map([["a", 2]]), "a"), numberUnder(new Map(), "a")]).toEqual([2, 0]);
    expect([...words.keys()]).toEqual(["a", "b"]);
  });
});
