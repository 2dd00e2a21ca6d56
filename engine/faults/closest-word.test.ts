import { describe, expect, it } from "vitest";
import { closestWord } from "./closest-word.ts";

const WORDS = ["drop", "duplicate", "delay", "crash", "restart"];

describe("closestWord", () => {
  it.each([
    ["dorp", "drop"], // swapped
    ["dop", "drop"], // left out
    ["droop", "drop"], // inserted
    ["drap", "drop"], // changed
    ["dulpicat", "duplicate"],
    ["restrat", "restart"],
  ])("takes %s for %s", (word, meant) => {
    expect(closestWord(word, WORDS)).toBe(meant);
  });

  it("does not guess where nothing is near", () => {
    expect(closestWord("explode", WORDS)).toBeUndefined();
    expect(closestWord("", WORDS)).toBeUndefined();
  });
});
